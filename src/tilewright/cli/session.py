"""A person plays a level at a terminal, or a script at a pipe: what is typed, and what is shown."""

from __future__ import annotations

import contextlib
import random
import re
import sys
import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from tilewright.bots import bot_for
from tilewright.cli import saves
from tilewright.cli.board import show
from tilewright.cli.play import SEEDS, check_record
from tilewright.cli.telling import tell_counters, tell_move, tell_outcome
from tilewright.content import Level
from tilewright.core.game import BadMove, Illegal
from tilewright.games import GAMES
from tilewright.table import Match, UndoRefused

HELP: Final = """  c3-c4      a move in the notation (c3! taps; `moves` lists all that are legal)
  hint       a good move
  undo       take the last move back
  restart    begin anew; restart N with the seed N
  moves      every legal move
  board      show the board again
  save       save now; save FILE writes the record of the game so far to a file
  quit       save and leave; the next `tilewright play` of this level goes on here"""


class Leave(Exception):
    """The player wants to go."""


class Session:
    """One sitting at one level."""

    def __init__(
        self, level: Level, *, seed: int | None, new: bool, practice: bool, record: Path | None
    ) -> None:
        """Resume the saved game of the level, or begin: with `new`, or when another `seed` is asked for."""
        self.console = Console(highlight=False, markup=False, soft_wrap=True)
        self.level = level
        self.game = GAMES[level.game]
        self.record = record
        self.path = saves.save_path(level, practice=practice)
        self.warned = False
        self.resumed = False
        found: Match[Any] | None = None
        self.remark = ""
        if not new:
            found, self.remark = saves.resume(self.path, practice=practice)
        if found is not None and found.outcome is None and seed in (None, found.seed):
            self.match = found
            self.resumed = bool(found.turns)
        else:
            self.match = Match(
                self.game,
                level.setup,
                random.randrange(SEEDS) if seed is None else seed,
                level=level.id,
                practice=practice,
                started=f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
            )
        # Time away from the table does not count.
        self.begin = time.monotonic() - self.match.last_ms / 1000

    def run(self) -> int:
        """Ask for moves until the player leaves; the exit code."""
        self._greet()
        try:
            while True:
                line = self._ask()
                if line:
                    self._obey(line)
        except (Leave, EOFError):
            self._leave()
            return 0
        except KeyboardInterrupt:
            self._leave()
            raise

    # ── what is typed ─────────────────────────────────────────────────────────

    def _ask(self) -> str:
        """The next line. Raises EOFError at the end of the input."""
        if sys.stdin.isatty():
            _remember_lines()
            return input("> ").strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self._say(f"> {line.strip()}")
        return line.strip()

    def _obey(self, line: str) -> None:
        """Do what was typed: a command, or else a move."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._say(HELP),
            "?": lambda _: self._say(HELP),
            "hint": self._hint,
            "undo": self._undo,
            "restart": self._restart,
            "moves": self._moves,
            "board": lambda _: self._show(),
            "save": self._save_to,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }
        command = commands.get(word.lower())
        if command is not None:
            command(rest.strip())
        else:
            self._move(line)

    def _move(self, text: str) -> None:
        """Play a move, and tell what came of it."""
        match = self.match
        if match.outcome is not None:
            self._say("The game is over: restart, undo in practice, or quit.")
            return
        before = match.state
        seat = self.game.to_act(before)[0]
        try:
            played = match.play(seat, text, self._now())
        except BadMove as error:
            self._say(f"{error}\nType help for what can be typed.", "yellow")
            return
        except Illegal as error:
            self._say(f"That is not allowed. {error}.", "yellow")
            return
        self._save()
        self._say(f"{match.turns[-1].move}: {self.game.describe(before, match.turns[-1].move)}.", "bold")
        for sentence in tell_move(played.events, played.points):
            self._say(sentence)
        self._show()

    def _hint(self, _: str) -> None:
        """A move of the strongest bot that the game knows."""
        seats = self.game.to_act(self.match.state)
        if not seats or not self.game.legal(self.match.state, seats[0]):
            self._say("There is no move to make.")
            return
        bot = bot_for(self.game, self.game.policies[-1], self.match.v)
        move = bot.choose(self.game.view(self.match.state, seats[0]))
        if self.console.is_terminal:
            show(self.console, self.game.rows(self.match.state), _squares(move))
        self._say(f"Try {move}: {self.game.describe(self.match.state, move)}.", "cyan")

    def _undo(self, _: str) -> None:
        """Take the last move back, where the table allows it."""
        try:
            self.match.undo(self._now())
        except UndoRefused as error:
            self._say(str(error), "yellow")
            return
        self._save()
        self._say("Taken back.")
        self._show()

    def _restart(self, rest: str) -> None:
        """Begin anew with the same seed, or with the one given."""
        if rest and not rest.lstrip("-").isdecimal():
            self._say(f"{rest!r} is no seed: a seed is a whole number.", "yellow")
            return
        self.match.restart(self._now(), int(rest) if rest else None)
        self._save()
        self._say(f"A new game with seed {self.match.seed}.")
        self._show()

    def _moves(self, _: str) -> None:
        """List the legal moves."""
        seats = self.game.to_act(self.match.state)
        moves = self.game.legal(self.match.state, seats[0]) if seats else []
        if not moves:
            self._say("There is no move to make.")
            return
        width = max(len(move) for move in moves)
        columns = max(1, min(self.console.width, 100) // (width + 2))
        for start in range(0, len(moves), columns):
            self._say("  ".join(move.ljust(width) for move in moves[start : start + columns]).rstrip())

    def _save_to(self, rest: str) -> None:
        """Save, or write the record to a file."""
        if not rest:
            if self._save():
                self._say(f"Saved as {self.path}.")
            return
        target = Path(rest).expanduser()
        wrong = check_record(target)
        if wrong:
            self._say(wrong, "yellow")
            return
        try:
            saves.write(target, self.match)
        except OSError as error:
            self._say(f"{target} cannot be written: {error.strerror or error}.", "yellow")
            return
        self._say(f"The record is in {target}.")

    def _quit(self, _: str) -> None:
        raise Leave

    # ── what is shown ─────────────────────────────────────────────────────────

    def _say(self, text: str, style: str = "") -> None:
        """A line for the player."""
        self.console.print(Text(text, style=style))

    def _greet(self) -> None:
        """The level, its idea, and where the game stands."""
        level, match = self.level, self.match
        practice = ", practice" if match.practice else ""
        self._say(f"{level.name}  ({level.id}, {level.rules}, seed {match.seed}{practice})", "bold")
        self._say(level.idea, "italic")
        if self.remark:
            self._say(self.remark, "yellow")
        if self.resumed:
            moves = len(match.turns)
            self._say(f"Going on after {moves} move{'' if moves == 1 else 's'}; restart begins anew.")
        else:
            self._say("Type a move such as c3-c4, or help.", "dim")
        self._show()

    def _show(self, marked: Collection[str] = ()) -> None:
        """The board, the counters, and how the game ended if it did."""
        match = self.match
        show(self.console, self.game.rows(match.state), marked)
        self._say(tell_counters(self.game.position(match.state)), "bold")
        outcome = match.outcome
        if outcome is None:
            return
        told = tell_outcome(outcome)
        if outcome.result == "won":
            stars = self.stars()
            told += f" {'*' * stars} {stars} of 3 stars."
        self._say(told, "bold green" if outcome.result == "won" else "bold red")
        self._say("restart begins anew, quit leaves.", "dim")

    def stars(self) -> int:
        """The stars of a won game: one for winning, and one for each number of moves left that is met."""
        left = self.game.position(self.match.state).get("moves_left", 0)
        wanted = self.level.stars or ()
        return 1 + sum(1 for moves in wanted if left >= moves)

    # ── what is kept ──────────────────────────────────────────────────────────

    def _now(self) -> int:
        """Milliseconds of play since the match began."""
        return int((time.monotonic() - self.begin) * 1000)

    def _save(self) -> bool:
        """Keep the game; a finished one has nothing to go on with. Says once where it cannot be kept."""
        try:
            if self.record is not None:
                saves.write(self.record, self.match)
            if self.match.outcome is None:
                saves.write(self.path, self.match)
            else:
                saves.forget(self.path)
        except OSError as error:
            if not self.warned:
                self._say(
                    f"The game cannot be saved: {error.strerror or error} ({error.filename}).", "yellow"
                )
                self.warned = True
            return False
        return True

    def _leave(self) -> None:
        """Save and say good-bye."""
        saved = self._save()
        if self.console.is_terminal:
            self.console.print()
        if saved and self.match.outcome is None:
            self._say("Saved. The same command goes on here.")
        if saved and self.record is not None:
            self._say(f"The record is in {self.record}.")


def _squares(move: str) -> list[str]:
    """The squares that a move's text names."""
    return re.findall(r"\b[a-z][1-9][0-9]?\b", move)


def _remember_lines() -> None:
    """Let the arrow keys bring back lines, where Python has what that takes."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
