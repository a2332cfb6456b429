"""Simulations: the same whatever the workers, the chunks and the order; interruption keeps what is done."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.lab.levels import job
from tilewright.core.game import BadPosition, BadRequest
from tilewright.lab.report import as_csv, as_json
from tilewright.lab.simulate import Job, simulate
from tilewright.lab.statistics import summaries, wilson

JOBS = [job("colours"), job("boxes")]


def test_workers_and_chunks_change_nothing() -> None:
    wanted = simulate(JOBS, "goal", 60, first=100, workers=1, chunk=60)
    assert [tally.seed for tally in wanted.batches[0].tallies] == list(range(100, 160))
    for workers, chunk in ((1, 1), (2, 7), (5, 13), (3, 1000)):
        again = simulate(JOBS, "goal", 60, first=100, workers=workers, chunk=chunk)
        assert again == wanted
        assert as_json(again, summaries(again)) == as_json(wanted, summaries(wanted))
        assert as_csv(summaries(again)) == as_csv(summaries(wanted))


def test_another_seed_gives_other_games() -> None:
    one, other = (simulate(JOBS[:1], "random", 20, first=first).batches[0].tallies for first in (0, 20))
    assert {tally.seed for tally in one}.isdisjoint(tally.seed for tally in other)
    assert [tally.score for tally in one] != [tally.score for tally in other]


def test_progress_ends_with_every_game() -> None:
    heard: list[int] = []
    simulate(JOBS, "random", 30, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 60


def test_interruption_keeps_what_is_done() -> None:
    wanted = simulate(JOBS[:1], "random", 3000).batches[0].tallies

    def interrupt(begun: int) -> None:
        raise KeyboardInterrupt

    part = simulate(JOBS[:1], "random", 200_000, workers=2, progress=interrupt)
    assert part.interrupted
    tallies = part.batches[0].tallies
    assert 0 < len(tallies) < 200_000
    known = {tally.seed: tally for tally in wanted}
    assert all(known[tally.seed] == tally for tally in tallies if tally.seed in known)
    assert summaries(part)[0].games == len(tallies)


def test_bad_bots_and_setups_are_refused() -> None:
    with pytest.raises(BadRequest, match="no bot 'chess'"):
        simulate(JOBS, "chess", 1)
    broken = Job("x", "x", JOBS[0].game, {"rules": "designer-v1", "position": {"rows": ["r"]}})
    with pytest.raises(BadPosition):
        simulate([broken], "goal", 500)


# The games are the same every time, so these are facts, not chances; the margins leave room for changes.
STRENGTH = {"random": 400, "greedy": 400, "goal": 400, "lookahead": 120}


@pytest.mark.parametrize("name", ["colours", "ice", "grass", "boxes"])
def test_a_stronger_bot_is_stronger(name: str) -> None:
    """`random` ≤ `greedy` ≤ `goal` ≤ `lookahead`: no bot is shown to be weaker than the one before it."""
    bounds = []
    for bot, games in STRENGTH.items():
        won = sum(tally.result == "won" for tally in simulate([job(name)], bot, games).batches[0].tallies)
        bounds.append(wilson(won, games))
    for (low, _), (_, high) in pairwise(bounds):
        assert low <= high
    assert bounds[0][1] < bounds[2][0], "random below goal, intervals apart"
    assert bounds[1][1] < bounds[3][0], "greedy below lookahead, intervals apart"
