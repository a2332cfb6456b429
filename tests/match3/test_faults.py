"""Faults that users found in other match-3 engines, each with a position worked out by hand.

The kind behind each fault is closed by the laws (tests/laws) and by test_conservation.py beside this file.
No pieces fall in, and nothing is reshuffled, unless a test says so.
"""

from __future__ import annotations

import copy
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tests.match3.play import (
    DESIGNER,
    GAME,
    MASTER,
    cleared,
    load,
    notes,
    play,
    rows,
    rows_of,
    slid,
    spawned,
)
from tilewright.core.events import Clear, Slide
from tilewright.core.game import Illegal, Outcome

#: Nothing is reshuffled, so that the board stays as the move left it.
STILL = {"base": DESIGNER, "reshuffle_attempts": 0}
STILL_MASTER = {"base": MASTER, "reshuffle_attempts": 0}


def test_a_plus_completed_by_a_swap_is_one_group() -> None:
    played = play(
        """
        p o b p o
        o p g o p
        g g b g o
        p o g o p
        o p b p o
        """,
        "d3-c3",
    )
    assert cleared(played.events) == ["c2", "a3", "b3", "c3", "c4"]
    assert spawned(played.events) == [("c3", "*")]
    assert played.points == 50
    assert rows(played) == rows_of(
        """
        . . . p o
        p o . o p
        o p b b o
        p o * o p
        o p b p o
        """
    )


def test_a_plus_whose_middle_falls_in_is_one_group() -> None:
    played = play(
        """
        p o g o |
        o p g p o
        p g . g p
        o p g p o
        p o b o p
        """,
        "e1!",
    )
    assert spawned(played.events) == [("c3", "*")]
    assert played.points == (4 * 10 + 20) + 2 * 5 * 10
    assert rows(played) == rows_of(
        """
        p . . . .
        o o . o .
        p p . p .
        o p * p .
        p o b o .
        """
    )


def test_two_lines_of_one_swap_are_both_rewarded_before_anything_falls() -> None:
    played = play(
        """
        p o g o p
        o p g y o
        p o y g p
        o p g y o
        p o b y p
        """,
        "c3-d3",
    )
    assert cleared(played.events) == ["c1", "c2", "c3", "c4", "d2", "d3", "d4", "d5"]
    assert spawned(played.events) == [("c2", "-"), ("d3", "-")]
    assert played.points == 80
    last_clear = max(event.wave for event in played.events if isinstance(event, Clear))
    falls = [event for event in played.events if isinstance(event, Slide) and event.wave > 0]
    assert falls
    assert all(event.wave > last_clear for event in falls)
    assert rows(played) == rows_of(
        """
        p o . . p
        o p . . o
        p o . . p
        o p - o o
        p o b - p
        """
    )


def test_a_t_with_a_bar_of_five_is_a_rainbow() -> None:
    played = play(
        """
        p o b o p
        b b y b b
        p o b o p
        o p b p o
        """,
        "c1-c2",
    )
    assert len(cleared(played.events)) == 7
    assert spawned(played.events) == [("c2", "%")]
    assert rows(played) == rows_of(
        """
        . . . . .
        p o . o p
        p o y o p
        o p % p o
        """
    )


def test_a_line_of_seven_clears_seven() -> None:
    played = play(
        """
        o p r p o r p |
        r r . r r . r p
        p o p o p o p o
        """,
        "h1!",
        goals={"r": 9},
    )
    assert GAME.position(played.state)["goals"] == {"r": 2}
    assert spawned(played.events) == [("d2", "%")]
    assert played.points == (2 * 10 + 20) + 2 * 7 * 10
    assert rows(played) == rows_of(
        """
        . . . p . . . .
        o p . % o . p .
        p o p o p o p .
        """
    )


def test_chained_specials_fire_exactly_once() -> None:
    played = play(
        """
        p o p o
        - * | p
        o p o p
        """,
        "a2!",
        STILL,
        goals={"special": 9},
    )
    assert [note.at for note in notes(played.events, "fired")] == ["a2", "b2", "c2"]
    assert GAME.position(played.state)["goals"] == {"special": 6}
    assert played.points == 7 * 10 + 3 * 20
    assert rows(played) == rows_of(
        """
        . . . .
        . . . o
        . . . p
        """
    )


