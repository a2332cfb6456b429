"""`tilewright simulate`: let a bot play levels many times and say what came of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tilewright.cli.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.content import Level
    from tilewright.lab.simulate import Job, Simulation

NAME: Final = "simulate"
HELP: Final = """Let a bot play levels many times and say how often it passed and what it failed at.

LEVEL is a level file, a folder of them, a pack that ships with Tilewright (its id) or one of its
levels (PACK/01). The opening board and all luck come from the seeds: the same seeds give the same
numbers, on any number of cores.
Ctrl-C ends early and keeps what was played."""

INTERRUPTED: Final = 130
_MOST_GAMES: Final = 10_000_000
_MOST_SEED: Final = 1 << 62


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("level", nargs="+", metavar="LEVEL", help="level file, folder, pack or level id")
    parser.add_argument(
        "--bot", default="goal", metavar="NAME", help="random, greedy, goal, lookahead (goal)"
    )
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games of each level (1000)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the first seed, one a game (0)")
    parser.add_argument("--workers", type=int, metavar="W", help="threads that play (one for each core)")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    shape.add_argument("--csv", action="store_true", help="comma-separated values instead of a table")
    parser.add_argument("--timing", action="store_true", help="put the speed into the JSON, too")


def run(args: argparse.Namespace) -> int:
    """Play, then print; 130 where it was interrupted."""
    _check(args.games, "games", 1, _MOST_GAMES)
    _check(args.seed, "seed", -_MOST_SEED, _MOST_SEED)
    if args.workers is not None:
        _check(args.workers, "workers", 1, 1024)
    from time import perf_counter

    from tilewright.lab.report import as_csv, as_json, print_table, timing
    from tilewright.lab.statistics import summaries

    jobs = jobs_of(args.level)
    began = perf_counter()
    simulation = _play(jobs, args)
    took = timing(simulation, perf_counter() - began)
    found = summaries(simulation)
    if args.json:
        print(as_json(simulation, found, took if args.timing else None))
    elif args.csv:
        print(as_csv(found), end="")
    elif found:
        print_table(simulation, found, took)
    if simulation.interrupted:
        done = sum(one.games for one in found)
        wanted = simulation.games * len(jobs)
        print(f"Stopped after {done:,} of {wanted:,} games; the numbers are theirs.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _check(value: int, name: str, low: int, high: int) -> None:
    """Refuse a number out of its range."""
    if not low <= value <= high:
        raise CommandError(f"--{name} is {value:,}.", f"Give a whole number from {low:,} to {high:,}.")


def _play(jobs: Sequence[Job], args: argparse.Namespace) -> Simulation:
    """Simulate, with a progress bar where somebody watches."""
    from tilewright.core.game import BadPosition, BadRequest
    from tilewright.lab.simulate import simulate

    def play(progress: Callable[[int], None] | None) -> Simulation:
        try:
            return simulate(jobs, args.bot, args.games, args.seed, args.workers, progress)
        except (BadRequest, BadPosition) as error:
            text = str(error)
            raise CommandError(f"{text[0].upper()}{text[1:]}.") from error

    if not sys.stderr.isatty():
        return play(None)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"bot {args.bot}", total=len(jobs) * args.games)
        return play(lambda done: bar.update(task, completed=done))


def jobs_of(targets: Sequence[str]) -> list[Job]:
    """The levels that the arguments name, in their order.

    Raises:
        CommandError: one of them is no level, or a level has errors.
    """
    from tilewright.games import GAMES
    from tilewright.lab.simulate import Job

    levels = [level for target in targets for level in _levels_of(target)]
    return [Job(level.id, level.name, GAMES[level.game], level.setup) for level in levels]


def _levels_of(target: str) -> Sequence[Level]:
    """The levels of one argument."""
    from tilewright.content import LevelError, load_level, packs
    from tilewright.content.levels import PACK_FILE

    try:
        folder = Path(target)
        if not folder.exists():
            for pack in packs():
                if pack.id == target:
                    return pack.levels
        if not folder.is_dir():
            return [load_level(target)]
        files = sorted(file for file in folder.rglob("*.toml") if file.name != PACK_FILE)
        if not files:
            raise CommandError(f"There is no level in {target}.", "Levels are files that end in .toml.")
        return [load_level(file) for file in files]
    except LevelError as error:
        known = ", ".join(pack.id for pack in packs())
        raise CommandError(
            str(error),
            f"A whole pack ({known}), a file or a folder will do too; tilewright levels lists all.",
        ) from error
    except OSError as error:
        raise CommandError(f"{target} cannot be read: {error.strerror}.") from error
