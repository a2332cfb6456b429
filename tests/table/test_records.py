"""A record replays to the same position, or says where it does not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toygame.take import TAKE, State, Take
from tilewright.core.notation import Record, read_record, write_record
from tilewright.table import (
    Diverged,
    Match,
    Move,
    RecordRefused,
    Undo,
    add_all,
    open_record,
    replay,
)

GAMES = {"take": TAKE}
SETUP = {
    "rules": {"base": "take-v1", "pair": 5},
    "position": {"rows": ["? ? ? ? ? ? ? ?"], "refill": 40, "moves_left": 60},
}


def played(moves: int, seed: int = 3) -> Match[State]:
    match = Match(TAKE, SETUP, seed, level="toys/01", started="2026-01-02T03:04:05Z")
    for number in range(moves):
        legal = TAKE.legal(match.state, 0)
        if not legal:
            break
        match.play(0, legal[(7 * number + seed) % len(legal)], 100 * number)
    return match


def altered(record: Record, **changes: Any) -> Record:
    return msgspec.structs.replace(record, **changes)


@given(st.integers(0, 45), st.integers(0, 99))
def test_a_record_replays_to_the_same_position(moves: int, seed: int) -> None:
    match = played(moves, seed)
    record = match.to_record()
    assert read_record(write_record(record)) == record
    again = Match.from_record(record, GAMES)
    assert again.digest() == match.digest()
    assert again.to_record() == record


def test_a_record_has_what_a_replay_needs() -> None:
    record = played(12).to_record()
    assert (record.game, record.rules, record.rules_version) == ("take", "take-v1", 1)
    assert (record.level, record.seed, record.seats) == ("toys/01", 3, 1)
    assert set(record.digests) == {10, 12}


def test_a_record_has_only_the_line_that_was_kept() -> None:
    match = played(0)
    match.play(0, "a1", 1)
    match.restart(2, seed=11)
    match.play(0, "b1", 3)
    record = match.to_record()
    assert record.seed == 11
    assert [line.move for line in record.moves] == ["b1"]
    assert Match.from_record(record, GAMES).digest() == match.digest()


def test_a_replay_can_be_followed_move_by_move() -> None:
    record = played(5).to_record()
    match = open_record(record, GAMES)
    points = [step.points for step in replay(match, record)]
    assert len(points) == 5
    assert TAKE.position(match.state)["score"] == sum(points)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(RecordRefused, match=r"'chess', which is not here; there are: take"):
        Match.from_record(altered(played(1).to_record(), game="chess"), GAMES)


def test_other_rules_are_refused_before_anything_is_played() -> None:
    with pytest.raises(RecordRefused, match="version 2 of the rules of Take; this program has version 1"):
        Match.from_record(altered(played(1).to_record(), rules_version=2), GAMES)


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 0},
        {"seats": 2},
        {"seats": 99},
        {"setup": {}},
        {"setup": {"position": 5}},
        {"setup": {"rules": "take-v9", "position": {"rows": ["a"]}}},
    ],
)
def test_a_setup_that_cannot_be_is_a_sentence(changes: dict[str, Any]) -> None:
    with pytest.raises(RecordRefused, match=r"(setup of this record|seats)"):
        Match.from_record(altered(played(0).to_record(), **changes), GAMES)


def test_the_first_divergence_is_named() -> None:
    record = played(25).to_record()
    with pytest.raises(Diverged, match="one of the moves 11 to 20: after move 20") as caught:
        Match.from_record(altered(record, digests={**record.digests, 20: "0" * 12}), GAMES)
    assert caught.value.number == 20


def test_a_digest_after_every_move_names_the_very_move() -> None:
    record = altered(played(2).to_record(), digests={1: "0" * 12})
    with pytest.raises(Diverged, match="at move 1: after move 1"):
        Match.from_record(record, GAMES)


def test_a_move_that_cannot_be_played_is_named() -> None:
    record = played(3).to_record()
    moves = (*record.moves[:2], msgspec.structs.replace(record.moves[2], move="z1"))
    with pytest.raises(Diverged, match="Move 3, z1 by seat 0, cannot be played: T2") as caught:
        Match.from_record(altered(record, moves=moves), GAMES)
    assert caught.value.number == 3


def test_rules_that_changed_without_a_new_version_are_found_out() -> None:
    class Changed(Take):
        """Draws what the real game does not."""

        def new(self, setup: Any, seed: int, seats: int = 1) -> State:
            return super().new(setup, seed + 1, seats)

    with pytest.raises(Diverged):
        Match.from_record(played(10).to_record(), {"take": Changed()})


def test_a_stored_log_is_checked_entry_by_entry() -> None:
    match = played(2)
    digests = [TAKE.digest(turn.state) for turn in match.turns]
    again = played(0)
    add_all(again, match.log, digests)
    assert again.digest() == match.digest()
    with pytest.raises(Diverged, match="at move 2"):
        add_all(played(0), match.log, [digests[0], "0" * 12])
    with pytest.raises(Diverged, match="Entry 1 of the log, an undo, is refused"):
        add_all(played(0), [Undo(1)], [""])
    with pytest.raises(Diverged, match="Move 1"):
        add_all(played(0), [Move(0, "z1", 1)], [""])