def test_a_special_lands_on_the_dropped_cell_and_the_grass_under_every_matched_cell_is_hit() -> None:
    played = play(
        """
        p  p   y  o  p
        y, y,, o, y, p
        o  p   o  p  o
        """,
        "c1-c2",
        goals={"grass": 9},
    )
    assert spawned(played.events) == [("c2", "|")]
    assert GAME.position(played.state)["goals"] == {"grass": 5}
    assert rows(played) == rows_of(
        """
        . .  o . p
        p p, | o p
        o p  o p o
        """
    )


def test_the_other_piece_of_a_swap_stays_where_it_was_put() -> None:
    played = play(
        """
        g b p o
        o g o p
        p g p o
        o p o p
        """,
        "a1-b1",
        STILL,
    )
    assert rows(played) == rows_of(
        """
        b . p o
        o . o p
        p . p o
        o p o p
        """
    )


AFTER_BLAST = """
    . . . .
    . . . g
    . . . p
    p . . g
    """


def test_a_line_left_by_a_tap_clears_at_once() -> None:
    played = play(
        """
        p r r g
        g p g p
        p * p g
        g p g r
        """,
        "b3!",
        STILL,
    )
    assert played.points == (8 * 10 + 20) + 2 * 3 * 10
    assert rows(played) == rows_of(AFTER_BLAST)


def test_a_line_left_by_a_blast_ability_clears_at_once() -> None:
    played = play(
        """
        p r r g
        g p g p
        p b p g
        g p g r
        """,
        "flame b3",
        STILL_MASTER,
        mana=[15],
        affinity=["r"],
    )
    assert played.points == 9 * 30 + 2 * 100
    assert rows(played) == rows_of(AFTER_BLAST)


def test_a_line_left_by_a_combination_clears_at_once() -> None:
    played = play(
        """
        p r o p
        o g r o
        r % g p
        p o p o
        """,
        "b3-c3",
        STILL,
    )
    assert played.points == (2 * 10 + 20) + 2 * 3 * 10
    assert rows(played) == rows_of(
        """
        . . . p
        p . . o
        o . o p
        p o p o
        """
    )


def test_explosions_count_toward_goals() -> None:
    played = play(
        """
        p o p o p
        o - r y, [2]
        p o p' o p
        """,
        "b2!",
        goals={"r": 5, "y": 5, "o": 5, "grass": 5, "box": 5, "special": 5},
    )
    assert GAME.position(played.state)["goals"] == {
        "r": 4,
        "y": 4,
        "o": 4,
        "grass": 4,
        "box": 4,
        "special": 4,
    }


@pytest.mark.parametrize("move", ["b1-b2", "b2-b1", "b1-a1"])
def test_a_frozen_piece_cannot_be_swapped(move: str) -> None:
    state = load(
        """
        p r' o
        r o  r
        o p  o
        """
    )
    before = GAME.save(state)
    with pytest.raises(Illegal, match="M4"):
        GAME.play(state, 0, move)
    assert GAME.save(state) == before


def test_a_frozen_piece_where_two_runs_cross_is_matched_once() -> None:
    played = play(
        """
        r   p o p |
        r   o p o p
        .   r o y o
        r'' . r b p
        """,
        "e1!",
        goals={"ice": 9},
    )
    assert GAME.position(played.state)["goals"] == {"ice": 8}
    assert played.points == (3 * 10 + 20) + 2 * 4 * 10
    assert spawned(played.events) == [("a2", "*")]  # M16: a4 is taken
    assert rows(played) == rows_of(
        """
        .  . . p .
        .  . o o .
        *  p p y .
        r' o o b .
        """
    )


def test_a_frozen_piece_thaws_without_being_cleared() -> None:
    played = play(
        """
        p  o r p
        r' r p o
        o  p o p
        """,
        "c1-c2",
        STILL,
        goals={"r": 9, "ice": 9},
    )
    assert GAME.position(played.state)["goals"] == {"r": 7, "ice": 8}
    assert "a2" not in cleared(played.events)
    assert rows(played) == rows_of(
        """
        p . . p
        r o p o
        o p o p
        """
    )


def test_a_frozen_power_gem_that_is_matched_does_not_fire() -> None:
    played = play(
        """
        p   g r p
        r-' r p g
        g   p g p
        """,
        "c1-c2",
        STILL_MASTER,
    )
    assert notes(played.events, "fired") == []
    assert played.points == 100
    assert rows(played)[1].split()[0] == "r-"


