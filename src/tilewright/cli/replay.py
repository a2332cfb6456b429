"""`tilewright replay`: play a record again, look at it, and find where it parts from what was recorded."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from tilewright.cli.errors import CommandError
from tilewright.core.events import Event
from tilewright.core.game import Game, Outcome
from tilewright.core.notation import Record, RecordError, read_record
from tilewright.games import GAMES
from tilewright.table import Diverged, Match, RecordRefused, check_digest, open_record
from tilewright.table import replay as play_again

NAME: Final = "replay"
HELP: Final = """Play a record again: step through it with Enter on a terminal, print it all in a pipe.

Every digest in the record is checked. Exit code 0 when the game replays as it was played, 1 at the first
divergence (its move and line are named), 2 when the record cannot be replayed at all."""

DIVERGED: Final = 1


class Step(msgspec.Struct):
    """The game after `number` moves; number 0 is the opening, which has no move."""

    number: int
    state: Any
    outcome: Outcome | None
    seat: int = 0
    move: str = ""
    at_ms: int = 0
    told: str = ""
    events: Sequence[Event] = ()
    points: int = 0


class Replay:
    """A record with the match that plays it again."""

    def __init__(self, text: str, name: str) -> None:
        """Read the record; `name` is its file in messages.

        Raises:
            CommandError: it is no record, or one that this program cannot play.
        """
        try:
            self.record = read_record(text)
            self.match: Match[Any] = open_record(self.record, GAMES)
        except RecordError as error:
            raise CommandError(f"{name}, line {error.line}: {error.reason}") from None
        except RecordRefused as error:
            raise CommandError(f"{name}: {error}") from None
        self.game = self.match.game
        self.name = name
        self.move_lines, self.digest_lines = _line_numbers(text)

    def steps(self) -> Iterator[Step]:
        """The opening and the game after each move, checked against the digests. Can be walked once.

        Raises:
            Diverged: a move is refused, or a digest is not that of the state; names file, line and move.
        """
        match, record = self.match, self.record
        try:
            check_digest(match, record.digests.get(0), 0, 0)
            yield Step(0, match.state, match.outcome)
            before = match.state
            for number, played in enumerate(play_again(match, record), start=1):
                turn = match.turns[-1]
                yield Step(
                    number,
                    match.state,
                    match.outcome,
                    turn.seat,
                    turn.move,
                    turn.at_ms,
                    self.game.describe(before, turn.move),
                    played.events,
                    played.points,
                )
                before = match.state
        except Diverged as diverged:
            line = self.move_lines[diverged.number - 1] if diverged.number else self.digest_lines[0]
            raise Diverged(diverged.number, f"{self.name}, line {line}: {diverged}") from None
        for number, line in self.digest_lines.items():
            if number > len(record.moves):
                said = f"a digest after move {number}, but there are {len(record.moves)} moves."
                raise Diverged(number, f"{self.name}, line {line}: {said}")


def _line_numbers(text: str) -> tuple[list[int], dict[int, int]]:
    """The line of every move in order, and of the digest after each number of moves."""
    moves: list[int] = []
    digests: dict[int, int] = {}
    in_header = True
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if in_header:
            in_header = bool(stripped)
        elif stripped.startswith("#"):
            words = stripped[1:].split()
            if len(words) == 3 and words[0] == "digest" and words[1].isdecimal():
                digests[int(words[1])] = number
        elif stripped:
            moves.append(number)
    return moves, digests


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("record", metavar="RECORD", help="a record file; - reads standard input")
    parser.add_argument("--to", type=int, metavar="N", help="stop after move N")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each move")


def run(args: argparse.Namespace) -> int:
    """Replay the record."""
    replay = Replay(_text(args.record), args.record)
    last = len(replay.record.moves)
    if args.to is not None:
        if not 0 <= args.to <= last:
            raise CommandError(f"--to {args.to}: the record has {last} moves.", f"Give 0 to {last}.")
        last = args.to
    if args.json:
        show = _print_json
    elif sys.stdin.isatty() and sys.stdout.isatty():
        from tilewright.cli.stepping import step_through

        return step_through(replay, last)
    else:
        show = _print_all
    try:
        show(replay, last)
    except Diverged as diverged:
        sys.stdout.flush()
        print(f"First divergence: {diverged}", file=sys.stderr)
        return DIVERGED
    return 0


def _text(name: str) -> str:
    """The text of a record.

    Raises:
        CommandError: the file cannot be read.
    """
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{name} is no text in UTF-8, so it is no record.") from None


def _until(replay: Replay, last: int) -> Iterator[Step]:
    """The steps up to a move; the rest is not played."""
    for step in replay.steps():
        if step.number <= last:
            yield step
        if step.number >= last < len(replay.record.moves):
            return


def _print_json(replay: Replay, last: int) -> None:
    """One JSON object a line: the opening (move 0), then each move."""
    for step in _until(replay, last):
        found = {
            "move": step.number,
            "seat": step.seat,
            "text": step.move,
            "ms": step.at_ms,
            "points": step.points,
            "events": msgspec.to_builtins(step.events),
            "position": replay.game.position(step.state),
            "outcome": msgspec.to_builtins(step.outcome),
            "digest": replay.game.digest(step.state),
        }
        print(json.dumps(found, separators=(",", ":")))


def title_of(record: Record, game: Game[Any, Any]) -> str:
    """A record in a line: what was played, when, and how long."""
    about = f"{game.title}, {record.level or 'no level'}, {record.rules}, seed {record.seed}"
    return f"{about}, started {record.started}: {_count(len(record.moves), 'move')}"


def _print_all(replay: Replay, last: int) -> None:
    """A line for each move, then the board and how it ended."""
    from rich.console import Console

    from tilewright.cli.board import show
    from tilewright.cli.telling import tell_counters, tell_move, tell_outcome

    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(title_of(replay.record, replay.game))
    step: Step | None = None
    for step in _until(replay, last):
        if step.number:
            told = " ".join(tell_move(step.events, step.points))
            console.print(f"{step.number:>4}  {step.move:<8} {step.told}. {told}")
        else:
            show(console, replay.game.rows(step.state))
    if step is None:
        return
    if step.number:
        show(console, replay.game.rows(step.state))
    console.print(tell_counters(replay.game.position(step.state)))
    if step.outcome is not None:
        console.print(tell_outcome(step.outcome))
    checked = sum(1 for number in replay.record.digests if number <= last)
    moves = _count(len(replay.record.moves), "move")
    console.print(f"{step.number} of {moves} replayed, {_count(checked, 'digest')} checked: as recorded.")


def _count(number: int, word: str) -> str:
    """A number with its word, such as `2 moves`."""
    return f"{number} {word}{'' if number == 1 else 's'}"
