"""What many games of a level say about it: rates with intervals, quantiles, counts. No clock in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

from tilewright.core.game import Tally
from tilewright.lab.simulate import Simulation

#: The confidence of all intervals.
CONFIDENCE = 0.95


class Quantiles(msgspec.Struct, frozen=True):
    """Values that a tenth, a quarter, half, three quarters, nine tenths of a sample do not exceed."""

    p10: int
    p25: int
    median: int
    p75: int
    p90: int


class Failure(msgspec.Struct, frozen=True):
    """The goal most often unmet in lost games: in how many of them, and the median of what was left of it."""

    goal: str
    games: int
    left: int


class Summary(msgspec.Struct, frozen=True):
    """One level as a bot found it.

    `passed` is the share of games won, `low` and `high` its Wilson interval. `moves_left` is that of the
    games won, None where none was won or moves are not limited. `unfinished` games took longer than any may.
    """

    level: str
    name: str
    games: int
    won: int
    passed: float
    low: float
    high: float
    moves: Quantiles
    moves_left: Quantiles | None
    failed_most: Failure | None
    cascades_per_move: float
    longest_cascade: int
    reshuffles: int
    deadlocks: int
    unfinished: int


def wilson(won: int, games: int) -> tuple[float, float]:
    """The Wilson score interval of a rate, at 95 %."""
    from scipy.stats import binomtest  # noqa: PLC0415 (a second of loading that nobody should wait for early)

    interval = binomtest(won, games).proportion_ci(CONFIDENCE, method="wilson")
    return round(float(interval.low), 6), round(float(interval.high), 6)


def quantiles(values: Sequence[int]) -> Quantiles | None:
    """Quantiles that are themselves values of the sample; None for an empty one."""
    if not values:
        return None
    shares = [0.1, 0.25, 0.5, 0.75, 0.9]
    return Quantiles(*(int(value) for value in np.quantile(values, shares, method="inverted_cdf")))


def failed_most(tallies: Sequence[Tally]) -> Failure | None:
    """The goal most often unmet in the games that were lost; the first of its setup on a tie."""
    lost = [tally for tally in tallies if tally.result == "lost"]
    counts = Counter(goal for tally in lost for goal in tally.unmet)
    if not counts:
        return None
    goal, games = counts.most_common(1)[0]
    left = quantiles([tally.unmet[goal] for tally in lost if goal in tally.unmet])
    return Failure(goal, games, left.median if left else 0)


def summarise(level: str, name: str, tallies: Sequence[Tally]) -> Summary | None:
    """The games of one level in numbers; None where none was played."""
    moves = quantiles([tally.moves for tally in tallies])
    if moves is None:
        return None
    won = [tally for tally in tallies if tally.result in ("won", "over")]
    low, high = wilson(len(won), len(tallies))
    played = sum(tally.moves for tally in tallies)
    return Summary(
        level=level,
        name=name,
        games=len(tallies),
        won=len(won),
        passed=round(len(won) / len(tallies), 6),
        low=low,
        high=high,
        moves=moves,
        moves_left=quantiles([tally.moves_left for tally in won if tally.moves_left is not None]),
        failed_most=failed_most(tallies),
        cascades_per_move=round(sum(tally.cascades for tally in tallies) / max(1, played), 4),
        longest_cascade=max(tally.longest_cascade for tally in tallies),
        reshuffles=sum(tally.reshuffles for tally in tallies),
        deadlocks=sum(tally.reason == "deadlock" for tally in tallies),
        unfinished=sum(tally.result == "open" for tally in tallies),
    )


def summaries(simulation: Simulation) -> list[Summary]:
    """All levels of a simulation of which a game was played, in its order."""
    found = (summarise(batch.job.level, batch.job.name, batch.tallies) for batch in simulation.batches)
    return [summary for summary in found if summary is not None]
