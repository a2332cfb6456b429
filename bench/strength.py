"""How strong the bots are: pass rates over a pack of levels with 95 % Wilson intervals, weakest bot first.

`python -m bench.strength` prints a table; a bot is better than the one before it where intervals are apart.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench.report import Line
from tilewright.bots import BOTS
from tilewright.content import packs
from tilewright.games import GAMES
from tilewright.lab.report import percent
from tilewright.lab.simulate import Job, simulate
from tilewright.lab.statistics import Summary, summaries, summarise

#: Games of each level; `lookahead` takes some thirty times as long as `goal`.
GAMES_EACH = {"random": 500, "greedy": 500, "goal": 500, "lookahead": 100}


def jobs(pack_id: str) -> list[Job]:
    """The levels of a pack."""
    levels = [level for pack in packs() if pack.id == pack_id for level in pack.levels]
    return [Job(level.id, level.name, GAMES[level.game], level.setup) for level in levels]


def measured(pack_id: str, share: float) -> dict[str, list[Summary]]:
    """Every bot's summaries over the levels, and of all their games at the end."""
    found: dict[str, list[Summary]] = {}
    for bot in BOTS:
        games = max(1, round(GAMES_EACH[bot] * share))
        simulation = simulate(jobs(pack_id), bot, games)
        tallies = [tally for batch in simulation.batches for tally in batch.tallies]
        whole = summarise("all levels", "", tallies)
        found[bot] = [*summaries(simulation), *([whole] if whole else [])]
    return found


def show(found: dict[str, list[Summary]]) -> None:
    """Print a row for each level, a column for each bot."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("level", no_wrap=True)
    table.add_column("name", no_wrap=True)
    for bot in found:
        table.add_column(bot, justify="right", no_wrap=True)
    for row in zip(*found.values(), strict=True):
        table.add_row(row[0].level, row[0].name, *(_cell(row, index) for index in range(len(row))))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 160
    console.print(table)
    console.print(
        "pass rate (95 %): ▲ better than the bot to the left, intervals apart; ▼ worse", soft_wrap=True
    )


def _cell(row: Sequence[Summary], index: int) -> Text:
    one, before = row[index], row[index - 1] if index else None
    mark, style = " ", ""
    if before is not None and before.high < one.low:
        mark, style = "▲", "green"
    elif before is not None and one.high < before.low:
        mark, style = "▼", "red"
    return Text(f"{mark} {percent(one.passed)} ({percent(one.low)} – {percent(one.high)})", style=style)


def measure() -> list[Line]:
    """Lines of the report: the pass rate of each bot over all levels, and whether it beats the one before."""
    lines: list[Line] = []
    before: Summary | None = None
    for bot, rows in measured("designer-v1", 0.4).items():
        one = rows[-1]
        stronger = None if before is None else before.high < one.low
        figure = f"{percent(one.passed)} ({percent(one.low)} – {percent(one.high)})"
        lines.append(
            Line(
                f"pass rate of {bot}, all levels", figure, "above the one before" if before else "", stronger
            )
        )
        before = one
    return lines


def strength(args: argparse.Namespace) -> int:
    """Measure and print; 1 where a bot is shown to be weaker over all levels than the one before it."""
    found = measured(args.pack, args.share)
    show(found)
    whole = [rows[-1] for rows in found.values()]
    return int(any(one.high < before.low for before, one in pairwise(whole)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--pack", default="designer-v1", help="the pack of levels (designer-v1)")
    parser.add_argument("--share", type=float, default=1.0, help="a share of the usual number of games (1.0)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.strength", description=__doc__)
    add_arguments(parser)
    sys.exit(strength(parser.parse_args()))
