"""`tilewright levels`: the packs and levels that ship with Tilewright."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any, Final

from tilewright.cli.errors import CommandError

if TYPE_CHECKING:
    from tilewright.content import Level, Pack

NAME: Final = "levels"
HELP: Final = "List the packs and their levels: id, name, moves, goals, and how often a bot passes them."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", nargs="?", metavar="PACK", help="list this pack only")
    parser.add_argument("--json", action="store_true", help="print one JSON array instead of text")


def run(args: argparse.Namespace) -> int:
    """List the packs."""
    chosen = _chosen(args.pack)
    if args.json:
        print(json.dumps([_pack_json(pack) for pack in chosen], ensure_ascii=False, indent=2))
    else:
        for number, pack in enumerate(chosen):
            if number:
                print()
            _print_pack(pack)
    return 0


def _chosen(name: str | None) -> list[Pack]:
    """The packs to list.

    Raises:
        CommandError: there is no such pack, or a shipped level cannot be read.
    """
    from tilewright.content import LevelError, packs

    try:
        found = packs()
    except LevelError as error:
        raise CommandError(str(error), "Set Tilewright up again: python3 run.py setup") from error
    if name is None:
        return found
    chosen = [pack for pack in found if pack.id == name]
    if not chosen:
        known = ", ".join(pack.id for pack in found) or "none"
        raise CommandError(f"There is no pack {name!r}.", f"Packs: {known}")
    return chosen


def _print_pack(pack: Pack) -> None:
    """A pack as aligned columns."""
    from rich.console import Console
    from rich.text import Text

    from tilewright.games import GAMES

    console = Console(highlight=False, soft_wrap=True)
    about = f"{pack.id} · {GAMES[pack.game].title} · {_count(len(pack.levels), 'level')}"
    console.print(Text.assemble((pack.title, "bold"), "   ", (about, "dim")))
    table = [
        (level.id, level.name, moves_of(level), goals_of(level), _passed(level)) for level in pack.levels
    ]
    widths = [max((len(row[i]) for row in table), default=0) for i in range(5)]
    for level, row in zip(pack.levels, table, strict=True):
        name, title, moves, goals, passed = (
            text.ljust(width) for text, width in zip(row, widths, strict=True)
        )
        line = Text.assemble("  ", (name, "cyan"), "  ", (title, "bold"), f"  {moves}  {goals}  ")
        if widths[4]:
            line.append(f"{passed}  ", "green")
        line.append(level.idea, "dim")
        console.print(line)


def moves_of(level: Level) -> str:
    """The number of moves in words, or nothing where they are not counted."""
    moves = level.setup["position"].get("moves_left")
    return _count(moves, "move") if isinstance(moves, int) else ""


def goals_of(level: Level) -> str:
    """The goals in short, such as `r 15, ice 4`."""
    goals = level.setup["position"].get("goals") or {}
    return ", ".join(f"{key} {count}" for key, count in goals.items())


def _passed(level: Level) -> str:
    """How often a bot passes the level, as a percentage."""
    return f"{100 * level.measured.passed:3.0f} %" if level.measured else ""


def _count(number: int, word: str) -> str:
    """A number with its word, such as `2 levels`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def _pack_json(pack: Pack) -> dict[str, Any]:
    """A pack for a program."""
    import msgspec

    levels = [
        {
            **msgspec.to_builtins(level),
            "moves": level.setup["position"].get("moves_left"),
            "goals": level.setup["position"].get("goals") or {},
        }
        for level in pack.levels
    ]
    chapters = msgspec.to_builtins(pack.chapters)
    return {"id": pack.id, "title": pack.title, "game": pack.game, "levels": levels, "chapters": chapters}
