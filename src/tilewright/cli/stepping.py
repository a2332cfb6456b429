"""Stepping through a record on a terminal, forwards and backwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

from tilewright.cli.board import show
from tilewright.cli.replay import DIVERGED, Replay, Step, title_of
from tilewright.cli.telling import tell_counters, tell_move, tell_outcome
from tilewright.table import Diverged

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS: Final = "Enter next · b back · a number goes there · e end · q quit"


def step_through(replay: Replay, last: int) -> int:
    """Show the opening, then a move for each Enter; the exit code."""
    console = Console(highlight=False, markup=False)
    console.print(Text(title_of(replay.record, replay.game), style="bold"))
    console.print(Text(KEYS, style="dim"))
    coming = replay.steps()
    seen: list[Step] = []
    at = 0
    while True:
        try:
            at = _reach(coming, seen, at)
            if at == last == len(replay.record.moves):
                next(coming, None)  # what stands behind the last move is checked too
        except Diverged as diverged:
            console.print(Text(f"First divergence: {diverged}", style="bold red"))
            return DIVERGED
        _show(console, replay, seen[at], last)
        try:
            word = input(f"[{at}/{last}] ").strip().lower()
        except EOFError:
            console.print()
            return 0
        if word in ("q", "quit"):
            return 0
        if word in ("", "n", "next"):
            if at == last:
                return 0
            at += 1
        elif word in ("b", "back"):
            at = max(0, at - 1)
        elif word in ("e", "end"):
            at = last
        elif word.isdecimal() and int(word) <= last:
            at = int(word)
        else:
            console.print(Text(KEYS, style="dim"))


def _reach(coming: Iterator[Step], seen: list[Step], at: int) -> int:
    """Play on until step `at` has been seen; returns it."""
    while len(seen) <= at:
        seen.append(next(coming))
    return at


def _show(console: Console, replay: Replay, step: Step, last: int) -> None:
    """One step: what was done, the board, the counters."""
    if step.number:
        console.print(Text.assemble((f"{step.number}. {step.move}", "bold"), f"  {step.told}"))
        for sentence in tell_move(step.events, step.points):
            console.print(Text(sentence))
    show(console, replay.game.rows(step.state))
    console.print(Text(tell_counters(replay.game.position(step.state)), style="bold"))
    if step.outcome is not None:
        console.print(Text(tell_outcome(step.outcome), style="bold green"))
    if step.number == last:
        console.print(Text("The end of the record.", style="dim"))