def test_nothing_falls_through_a_hole() -> None:
    played = play(
        """
        b o p o
        # p o p
        p r r o
        r o p p
        """,
        "a4-a3",
        STILL,
    )
    assert all(start[0] == end[0] for start, end in slid(played.events)[2:])
    assert not [slide for slide in slid(played.events)[2:] if slide[0][0] == "a"]
    assert rows(played) == rows_of(
        """
        b . . o
        # o p p
        . p o o
        p o p p
        """
    )


def test_two_rockets_in_a_row_clear_row_and_column() -> None:
    played = play(
        """
        p o p o p
        o p o p o
        p - - o p
        o p o p o
        """,
        "b3-c3",
        STILL,
    )
    assert played.points == 6 * 10 + 2 * 20
    assert rows(played) == rows_of(
        """
        . . . . .
        p o . o p
        o p . p o
        o p . p o
        """
    )


@pytest.mark.parametrize("seed", range(20))
def test_a_reshuffle_permutes_and_invents_nothing(seed: int) -> None:
    played = play(
        """
        y g b @
        b y r [1]
        y g y #
        g y b p',
        """,
        "b4-b3",
        seed=seed,
    )
    (note,) = notes(played.events, "reshuffle")
    moved = [event for event in played.events if isinstance(event, Slide) and event.wave == note.wave]
    assert sorted(event.from_ for event in moved) == sorted(event.to for event in moved)
    columns = list(zip(*(row.split() for row in rows(played)), strict=True))
    assert columns[3] == ("@", "[1]", "#", "p',")
    assert sorted("".join(cell for column in columns[:3] for cell in column)) == sorted("...yygggbbbr")


def test_a_strayed_neighbour_of_the_same_colour_stays() -> None:
    played = play(
        """
        p y o p
        y y p o
        o p y b
        """,
        "c3-c2",
        STILL,
    )
    assert cleared(played.events) == ["a2", "b2", "c2"]
    assert rows(played) == rows_of(
        """
        . . . p
        p y o o
        o p p b
        """
    )


def test_observations_are_no_aliases() -> None:
    source = {"weights": {"r": 1, "g": 1}}
    given = {"rows": rows_of("r r b\nb g r\ng r b"), "source": source, "goals": {"r": 3}, "drops": {"a": "g"}}
    state = GAME.load(DESIGNER, given)
    want = copy.deepcopy(GAME.position(state))
    source["weights"]["r"] = 99
    given.clear()
    handed = GAME.position(state)
    handed["source"]["weights"].clear()
    handed["goals"].clear()
    handed["rows"].clear()
    GAME.legal(state, 0).clear()
    view = GAME.view(state, 0)
    view.records["colour"][0][:] = 0
    view.rules["taps"][0] = 0
    assert GAME.position(state) == want
    assert GAME.rows(state) == want["rows"]


def outcome_of(seed: int) -> tuple[str, Outcome | None]:
    """A whole game of fixed choices."""
    setup = {
        "rules": DESIGNER,
        "position": {
            "rows": ["? ? ? ? ? ? ?"] * 7,
            "source": {"weights": {"r": 1, "b": 1, "g": 1, "y": 1}},
            "moves_left": 15,
            "goals": {"r": 30},
        },
    }
    state = GAME.new(setup, seed)
    choices = np.random.default_rng(seed)
    while moves := GAME.legal(state, 0):
        state = GAME.play(state, 0, moves[int(choices.integers(len(moves)))]).state
    return GAME.digest(state), GAME.outcome(state)


def test_no_thread_or_order_changes_an_outcome() -> None:
    alone = [outcome_of(seed) for seed in range(40)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(outcome_of, range(40))) == alone
    assert [outcome_of(seed) for seed in reversed(range(40))] == alone[::-1]


def test_the_opening_board_varies_with_the_seed() -> None:
    setup = {
        "rules": DESIGNER,
        "position": {"rows": ["? ? ? ? ? ?"] * 6, "source": {"weights": {"r": 1, "b": 1, "g": 1, "y": 1}}},
    }
    boards = {tuple(GAME.rows(GAME.new(setup, seed))) for seed in range(200)}
    assert len(boards) == 200
