"""Playing a match over the wire, from the first hello to the stars."""

from __future__ import annotations

from pathlib import Path

from tests.server.house import asynchronous, house
from tests.server.toys import GAMES, LUCKY, PLAIN, PRACTICE, WINNING
from tilewright.core.events import Clear, Event, Note, Score, Spawn, paint
from tilewright.core.notation import read_record
from tilewright.table import Match

KINDS: dict[str, type[Event]] = {"clear": Clear, "spawn": Spawn, "score": Score, "note": Note}


@asynchronous
async def test_hello_is_answered_with_the_position(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        _, frame = await (await running.player()).open(PLAIN.id)
        assert (frame["type"], frame["v"], frame["cause"]) == ("position", 0, "hello")
        state = frame["state"]
        assert state["rows"] == ["a a b b c c"]
        assert "a1+b1" in state["legal"]
        assert state["goals"] == [{"key": "tiles", "left": 6, "of": 6}]
        assert (state["moves_left"], state["moves_made"], state["score"], state["stars"]) == (6, 0, 0, 0)
        assert state["level"] == {
            "id": "toys/01",
            "number": 1,
            "name": "Plain",
            "idea": "Take them all.",
            "next": "toys/02",
            "theme": "studio",
        }
        assert (state["can_undo"], state["undo_reason"]) == (False, "There is no move to take back.")
        assert (state["outcome"], state["practice"], state["rules"]) == (
            None,
            False,
            {"taps": False, "multipliers": []},
        )


@asynchronous
async def test_what_is_hidden_is_not_sent(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        _, frame = await (await running.player()).open(LUCKY.id)
        assert "seed" not in frame["state"]["position"]


@asynchronous
async def test_a_move_is_accepted_and_shown(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        tab, first = await (await running.player()).open(LUCKY.id, seed=3)
        move = first["state"]["legal"][0]
        accepted = await tab.ask("move", 0, request="one", move=move)
        assert accepted == {"type": "accepted", "id": "one", "v": 1}
        frame = await tab.receive()
        assert (frame["type"], frame["v"], frame["seat"], frame["move"]) == ("played", 1, 0, move)
        events = [KINDS[event.pop("kind")](**event) for event in frame["events"]]
        assert paint(first["state"]["rows"], events) == frame["state"]["rows"]
        assert frame["points"] == frame["state"]["score"]


@asynchronous
async def test_undo_and_restart_show_the_position(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        tab, first = await (await running.player()).open(PLAIN.id)
        played = await tab.move(0, "a1")
        assert played["state"]["can_undo"]
        assert (await tab.ask("undo", 1))["type"] == "accepted"
        frame = await tab.receive()
        assert (frame["type"], frame["v"], frame["cause"]) == ("position", 2, "undo")
        assert frame["state"] == first["state"]
        await tab.move(2, "b1")
        assert (await tab.ask("restart", 3))["type"] == "accepted"
        frame = await tab.receive()
        assert (frame["v"], frame["cause"], frame["state"]) == (4, "restart", first["state"])


@asynchronous
async def test_undo_is_refused_past_chance(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        tab, first = await (await running.player()).open(LUCKY.id)
        played = await tab.move(0, first["state"]["legal"][0])
        answer = await tab.ask("undo", 1)
        assert (answer["type"], answer["code"]) == ("refused", "undo")
        assert answer["message"] == played["state"]["undo_reason"]


@asynchronous
async def test_practice_takes_back_what_chance_brought(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        for level, wish in ((PRACTICE.id, {}), (LUCKY.id, {"practice": True})):
            tab, first = await player.open(level, **wish)
            assert first["state"]["practice"]
            await tab.move(0, first["state"]["legal"][0])
            await tab.ask("undo", 1)
            assert (await tab.receive())["state"] == first["state"]


@asynchronous
async def test_a_restart_draws_another_seed_unless_one_is_given(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        tab, first = await (await running.player()).open(LUCKY.id, seed=5)
        boards = []
        for v in range(4):
            await tab.ask("restart", v)
            boards.append((await tab.receive())["state"]["rows"])
        assert any(board != first["state"]["rows"] for board in boards)
        await tab.ask("restart", 4, seed=5)
        assert (await tab.receive())["state"]["rows"] == first["state"]["rows"]


@asynchronous
async def test_a_win_earns_stars_and_ends_the_match(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        tab, _ = await player.open(PLAIN.id)
        frame = await tab.play(*WINNING)
        assert frame["state"]["outcome"] == {
            "result": "won",
            "reason": "goals",
            "winners": [0],
            "totals": [9],
            "ledger": [],
        }
        assert (frame["state"]["stars"], frame["state"]["legal"]) == (3, [])
        answer = await tab.ask("move", 3, move="a1")
        assert (answer["type"], answer["code"]) == ("refused", "over")
        assert (await tab.ask("hint", 3))["code"] == "over"
        card = await player.card(PLAIN.id)
        assert (card["stars"], card["best"], card["open"]) == (3, 9, None)
        assert await player.json("/api/matches") == []


@asynchronous
async def test_a_worse_game_later_takes_nothing_away(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        tab, _ = await player.open(PLAIN.id)
        await tab.play(*WINNING)
        tab, _ = await player.open(PLAIN.id)
        frame = await tab.play("a1", "b1", "c1", "d1", "e1", "f1")
        assert (frame["state"]["stars"], frame["state"]["score"]) == (1, 6)
        card = await player.card(PLAIN.id)
        assert (card["stars"], card["best"]) == (3, 9)
        tab, _ = await player.open(LUCKY.id)  # one that is not finished wins nothing
        assert (await player.card(LUCKY.id))["best"] is None


@asynchronous
async def test_who_asks_for_practice_earns_no_stars(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        tab, _ = await player.open(PLAIN.id, practice=True)
        await tab.play(*WINNING)
        card = await player.card(PLAIN.id)
        assert (card["stars"], card["best"], card["open"]) == (0, None, None)
        await tab.ask("undo", 3)  # back from the win: the match is open again
        assert (await player.card(PLAIN.id))["open"] is not None


@asynchronous
async def test_open_matches_are_listed_newest_first(tmp_path: Path) -> None:
    now = 1_000_000.0

    def clock() -> float:
        return now

    async with house(tmp_path, clock=clock) as running:
        player = await running.player()
        assert await player.json("/api/matches") == []
        first = await player.start(PLAIN.id)
        now += 60
        second = await player.start(PLAIN.id)
        now += 60
        tab = await player.tab(first)
        await tab.hello()
        await tab.move(0, "a1")
        assert await player.json("/api/matches") == [
            {"match": first, "level": "toys/01", "moves": 1, "updated": "1970-01-12T13:48:40Z"},
            {"match": second, "level": "toys/01", "moves": 0, "updated": "1970-01-12T13:47:40Z"},
        ]
        assert (await player.card(PLAIN.id))["open"] == first
        assert (await (await running.player()).card(PLAIN.id))["open"] is None


@asynchronous
async def test_the_record_of_a_match_replays(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        match = await player.start(LUCKY.id, seed=9)
        tab = await player.tab(match)
        frame = await tab.hello()
        for v in range(12):
            frame = await tab.move(v, frame["state"]["legal"][0])
        response = await player.get(f"/api/matches/{match}/record")
        assert response.headers["Content-Type"].startswith("text/plain")
        record = read_record(await response.text())
        assert (record.seed, record.level, len(record.moves)) == (9, LUCKY.id, 12)
        replayed = Match.from_record(record, GAMES)
        assert replayed.game.rows(replayed.state) == frame["state"]["rows"]


@asynchronous
async def test_a_hint_is_a_legal_move_with_a_sentence(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        tab, first = await (await running.player()).open(PLAIN.id)
        hint = await tab.ask("hint", 0)
        assert hint["type"] == "hint"
        assert hint["move"] in first["state"]["legal"]
        assert hint["sentence"].startswith("Take ")
        again = await tab.ask("hint", 0)
        assert again["move"] == hint["move"]
        await tab.move(0, hint["move"])
        assert (await tab.ask("hint", 0))["code"] == "stale"


@asynchronous
async def test_a_ping_is_answered_with_its_time(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        tab, _ = await (await running.player()).open(PLAIN.id)
        for t in (12, 12.5):
            await tab.send("ping", t=t)
            assert await tab.receive() == {"type": "pong", "t": t}
