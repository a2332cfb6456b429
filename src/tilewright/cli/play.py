"""`tilewright play`: a level in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from tilewright.cli.errors import CommandError

NAME: Final = "play"
HELP: Final = """Play a level in the terminal: moves are typed in the notation, such as c3-c4 or c3!.

The game is saved after every move, and goes on where it was left. Type help for what else can be typed."""

#: Seeds that are drawn are below this: short enough to be told to a friend.
SEEDS: Final = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("level", metavar="LEVEL", help="a level file, or an id: see tilewright levels")
    parser.add_argument("--seed", type=int, metavar="N", help="the luck of the game: same seed, same game")
    parser.add_argument("--new", action="store_true", help="begin anew, whatever is saved")
    parser.add_argument("--practice", action="store_true", help="any move can be taken back")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the record of the game here too")


def run(args: argparse.Namespace) -> int:
    """Play the level until the player leaves."""
    from tilewright.content import LevelError, load_level

    wrong = check_record(args.record) if args.record is not None else ""
    if wrong:
        raise CommandError(wrong)
    try:
        level = load_level(args.level)
    except LevelError as error:
        raise CommandError(str(error)) from None
    from tilewright.cli.session import Session

    return Session(
        level,
        seed=args.seed,
        new=args.new,
        practice=args.practice or level.practice,
        record=args.record,
    ).run()


def check_record(path: Path) -> str:
    """Why a record cannot be written to a file: it holds something else, or cannot be; empty where it can."""
    if not path.parent.is_dir():
        return f"There is no folder {path.parent} for the record."
    try:
        begin = path.read_bytes()[:32] if path.exists() else b""
    except OSError as error:
        return f"{path} cannot be used for the record: {error.strerror or error}."
    if begin and not begin.startswith(b"Tilewright-Record:"):
        return f"{path} is there and is no record: choose another name."
    return ""
