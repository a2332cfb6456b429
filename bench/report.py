"""A line of a report, and how reports are shown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table


class Line(NamedTuple):
    """What was measured, the figure, what is expected, and whether it was met (None: nothing expected)."""

    what: str
    figure: str
    expected: str
    met: bool | None


def show(lines: Sequence[Line], *, as_json: bool) -> None:
    """Print a table for people or one JSON array for machines."""
    if as_json:
        print(json.dumps([line._asdict() for line in lines], ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False)
    for name, justify in (("measured", "left"), ("figure", "right"), ("expected", "right"), ("", "left")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    for line in lines:
        mark = {True: "[green]met[/]", False: "[red]missed[/]", None: ""}[line.met]
        table.add_row(line.what, line.figure, line.expected, mark)
    console = Console()
    if not console.is_terminal:
        console.width = 120  # a pipe has no width of its own
    console.print(table)
