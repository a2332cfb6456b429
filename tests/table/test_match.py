"""A match is its log: playing, taking back, starting again, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toygame.take import TAKE, State
from tilewright.core.game import BadMove, BadPosition, Illegal
from tilewright.table import Match, Move, Restart, Undo, UndoRefused

PLAIN = {"rules": "take-v1", "position": {"rows": ["a a b b c c"], "moves_left": 4, "goals": {"tiles": 6}}}
LUCKY = {"rules": "take-v1", "position": {"rows": ["? ? ? ?"], "refill": 2, "moves_left": 9}}


def match_of(setup: dict[str, Any] = PLAIN, **more: Any) -> Match[State]:
    return Match(TAKE, setup, 7, **more)


def test_a_move_is_an_entry() -> None:
    match = match_of()
    played = match.play(0, "b1+a1", 1200)
    assert played.points == 3
    assert match.log == [Move(0, "a1+b1", 1200)]  # in its one spelling
    assert match.v == 1
    assert TAKE.rows(match.state) == [". . b b c c"]


@pytest.mark.parametrize(("move", "error"), [("f1+a1", Illegal), ("take it", BadMove), ("z1", Illegal)])
def test_a_refused_move_changes_nothing(move: str, error: type[Exception]) -> None:
    match = match_of()
    before = match.digest()
    with pytest.raises(error):
        match.play(0, move, 5)
    assert (match.v, match.digest()) == (0, before)


def test_a_prepared_step_changes_nothing_until_it_is_appended() -> None:
    match = match_of()
    step = match.prepare(Move(0, "a1", 1))
    assert match.v == 0
    match.append(step)
    assert match.state == step.state


def test_a_step_fits_only_the_log_it_was_made_for() -> None:
    match = match_of()
    step = match.prepare(Move(0, "a1", 1))
    match.play(0, "b1", 2)
    with pytest.raises(ValueError, match="made for entry 0"):
        match.append(step)


def test_time_never_runs_backwards_in_a_log() -> None:
    match = match_of()
    match.play(0, "a1", 500)
    match.play(0, "b1", 100)
    assert [entry.at_ms for entry in match.log] == [500, 500]


def test_undo_gives_the_position_back_and_is_an_entry_itself() -> None:
    match = match_of()
    opening = match.digest()
    match.play(0, "a1", 1)
    after_one = match.digest()
    match.play(0, "b1", 2)
    match.undo(3)
    assert match.digest() == after_one
    match.undo(4)
    assert match.digest() == opening
    assert match.v == 4
    assert match.undo_reason() == "There is no move to take back."


def test_undo_stops_at_chance() -> None:
    match = match_of(LUCKY)
    match.play(0, "a1", 1)
    with pytest.raises(UndoRefused, match="Chance had a hand"):
        match.undo(2)
    match.play(0, "a1", 3)
    match.play(0, "b1", 4)  # nothing is left to refill with
    match.undo(5)
    assert match.undo_reason().startswith("Chance")


def test_undo_stops_when_the_game_is_over() -> None:
    match = match_of()
    for number, move in enumerate(("a1+b1", "c1+d1", "e1+f1")):
        match.play(0, move, number)
    assert match.outcome is not None
    assert match.outcome.result == "won"
    with pytest.raises(UndoRefused, match="over"):
        match.undo(9)


def test_practice_takes_back_anything() -> None:
    match = match_of(LUCKY, practice=True)
    opening = match.digest()
    match.play(0, "a1", 1)
    match.undo(2)
    assert match.digest() == opening
    over = match_of(practice=True)
    for number, move in enumerate(("a1+b1", "c1+d1", "e1+f1")):
        over.play(0, move, number)
    over.undo(9)
    assert over.outcome is None


def test_nothing_is_taken_back_in_company() -> None:
    match = match_of(practice=True)
    match.play(0, "a1", 1)
    match.seats = 2
    assert "company" in match.undo_reason()


def test_a_restart_begins_anew_with_the_same_seed_or_another() -> None:
    match = match_of(LUCKY)
    opening = match.digest()
    match.play(0, "a1", 1)
    match.restart(2)
    assert (match.digest(), match.turns) == (opening, [])
    match.restart(3, seed=8)
    assert match.seed == 8
    assert match.log[1:] == [Restart(7, 2), Restart(8, 3)]
    assert match.undo_reason() == "There is no move to take back."


def test_a_setup_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadPosition):
        match_of({"position": {"rows": ["a x"]}})


@given(st.data(), st.booleans())
def test_the_position_is_a_function_of_the_log(data: st.DataObject, practice: bool) -> None:
    match = match_of(LUCKY, practice=practice)
    digests = []
    for at_ms in range(data.draw(st.integers(0, 25))):
        choices = [Restart(data.draw(st.integers(0, 9)), at_ms)]
        legal = TAKE.legal(match.state, 0)
        entry: Any = data.draw(
            st.sampled_from([*(Move(0, move, at_ms) for move in legal), Undo(at_ms), *choices])
        )
        if isinstance(entry, Undo) and match.undo_reason():
            with pytest.raises(UndoRefused):
                match.add(entry)
            continue
        match.add(entry)
        digests.append(match.digest())
    again = match_of(LUCKY, practice=practice)
    for entry, digest in zip(match.log, digests, strict=True):
        again.add(entry)
        assert again.digest() == digest
    assert [turn.move for turn in again.turns] == [turn.move for turn in match.turns]
