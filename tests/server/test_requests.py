"""Requests are answered once, whatever the network and the server do meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.house import Frame, asynchronous, house
from tests.server.toys import ENDLESS, LUCKY, PLAIN
from tilewright.server import app as app_module
from tilewright.server.store import Store, StoreError


@asynchronous
async def test_a_repeated_request_is_answered_alike_and_done_once(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(PLAIN.id)
        tab = await player.tab(match)
        await tab.hello()
        first = await tab.ask("move", 0, request="same", move="a1")
        assert (await tab.ask("move", 0, request="same", move="a1")) == first
        await tab.close()
        tab = await player.tab(match)
        assert (await tab.hello())["v"] == 1
        assert (await tab.ask("move", 0, request="same", move="a1")) == first
    async with house(tmp_path) as running:  # the server was restarted; the cookie is the guest's own
        again = await running.player(player.jar)
        tab = await again.tab(match)
        assert (await tab.hello())["v"] == 1
        assert (await tab.ask("move", 0, request="same", move="a1")) == first
        assert (await tab.ask("move", 1, move="b1"))["v"] == 2


@asynchronous
async def test_repeats_in_flight_are_one_move(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(ENDLESS.id)
        tabs = [await player.tab(match) for _ in range(4)]
        move = (await tabs[0].hello())["state"]["legal"][0]
        answers = await asyncio.gather(*(tab.ask("move", 0, request="same", move=move) for tab in tabs))
        assert answers == [{"type": "accepted", "id": "same", "v": 1}] * 4
        assert (await tabs[0].hello())["v"] == 1


@asynchronous
async def test_a_repeated_refusal_is_answered_alike(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        tab, _ = await (await running.player()).open(PLAIN.id)
        first = await tab.ask("undo", 0, request="same")
        assert first["code"] == "undo"
        await tab.move(0, "a1")
        assert await tab.ask("undo", 0, request="same") == first


@asynchronous
async def test_two_tabs_see_the_same_frames(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(LUCKY.id)
        one, other = await player.tab(match), await player.tab(match)
        assert await one.hello() == await other.hello()
        v, frame = 0, await one.hello()
        for turn in range(6):
            mover, watcher = (one, other) if turn % 2 else (other, one)
            frame = await mover.move(v, frame["state"]["legal"][0])
            assert await watcher.until("played") == frame
            v += 1
        await one.ask("restart", v)
        assert await one.until("position") == await other.until("position")


@asynchronous
async def test_of_two_tabs_that_move_at_once_one_is_told_to_look_again(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(PLAIN.id)
        one, other = await player.tab(match), await player.tab(match)
        await one.hello()
        await other.hello()
        answers = await asyncio.gather(one.ask("move", 0, move="a1+b1"), other.ask("move", 0, move="c1+d1"))
        assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
        refused, late = (answers[0], one) if answers[0]["type"] == "refused" else (answers[1], other)
        assert (refused["code"], refused["v"]) == ("stale", 1)
        frame = await late.until("position")
        assert (frame["cause"], frame["v"], frame["state"]["moves_made"]) == ("resync", 1, 1)


@pytest.mark.parametrize("v", [-1, 0, 2, 10**15])
@asynchronous
async def test_a_request_for_another_position_is_stale(tmp_path: Path, v: int) -> None:
    async with house(tmp_path) as running:
        tab, _ = await (await running.player()).open(PLAIN.id)
        await tab.move(0, "a1")
        for kind, more in (("move", {"move": "b1"}), ("undo", {}), ("restart", {}), ("hint", {})):
            answer = await tab.ask(kind, v, **more)
            assert (answer["type"], answer["code"], answer["v"]) == ("refused", "stale", 1)
            frame = await tab.receive()
            assert (frame["type"], frame["cause"], frame["v"]) == ("position", "resync", 1)


@pytest.mark.parametrize(("move", "code"), [("d1+f1", "illegal"), ("z1", "illegal"), ("hop", "bad-move")])
@asynchronous
async def test_a_move_that_cannot_be_changes_nothing(tmp_path: Path, move: str, code: str) -> None:
    async with house(tmp_path) as running:
        tab, first = await (await running.player()).open(PLAIN.id)
        answer = await tab.ask("move", 0, move=move)
        assert (answer["type"], answer["code"], answer["v"]) == ("refused", code, 0)
        assert answer["message"].endswith(".")
        assert await tab.hello() == first


@asynchronous
async def test_who_comes_back_gets_the_moves_that_are_missing(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(ENDLESS.id)
        tab, watcher = await player.tab(match), await player.tab(match)
        frames: list[Frame] = [await tab.hello()]
        for v in range(5):
            frames.append(await tab.move(v, frames[-1]["state"]["legal"][0]))
        await watcher.send("hello", since=2)
        assert [await watcher.receive() for _ in range(3)] == frames[3:]
        same = await watcher.hello(since=5)
        assert (same["type"], same["v"]) == ("position", 5)
        for since in (-1, 6, 10**12, -7):
            frame = await watcher.hello(since=since)
            assert (frame["type"], frame["cause"], frame["v"]) == ("position", "hello", 5)


@asynchronous
async def test_who_was_away_for_long_or_past_an_undo_gets_the_position(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(ENDLESS.id)
        tab = await player.tab(match)
        frame = await tab.hello()
        for v in range(40):
            frame = await tab.move(v, frame["state"]["legal"][0])
        assert (await tab.hello(since=1))["type"] == "position"
        await tab.ask("restart", 40)
        assert (await tab.hello(since=39))["type"] == "position"


@asynchronous
async def test_a_match_that_another_server_played_on_is_shown_as_it_is(tmp_path: Path) -> None:
    async with house(tmp_path) as running, house(tmp_path) as second:
        player = await running.player()
        match = await player.start(PLAIN.id)
        tab = await player.tab(match)
        await tab.hello()
        elsewhere = await second.player(player.jar)
        far = await elsewhere.tab(match)
        await far.hello()
        await far.move(0, "a1")
        await tab.send("move", id="mine", v=0, move="b1")
        frame = await tab.receive()
        assert (frame["cause"], frame["v"], frame["state"]["rows"]) == ("resync", 1, [". a b b c c"])
        assert (await tab.until("refused"))["code"] == "stale"
        assert (await tab.until("position"))["v"] == 1
        assert (await tab.move(1, "b1"))["v"] == 2


@asynchronous
async def test_what_cannot_be_stored_is_refused_and_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = False

    class Broken(Store):
        async def run(self, job):  # type: ignore[no-untyped-def]
            if broken and "append_entry" in job.__qualname__:
                raise StoreError("The disk is full.")
            return await super().run(job)

    monkeypatch.setattr(app_module, "Store", Broken)
    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(PLAIN.id)
        tab, watcher = await player.tab(match), await player.tab(match)
        await tab.hello()
        await watcher.hello()
        broken = True
        answer = await tab.ask("move", 0, request="mine", move="a1")
        assert (answer["type"], answer["code"], answer["v"]) == ("refused", "storage", 0)
        assert "disk is full" in answer["message"]
        assert (await watcher.receive())["v"] == 0
        broken = False
        assert (await tab.ask("move", 0, request="mine", move="a1"))["type"] == "accepted"
        assert (await watcher.until("played"))["v"] == 1
