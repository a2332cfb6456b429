"""Statistics against published values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.game import Tally
from tilewright.lab.statistics import Failure, Quantiles, failed_most, quantiles, summarise, wilson


# Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_interval_is_the_published_one(won: int, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 2000), st.data())
def test_wilson_interval_holds_the_rate(games: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(0, games))
    low, high = wilson(won, games)
    assert 0 <= low <= won / games + 1e-6
    assert won / games - 1e-6 <= high <= 1


def test_quantiles_are_values_of_the_sample() -> None:
    assert quantiles(list(range(1, 101))) == Quantiles(10, 25, 50, 75, 90)
    assert quantiles([7]) == Quantiles(7, 7, 7, 7, 7)
    assert quantiles([3, 1]) == Quantiles(1, 1, 1, 3, 3)
    assert quantiles([]) is None


def tally(seed: int = 0, result: str = "lost", moves_left: int | None = 0, **unmet: int) -> Tally:
    reason = {"won": "goals", "lost": "moves", "open": "unfinished"}[result]
    return Tally(seed, result, reason, 10, moves_left, 500, 4, 2, 1, unmet)  # type: ignore[arg-type]


def test_the_goal_that_failed_most_is_that_of_most_lost_games() -> None:
    tallies = [tally(r=5), tally(r=1, ice=9), tally(ice=2), tally(r=3), tally(result="open", box=1)]
    assert failed_most(tallies) == Failure("r", 3, 3)
    assert failed_most([tally(result="won", moves_left=2)]) is None


def test_a_summary_counts_every_game_once() -> None:
    tallies = [
        tally(result="won", moves_left=4),
        tally(result="won", moves_left=8),
        tally(r=2),
        tally(result="open"),
    ]
    one = summarise("pack/01", "Name", tallies)
    assert one is not None
    assert (one.games, one.won, one.passed, one.unfinished) == (4, 2, 0.5, 1)
    assert one.moves_left is not None
    assert one.moves_left.median == 4
    assert (one.cascades_per_move, one.longest_cascade, one.reshuffles, one.deadlocks) == (0.4, 2, 4, 0)
    assert summarise("pack/01", "Name", []) is None


def test_unlimited_moves_have_no_moves_left() -> None:
    one = summarise("pack/01", "Name", [tally(result="won", moves_left=None)])
    assert one is not None
    assert one.moves_left is None
