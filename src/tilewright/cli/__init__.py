"""The command `tilewright`: one file a command, imported only when it runs.

A command is a module with `NAME`, `HELP`, `add_arguments(parser)` and `run(args) -> int`; the list below
carries its one line of help, so that `tilewright --help` imports nothing else. Exit codes: 0 done, 1 a fault
of the program or a check that failed, 2 something the caller can mend, 130 interrupted, 141 nobody reads.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn, Protocol, cast

from tilewright import __version__
from tilewright.cli.errors import CommandError

__all__ = ["COMMANDS", "CommandError", "main"]

#: Every command: name, module, one line of help.
COMMANDS: Final = (
    ("serve", "tilewright.cli.serve", "serve the games to a browser on this machine"),
    ("play", "tilewright.cli.play", "play a level in the terminal"),
    ("replay", "tilewright.cli.replay", "step through a recorded game and check it"),
    ("levels", "tilewright.cli.levels", "list the packs and their levels"),
    ("validate", "tilewright.cli.validate", "say everything that is wrong with level files"),
    ("simulate", "tilewright.cli.simulate", "let a bot play levels many times and report"),
    ("step", "tilewright.cli.step", "the rules over a pipe: one JSON object a line, in and out"),
    ("warm", "tilewright.cli.warm", "compile the rules now, so that later commands start at once"),
)

INTERRUPTED: Final = 130
NOBODY_READS: Final = 141


class Command(Protocol):
    """What a module of a command offers."""

    NAME: str
    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        ...

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit code. Raises CommandError for what the caller can mend."""
        ...


class _Parser(argparse.ArgumentParser):
    """A parser that answers bad arguments in two lines instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to look, and leave with 2."""
        raise CommandError(f"{self.prog}: {message}", f"See: {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; never raises, whatever happens."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _forgive_encodings()
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except CommandError as error:
        return _complain(error)
    except KeyboardInterrupt:
        _tell("\nStopped.")
        return INTERRUPTED
    except BrokenPipeError:
        return _be_quiet()
    except SystemExit as leaving:  # argparse leaves so after --help and --version
        return leaving.code if isinstance(leaving.code, int) else 0
    except Exception as error:  # the last line of defence: no traceback reaches a person
        return _confess(error, arguments)
    return code


def _run(arguments: list[str]) -> int:
    """Find the command that the arguments name and run it."""
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    if chosen == "help":
        arguments = [*(word for word in arguments if word != "help"), "--help"]
        chosen = next((word for word in arguments if not word.startswith("-")), None)
    names = [name for name, _, _ in COMMANDS]
    if chosen is not None and chosen not in names:
        raise CommandError(
            f"There is no command {chosen!r}.{_nearest(chosen, names)}", "See: tilewright --help"
        )
    parser = _Parser(
        prog="tilewright",
        description="Play, make, measure and drive tile-matching games.",
        epilog="Each command explains itself: tilewright COMMAND --help",
    )
    parser.add_argument("--version", action="version", version=f"tilewright {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    command: Command | None = None
    for name, module, line in COMMANDS:
        sub = commands.add_parser(name, help=line, description=f"{line[0].upper()}{line[1:]}.")
        if name == chosen:
            command = _load(name, module)
            sub.description = command.HELP
            sub.formatter_class = argparse.RawDescriptionHelpFormatter
            command.add_arguments(sub)
    args = parser.parse_args(arguments)
    if command is None:
        parser.print_help()
        return 0
    return command.run(args)


def _load(name: str, module: str) -> Command:
    """Import a command's module."""
    try:
        return cast(Command, importlib.import_module(module))
    except ModuleNotFoundError as error:
        if error.name != module:
            raise CommandError(
                f"tilewright {name} needs the package {error.name}, which is not installed.",
                "Set Tilewright up again: python3 run.py setup",
            ) from error
        raise CommandError(f"This version of Tilewright comes without the command {name}.") from error


def _nearest(word: str, names: Sequence[str]) -> str:
    """A hint at the name that was probably meant, or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), names, n=1, cutoff=0.5)
    return f" Did you mean {near[0]}?" if near else ""


def _forgive_encodings() -> None:
    """Characters that the terminal cannot show become `?` instead of an exception."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _tell(text: str) -> None:
    """A line on stderr, if anybody is there."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        print(text, file=sys.stderr, flush=True)


def _complain(error: CommandError) -> int:
    """Tell an expected error in one or two lines."""
    _tell("\n".join(line for line in (error.message, error.remedy) if line))
    return 2


def _be_quiet() -> int:
    """The reader has gone, which is no accident; nothing more may be written, not even when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return NOBODY_READS


def _confess(error: Exception, arguments: Sequence[str]) -> int:
    """Tell a fault of the program in a sentence; the traceback goes to a log."""
    from tilewright.cli.log import write_log

    where = write_log(error, "tilewright " + " ".join(arguments))
    told = str(error).partition("\n")[0]
    _tell(f"Something went wrong inside Tilewright: {type(error).__name__}{': ' if told else ''}{told}")
    _tell(f"Please report it with the log {where}" if where else "No log could be written.")
    return 1
