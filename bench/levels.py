"""How hard the levels of designer-v1 are: a bot plays each on a range of seeds; drift is told.

`python -m bench levels` measures and compares; `python -m bench.levels --write` stores what it measured.
A level has drifted when its stored share lies outside the new 95 % interval; the shares are to lie between
35 % and 95 % and to fall over the pack.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.stats import binomtest

from bench.report import Line
from tilewright.content import Level, Measured, load_level, packs, write_measured
from tilewright.games import GAMES

#: The campaign has a measure of its own, bench.campaign.
PACK = "designer-v1"
BOT = "goal"
GAMES_EACH = 1000
LOWEST, HIGHEST = 0.35, 0.95


class Fresh(NamedTuple):
    """A level and what was measured now."""

    level: Level
    now: Measured

    @property
    def drifted(self) -> bool:
        """Whether the stored share does not fit what was measured now."""
        stored = self.level.measured
        return stored is None or not self.now.low <= stored.passed <= self.now.high

    @property
    def in_band(self) -> bool:
        """Whether the level is neither a gift nor a wall."""
        return LOWEST <= self.now.passed <= HIGHEST


def measure_level(level: Level, bot: str = BOT, games: int = GAMES_EACH, first: int = 0) -> Fresh:
    """Play a level once with each seed from `first` on."""
    game = GAMES[level.game]
    seeds = np.arange(first, first + games, dtype=np.int64)
    tallies = game.run_many(level.setup, bot, seeds, lambda: False)
    won = sum(1 for tally in tallies if tally.result == "won")
    interval = binomtest(won, games).proportion_ci(confidence_level=0.95, method="wilson")
    passed, low, high = (round(float(share), 4) for share in (won / games, interval.low, interval.high))
    return Fresh(level, Measured(bot, games, first, first + games - 1, passed, low, high))


def shipped(ids: Sequence[str] = ()) -> list[Level]:
    """The levels with these ids or files, or all of the pack."""
    if ids:
        return [load_level(name) for name in ids]
    return [level for pack in packs() if pack.id == PACK for level in pack.levels]


def measure_all(levels: Sequence[Level], bot: str, games: int) -> list[Fresh]:
    """Measure levels on all cores; kernels release the interpreter's lock."""
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        return list(pool.map(lambda level: measure_level(level, bot, games), levels))


def measure() -> list[Line]:
    """The lines of the bench report: a level each, what was stored as the expected figure."""
    lines = []
    for level, now in measure_all(shipped(), BOT, GAMES_EACH):
        stored = f"{level.measured.passed:.1%} stored" if level.measured else "nothing stored"
        fresh = Fresh(level, now)
        figure = f"{now.passed:.1%} ({now.low:.1%} – {now.high:.1%})"
        lines.append(Line(f"{level.id} {level.name}", figure, stored, fresh.in_band and not fresh.drifted))
    return lines


def show(results: Sequence[Fresh]) -> None:
    """A table of what was measured beside what is stored."""
    table = Table(box=None, pad_edge=False)
    for name, justify in (("level", "left"), ("", "left"), ("passed", "right"), ("95 %", "right")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    table.add_column("stored", justify="right")
    table.add_column("")
    for fresh in results:
        level, now = fresh
        notes = [] if fresh.in_band else ["outside 35 – 95 %"]
        notes += ["drifted"] if fresh.drifted else []
        table.add_row(
            level.id,
            level.name,
            f"{now.passed:.1%}",
            f"{now.low:.1%} – {now.high:.1%}",
            f"{level.measured.passed:.1%}" if level.measured else "–",
            ", ".join(notes),
        )
    Console().print(table)


def measure_levels(args: argparse.Namespace) -> int:
    """Measure, show and, where wanted, write; 1 when a level drifted and was not written."""
    results = measure_all(shipped(args.level), args.bot, args.games)
    show(results)
    if args.write:
        for level, now in results:
            write_measured(Path(level.path), now)
        return 0
    return 1 if any(fresh.drifted for fresh in results) else 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments that `measure_levels` takes."""
    parser.add_argument("level", nargs="*", help="level ids or files (default: all of the pack)")
    parser.add_argument("--bot", default=BOT, help=f"who plays (default: {BOT})")
    parser.add_argument("--games", type=int, default=GAMES_EACH, help=f"games each (default: {GAMES_EACH})")
    parser.add_argument("--write", action="store_true", help="store what was measured in the level files")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.levels", description=__doc__)
    add_arguments(parser)
    try:
        sys.exit(measure_levels(parser.parse_args()))
    except KeyboardInterrupt:
        sys.exit(130)
