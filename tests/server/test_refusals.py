"""What is wrong is said in a sentence, and harms nobody else."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Tab, asynchronous, house
from tests.server.toys import PLAIN
from tests.toygame.take import Take
from tilewright.server.limits import Limits, Rate


async def told(tab: Tab, code: str, close: int) -> str:
    """The sentence with which the connection ends."""
    frame = await tab.receive()
    assert (frame["type"], frame["code"]) == ("error", code)
    assert await tab.receive() == {"type": None, "close": close}
    message: str = frame["message"]
    return message


@asynchronous
async def test_an_unknown_match_is_told(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        await player.start(PLAIN.id)
        assert "no such match" in await told(await player.tab("nowhere"), "no-match", 4404)
        response = await player.get("/api/matches/nowhere/record")
        assert (response.status, (await response.json())["error"]["code"]) == (404, "no-match")


@asynchronous
async def test_another_guests_match_is_not_shown(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        owner, other = await running.player(), await running.player()
        match = await owner.start(PLAIN.id)
        tab = await owner.tab(match)
        await tab.hello()
        await other.json("/api/me")
        assert "another guest" in await told(await other.tab(match), "not-yours", 4403)
        response = await other.get(f"/api/matches/{match}/record")
        assert (response.status, (await response.json())["error"]["code"]) == (403, "not-yours")
        assert (await tab.move(0, "a1"))["v"] == 1


@asynchronous
async def test_a_caller_without_a_cookie_is_not_let_in(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        match = await (await running.player()).start(PLAIN.id)
        stranger = await running.player()
        await told(await stranger.tab(match), "no-guest", 4401)
        assert (await stranger.get(f"/api/matches/{match}/record")).status == 403


@asynchronous
async def test_other_sites_may_not_connect_or_post(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(PLAIN.id)
        for origin in ("http://elsewhere.example", "null", "http://127.0.0.1:1", "http://[", ""):
            headers = {"Origin": origin}
            response = await player.get(f"/ws/match/{match}", headers=headers)
            assert response.status == 403
            response = await player.post("/api/matches", {"level": PLAIN.id}, headers=headers)
            assert (response.status, (await response.json())["error"]["code"]) == (403, "origin")
        own = {"Origin": str(player.client.make_url("")).rstrip("/")}
        assert (await (await player.tab(match, headers=own)).hello())["type"] == "position"
        assert (await player.post("/api/matches", {"level": PLAIN.id}, headers=own)).status == 200


@asynchronous
async def test_a_plain_request_to_a_socket_is_told(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        response = await (await running.player()).get("/ws/match/any")
        assert (response.status, (await response.json())["error"]["code"]) == (426, "no-websocket")


BROKEN = [
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    "{}",
    '{"type": "dance"}',
    '{"type": "move", "v": 0, "move": "a1"}',
    '{"type": "hello", "since": "now"}',
    '{"type": "hello", "since": 1e999}',
    '{"type": "move", "id": "", "v": 0, "move": "a1"}',
    "[" * 4000,
    '{"type": "ping", "t": "\ud800"}'.encode("utf-8", "replace").decode(),
    "x" * 4097,
]


@pytest.mark.parametrize("text", BROKEN, ids=[text[:20] for text in BROKEN])
@asynchronous
async def test_a_broken_frame_is_told_and_the_connection_goes_on(tmp_path: Path, text: str) -> None:
    async with house(tmp_path) as running:
        tab, _ = await (await running.player()).open(PLAIN.id)
        await tab.socket.send_str(text)
        frame = await tab.receive()
        assert (frame["type"], frame["code"]) == ("error", "bad-frame")
        assert frame["message"].endswith(".")
        assert (await tab.move(0, "a1"))["v"] == 1


@asynchronous
async def test_a_broken_request_with_an_id_is_refused_by_it(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        tab, _ = await (await running.player()).open(PLAIN.id)
        answer = await tab.ask("move", 0, move="a" * 201)
        assert (answer["type"], answer["code"]) == ("refused", "bad-frame")
        answer = await tab.ask("restart", 0, seed=2**53)
        assert (answer["type"], answer["code"]) == ("refused", "bad-frame")


@asynchronous
async def test_bytes_are_no_frames(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        tab, _ = await (await running.player()).open(PLAIN.id)
        await tab.socket.send_bytes(b"\x00\xff")
        assert (await tab.receive())["code"] == "bad-frame"
        await tab.socket.send_bytes(b"x" * (1 << 17))  # not even read to its end
        assert await tab.receive() == {"type": None, "close": 1009}


@asynchronous
async def test_endless_nonsense_ends_the_connection(tmp_path: Path) -> None:
    async with house(tmp_path, limits=Limits(patience=Rate(3, 0))) as running:
        tab, _ = await (await running.player()).open(PLAIN.id)
        for _ in range(5):
            await tab.socket.send_str("{")
        for _ in range(3):
            assert (await tab.receive())["code"] == "bad-frame"
        await told(tab, "bad-frame", 4400)


@asynchronous
async def test_too_many_frames_are_refused_until_it_slows_down(tmp_path: Path) -> None:
    now = 0.0

    def clock() -> float:
        return now

    async with house(tmp_path, limits=Limits(frames=Rate(3, 1)), clock=clock) as running:
        tab, _ = await (await running.player()).open(PLAIN.id)
        await tab.move(0, "a1")
        await tab.move(1, "b1")
        answer = await tab.ask("move", 2, request="late", move="c1")
        assert (answer["type"], answer["code"], answer["v"]) == ("refused", "slow-down", 2)
        assert "wait a moment" in answer["message"]
        now += 1
        assert (await tab.ask("move", 2, request="late", move="c1"))["type"] == "accepted"


@asynchronous
async def test_a_flood_ends_its_own_connection_alone(tmp_path: Path) -> None:
    limits = Limits(frames=Rate(5, 0), patience=Rate(5, 0))
    async with house(tmp_path, limits=limits) as running:
        player = await running.player()
        match = await player.start(PLAIN.id)
        flood, calm = await player.tab(match), await player.tab(match)
        await calm.hello()
        for _ in range(30):
            await flood.send("ping", t=1)
        await flood.until("error")
        assert (await flood.receive())["close"] == 4429
        assert (await calm.move(0, "a1"))["v"] == 1


@asynchronous
async def test_an_address_has_limits_of_its_own(tmp_path: Path) -> None:
    limits = Limits(sockets=2, new_matches=Rate(2, 0), requests=Rate(12, 0))
    async with house(tmp_path, limits=limits) as running:
        player = await running.player()
        match = await player.start(PLAIN.id)
        await player.start(PLAIN.id)
        response = await player.post("/api/matches", {"level": PLAIN.id})
        assert (response.status, response.headers["Retry-After"]) == (429, "2")
        assert (await response.json())["error"]["code"] == "slow-down"
        tabs = [await player.tab(match) for _ in range(2)]
        await told(await player.tab(match), "too-many", 4429)
        await tabs[0].close()
        await tabs[1].hello()  # the server has seen the other go
        for _ in range(12):
            response = await player.get("/api/games")
        assert response.status == 429


class Faulty(Take):
    """A game with a fault that no rule foresaw."""

    def play(self, state: Any, seat: int, move: str) -> Any:
        if move == "f1":
            raise ZeroDivisionError("secret details")
        return super().play(state, seat, move)


@asynchronous
async def test_a_fault_of_the_program_is_a_sentence_with_a_number(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path, games={"take": Faulty()}) as running:
        player = await running.player()
        match = await player.start(PLAIN.id)
        tab = await player.tab(match)
        await tab.hello()
        await tab.move(0, "a1")
        with caplog.at_level(logging.ERROR, "tilewright.server"):
            await tab.send("move", id="bad", v=1, move="f1")
            message = await told(tab, "fault", 4500)
        assert "secret" not in message
        number = message.split("report fault ")[1].split(",")[0]
        assert number in caplog.text
        assert "ZeroDivisionError: secret details" in caplog.text
        tab = await player.tab(match)
        assert (await tab.hello())["v"] == 1  # as it was stored
        assert (await tab.move(1, "b1"))["v"] == 2


@asynchronous
async def test_a_match_of_other_rules_is_refused_and_listed_no_more(tmp_path: Path) -> None:
    class Newer(Take):
        rules_version = 2

    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(PLAIN.id)
    async with house(tmp_path, games={"take": Newer()}) as running:
        again = await running.player(player.jar)
        assert "version 1 of the rules" in await told(await again.tab(match), "rules", 4409)
        assert await again.json("/api/matches") == []
        assert (await again.card(PLAIN.id))["open"] is None
