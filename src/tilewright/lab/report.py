"""A simulation for people (a table), for programs (JSON) and for spreadsheets (CSV)."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, Final, TextIO

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tilewright.lab.simulate import Simulation
from tilewright.lab.statistics import Quantiles, Summary

#: A pass rate below the first is red, below the second yellow, from there on green.
HARD: Final = 0.35
FAIR: Final = 0.65

#: Wide enough for every column where nobody looks at a terminal.
_PIPE_WIDTH: Final = 200


class Timing(msgspec.Struct, frozen=True):
    """How long a simulation took: kept apart from the statistics, which never depend on it."""

    seconds: float
    games_per_second: float


def timing(simulation: Simulation, seconds: float) -> Timing:
    """The timing of a simulation."""
    games = sum(len(batch.tallies) for batch in simulation.batches)
    return Timing(round(seconds, 3), round(games / seconds, 1) if seconds > 0 else 0.0)


def print_table(
    simulation: Simulation, found: Sequence[Summary], took: Timing | None, stream: TextIO | None = None
) -> None:
    """Print a table: coloured on a terminal, plain text in a pipe."""
    console = Console(file=stream, highlight=False)
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    console.print(_table(found))
    seeds = f"seeds {simulation.first} to {simulation.first + simulation.games - 1}"
    last = f"bot {simulation.bot} · {seeds} · 95 % Wilson intervals · moves left of games won"
    console.print(Text(last, style="dim"), soft_wrap=True)
    if took is not None:
        speed = f"{took.games_per_second:,.0f} games/s · {took.seconds:.1f} s"
        console.print(Text(speed, style="dim"), soft_wrap=True)


def _table(found: Sequence[Summary]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("level", no_wrap=True)
    table.add_column("name", no_wrap=True)
    for heading in ("games", "pass", "95 %", "moves left", "10–90 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("failed most", no_wrap=True)
    for heading in ("cascades/move", "reshuffles", "deadlocks"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found:
        table.add_row(
            one.level,
            one.name,
            f"{one.games:,}",
            Text(percent(one.passed), style=_style(one.passed)),
            f"{percent(one.low)} – {percent(one.high)}",
            str(one.moves_left.median) if one.moves_left else "–",
            f"{one.moves_left.p10} – {one.moves_left.p90}" if one.moves_left else "–",
            _failure(one),
            f"{one.cascades_per_move:.2f}",
            f"{one.reshuffles:,}",
            f"{one.deadlocks:,}" + (f" (+{one.unfinished:,} unfinished)" if one.unfinished else ""),
        )
    return table


def percent(share: float) -> str:
    """A share as `61.2 %`."""
    return f"{100 * share:.1f} %"


def _style(passed: float) -> str:
    return "red" if passed < HARD else "yellow" if passed < FAIR else "green"


def _failure(one: Summary) -> str:
    failure = one.failed_most
    lost = one.games - one.won - one.unfinished
    if failure is None or lost == 0:
        return "–"
    return f"{failure.goal} ({100 * failure.games / lost:.0f} % of lost, {failure.left} left)"


def as_json(simulation: Simulation, found: Sequence[Summary], took: Timing | None = None) -> str:
    """One JSON object; the same seeds give the same bytes, unless a timing is asked for."""
    report: dict[str, Any] = {
        "bot": simulation.bot,
        "first_seed": simulation.first,
        "games": simulation.games,
        "interrupted": simulation.interrupted,
        "levels": found,
    }
    if took is not None:
        report["timing"] = took
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()


def as_csv(found: Sequence[Summary]) -> str:
    """A line for each level under a line of headings."""
    nested = ("moves", "moves_left", "failed_most")
    columns = [field for field in Summary.__struct_fields__ if field not in nested]
    shares = Quantiles.__struct_fields__
    failure = ("goal", "games", "left")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    headings = [f"{part}_{share}" for part in ("moves", "moves_left") for share in shares]
    writer.writerow([*columns, *headings, *(f"failed_most_{part}" for part in failure)])
    for one in found:
        row: list[Any] = [getattr(one, column) for column in columns]
        for values in (one.moves, one.moves_left):
            row += [getattr(values, share) if values else "" for share in shares]
        row += [getattr(one.failed_most, part) if one.failed_most else "" for part in failure]
        writer.writerow(row)
    return out.getvalue()
