"""`tilewright validate`: everything that is wrong with level files, with line, cell and remedy."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tilewright.cli.errors import CommandError

if TYPE_CHECKING:
    from rich.text import Text

    from tilewright.content import LevelProblem

NAME: Final = "validate"
HELP: Final = """Say everything that is wrong with level files: file, line, cell or key, and how to mend it.

A folder means every level file in it and below. Exit code 0 when all levels can be played (warnings may
remain), 2 when one has an error."""

_PACK_FILE: Final = "pack.toml"
_COLOURS: Final = {"error": "bold red", "warning": "yellow"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="FILE|DIR", help="level files, or folders of them")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def run(args: argparse.Namespace) -> int:
    """Check the files; 2 when one of them has an error."""
    from tilewright.content import check_level

    files = list(dict.fromkeys(find_files([Path(path) for path in args.paths])))
    problems = [(file, check_level(file)) for file in files]
    found = [problem for _, listed in problems for problem in listed]
    errors = sum(1 for problem in found if problem.level == "error")
    if args.json:
        _print_json(len(files), found, errors)
    else:
        _print_text(problems, errors, len(found) - errors)
    return 2 if errors else 0


def find_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The level files that the paths mean: themselves, or all below a folder, sorted.

    Raises:
        CommandError: a folder holds no level file.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(file for file in path.rglob("*.toml") if file.name != _PACK_FILE)
        if not inside:
            raise CommandError(f"There is no level file in {path}.", "Level files end in .toml.")
        yield from inside


def _print_json(files: int, problems: list[LevelProblem], errors: int) -> None:
    """One JSON object with all problems."""
    import json

    import msgspec

    report = {
        "ok": errors == 0,
        "files": files,
        "errors": errors,
        "warnings": len(problems) - errors,
        "problems": msgspec.to_builtins(problems),
    }
    print(json.dumps(report, ensure_ascii=False, indent=2))


def _print_text(problems: list[tuple[Path, list[LevelProblem]]], errors: int, warnings: int) -> None:
    """The problems of each file in columns, and a last line that sums up."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for file, listed in problems:
        if listed:
            console.print(Text(str(file), style="bold"))
            for line in _columns(listed):
                console.print(line)
            console.print()
    files = len(problems)
    checked = _count(files, "level")
    if errors + warnings == 0:
        console.print(Text(f"{checked}: nothing is wrong.", style="green"))
        return
    parts = [_count(errors, "error")] if errors else []
    parts += [_count(warnings, "warning")] if warnings else []
    bad = sum(1 for _, listed in problems if listed)
    where = f" in {bad} of them" if files > 1 else ""
    console.print(
        Text(f"{checked}: {' and '.join(parts)}{where}.", style=_COLOURS["error" if errors else "warning"])
    )


def _columns(problems: list[LevelProblem]) -> Iterator[Text]:
    """A line for each problem: line number, kind, cell or key, what; below it the remedy."""
    from rich.text import Text

    lines = [f"line {problem.line}" if problem.line is not None else "" for problem in problems]
    first = max(len(line) for line in lines)
    second = max(len(problem.level) for problem in problems)
    third = max(len(problem.where) for problem in problems)
    for line, problem in zip(lines, problems, strict=True):
        text = Text(f"  {line:<{first}}  " if first else "  ", style="dim")
        text.append(f"{problem.level:<{second}}  ", style=f"not dim {_COLOURS[problem.level]}")
        if third:
            text.append(f"{problem.where:<{third}}  ", style="not dim cyan")
        indent = " " * len(text)
        text.append(problem.what, style="not dim default")
        yield text
        yield Text(f"{indent}→ {problem.remedy}", style="dim")


def _count(number: int, word: str) -> str:
    """A number with its word, such as `2 errors`."""
    return f"{number} {word}{'' if number == 1 else 's'}"
