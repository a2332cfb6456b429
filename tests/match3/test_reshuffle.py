"""Reshuffles (M27): which arrangement is taken, what stays, and how it ends when none will do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.positions import DESIGNER, MASTER, boards
from tests.match3.differential import Luck
from tests.match3.play import GAME, notes, play, rows_of
from tests.oracle.board import Board, format_rows, parse_rows
from tests.oracle.matching import find_runs
from tests.oracle.moves import has_move, lay, movable
from tilewright.core.events import Event, Slide, paint
from tilewright.core.game import Outcome

#: No swap is left after b4-b3, in any of the rule sets.
STUCK = """
    y g b
    b y r
    y g y
    g y b
    """
LEFT = rows_of(
    """
    . . .
    y g b
    b y r
    g g b
    """
)


def first_arrangement(rows: list[str], seed: int, *, master: bool) -> list[str] | None:
    """The board a reshuffle must choose, found by trying the same permutations with the slow oracle."""
    board: Board = parse_rows(rows, master)
    luck = Luck(seed)
    squares = movable(board, master)
    pieces = [piece for square in squares if (piece := board.piece(square)) is not None]
    second_best = None
    for _ in range(100):
        lay(board, squares, luck.shuffle(pieces))
        if has_move(board, master):
            if not find_runs(board):
                return format_rows(board)
            second_best = second_best or format_rows(board)
    return second_best


@pytest.mark.parametrize("seed", range(25))
def test_the_first_arrangement_with_a_move_and_without_a_line_is_taken(seed: int) -> None:
    played = play(STUCK, "b4-b3", seed=seed)
    assert notes(played.events, "reshuffle")
    assert GAME.rows(played.state) == first_arrangement(LEFT, seed, master=False)
    assert GAME.legal(played.state, 0)


def test_no_arrangement_has_a_move_so_the_level_is_lost_and_the_board_left_as_it_was() -> None:
    played = play("# y #\nb y g\ny b #", "a3-b3", seed=3)
    assert GAME.outcome(played.state) == Outcome("lost", "deadlock", (), (30,))
    assert not notes(played.events, "reshuffle")
    assert GAME.rows(played.state) == ["# . #", "b . g", "b . #"]
    assert GAME.to_act(played.state) == ()


def test_in_company_a_deadlock_ends_the_game_and_totals_stand() -> None:
    """The duel's end; a sprint's boards are games of their own, of which the table takes the total."""
    played = play("# y #\nb y g\ny b #", "a3-b3", MASTER, mana=[0, 0], scores=[0, 50], seat=0)
    assert GAME.outcome(played.state) == Outcome("over", "deadlock", (0,), (100, 50))


#: After a4-a3 three rubies and a sapphire are left, on three cells in a row and one apart. Only with a line
#: on the three is there a move: one that swaps two of them with each other.
LINES_ONLY = """
    y # r b r
    y # # # #
    r # # # #
    y # # # #
    """


@pytest.mark.parametrize("seed", range(10))
def test_lines_that_a_reshuffle_brings_burst_for_free_and_winning_is_looked_at_again(seed: int) -> None:
    played = play(LINES_ONLY, "a4-a3", seed=seed, goals={"r": 3}, moves_left=9)
    assert len(notes(played.events, "reshuffle")) == 1
    assert not notes(played.events, "cascade")  # their cascade index is 0
    assert played.points == 30 + 30
    assert GAME.position(played.state)["moves_left"] == 8
    assert GAME.outcome(played.state) == Outcome("won", "goals", (0,), (60,))


@pytest.mark.parametrize("seed", range(10))
def test_after_those_lines_a_deadlock_is_looked_at_again(seed: int) -> None:
    played = play(LINES_ONLY, "a4-a3", seed=seed, goals={"r": 4}, moves_left=9)
    assert GAME.outcome(played.state) == Outcome("lost", "deadlock", (), (60,))
    assert GAME.rows(played.state)[3] == "b # # # #"


def test_a_power_gem_is_shuffled_in_master_alone() -> None:
    board = "y  g b\nb  y r\ny  g y\nr- y b"
    moved = {GAME.rows(play(board, "b4-b3", MASTER, seed=seed).state)[3].split()[0] for seed in range(20)}
    assert len(moved) > 1
    still = {"base": MASTER, "reshuffle_specials": 0}
    kept = {GAME.rows(play(board, "b4-b3", still, seed=seed).state)[3].split()[0] for seed in range(20)}
    assert kept == {"r-"}


@settings(max_examples=150)
@given(data=st.data(), rules=st.sampled_from([DESIGNER, MASTER]), seed=st.integers(0, 2**64 - 1))
def test_every_reshuffle_is_fair(data: st.DataObject, rules: str, seed: int) -> None:
    """What the kernel makes of any stuck board is what the slow oracle finds with the same luck."""
    rows = data.draw(boards(rules, 5, 12))
    state = GAME.load(rules, {"rows": rows, "seed": seed})
    for move in GAME.legal(state, 0)[:6]:
        played = GAME.play(state, 0, move)
        found = notes(played.events, "reshuffle")
        if not found:
            continue
        before = painted_until(rows, played.events, found[0].wave)
        shuffled = painted_until(rows, played.events, found[0].wave + 1)
        assert shuffled == first_arrangement(before, seed, master=rules == MASTER)


def painted_until(rows: list[str], events: list[Event], wave: int) -> list[str]:
    """The board as it was before a wave."""
    return paint(rows, [event for event in events if event.wave < wave])


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32),
    rows=st.lists(st.lists(st.sampled_from("???#"), min_size=4, max_size=4), min_size=4, max_size=4),
    colours=st.integers(1, 3),
)
def test_an_opening_has_a_move_and_no_line_or_is_over(seed: int, rows: list[list[str]], colours: int) -> None:
    weights = dict.fromkeys("rbg"[:colours], 1)
    setup = {
        "rules": DESIGNER,
        "position": {"rows": [" ".join(row) for row in rows], "source": {"weights": weights}},
    }
    state = GAME.new(setup, seed)
    if GAME.outcome(state) is not None:
        assert GAME.outcome(state) == Outcome("lost", "deadlock", (), (0,))
        return
    assert GAME.legal(state, 0)
    assert not find_runs(parse_rows(GAME.rows(state), master=False))


def test_a_slide_of_a_reshuffle_moves_every_piece_at_once() -> None:
    played = play(STUCK, "b4-b3", seed=5)
    (note,) = notes(played.events, "reshuffle")
    slides = [event for event in played.events if isinstance(event, Slide) and event.wave == note.wave]
    assert {slide.from_ for slide in slides} == {slide.to for slide in slides}
