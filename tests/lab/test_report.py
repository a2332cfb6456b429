"""Tables: coloured on a terminal, plain elsewhere, aligned in both."""

from __future__ import annotations

import io
import re

import pytest

from tilewright.core.game import Tally
from tilewright.games import GAMES
from tilewright.lab.report import Timing, print_table
from tilewright.lab.simulate import Batch, Job, Simulation
from tilewright.lab.statistics import summaries


def simulation(won: int, lost: int) -> Simulation:
    """A level whose games went so."""
    job = Job("pack/01", "Übung ✓", GAMES["match3"], {})
    wins = [Tally(seed, "won", "goals", 8, 4, 900, 5, 2, 0, {}) for seed in range(won)]
    losses = [Tally(won + seed, "lost", "moves", 12, 0, 500, 5, 2, 0, {"ice": 3}) for seed in range(lost)]
    return Simulation("goal", 0, won + lost, (Batch(job, won + lost, (*wins, *losses)),), interrupted=False)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("won", "colour"), [(2, "31"), (5, "33"), (9, "32")])
def test_a_terminal_shows_how_hard_a_level_is_in_colour(
    won: int, colour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("NO_COLOR", raising=False)
    games = simulation(won, 10 - won)
    terminal, pipe = Terminal(), io.StringIO()
    print_table(games, summaries(games), Timing(1.5, 2000.0), terminal)
    print_table(games, summaries(games), Timing(1.5, 2000.0), pipe)
    assert f"\x1b[{colour}m" in terminal.getvalue()
    assert "\x1b" not in pipe.getvalue()
    plain = re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue())
    assert plain == pipe.getvalue()
    assert f"{10 * won}.0 %" in plain
    assert "ice (100 % of lost, 3 left)" in plain
    assert "2,000 games/s · 1.5 s" in plain
