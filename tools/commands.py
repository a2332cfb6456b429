"""The commands of run.py."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from tools import environment, gates, shell
from tools.paths import PEER_PYTHON, PYTHON, ROOT, tool
from tools.progress import Progress
from tools.setup import set_up

_INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """A parser that says in one sentence what was wrong."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}.\nSee: python3 run.py help\n")
        sys.exit(2)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port number from 0 to 65535")
    return int(text)


def _play(chosen: argparse.Namespace) -> int:
    with Progress() as progress:
        set_up(progress, dev=False)
    command = [str(tool("tilewright")), "serve"]
    if chosen.port is not None:
        command += ["--port", str(chosen.port)]
    if chosen.host is not None:
        command += ["--host", chosen.host]
    if chosen.no_browser:
        command.append("--no-browser")
    if os.name == "posix":
        os.execve(command[0], command, shell.environment())
    return subprocess.run(command, env=shell.environment(), check=False).returncode


def _setup(chosen: argparse.Namespace) -> int:
    with Progress() as progress:
        set_up(progress, dev=chosen.dev)
        progress.say(f"Ready: {tool('tilewright').relative_to(ROOT)}")
    return 0


def _check(_: argparse.Namespace) -> int:
    with Progress() as progress:
        set_up(progress, dev=True)
        failed = gates.run_all(progress)
        progress.say(f"\nFailed: {', '.join(failed)}." if failed else "All gates passed.")
    return 1 if failed else 0


def _test(_: argparse.Namespace) -> int:
    with Progress() as progress:
        set_up(progress, dev=True)
        failed = gates.run_all(progress)
        if failed:
            progress.say(f"\nFailed: {', '.join(failed)}. The tests follow all the same.\n")
        with progress.step("A browser for the tests"):
            _find_browser()
    # Its closing line stays the last: whoever reads a long log looks there.
    tests = subprocess.run(
        [PYTHON, "-m", "pytest"], cwd=ROOT, env=shell.environment(), check=False
    ).returncode
    return tests or (1 if failed else 0)


def _find_browser() -> None:
    """Has a browser unpacked where that is needed; when there is none, the tests themselves say so."""
    try:
        shell.quietly([PYTHON, "-m", "tests.browser.chromium"])
    except shell.Failed:
        return


def _bench(chosen: argparse.Namespace) -> int:
    with Progress() as progress:
        set_up(progress, dev=False)
        peer = environment.install_peer(progress)
    env = shell.environment(**({"TILEWRIGHT_PEER_PYTHON": str(PEER_PYTHON)} if peer else {}))
    return subprocess.run(
        [PYTHON, "-m", "bench", *chosen.arguments], cwd=ROOT, env=env, check=False
    ).returncode


def _parser() -> _Parser:
    parser = _Parser(
        prog="run.py",
        description="Sets Tilewright up on a machine that has only Python, and starts it or its tests.",
        epilog="All it makes (.venv, client/node_modules, compiled rules in your cache folder) may go: "
        "the next command makes it anew.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name: str, text: str, action: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        made.set_defaults(action=action)
        return made

    def show_help(_: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    play = command("play", "set up, start the server on this machine and open the browser", _play)
    play.add_argument("--port", type=_port, metavar="N", help="where to listen; if taken, the next free one")
    play.add_argument("--host", help="the address to listen on (default: this machine only)")
    play.add_argument("--no-browser", action="store_true", help="only print the address")
    command("test", "set up, then run every gate and the whole test suite, browser tests included", _test)
    setup = command("setup", "only set up: afterwards .venv has the command tilewright", _setup)
    setup.add_argument("--dev", action="store_true", help="with the tools for gates and tests")
    command("check", "run the static gates only: style, types, the web client's own tests", _check)
    bench = command("bench", "measure speed, beside a Python peer; takes what python -m bench takes", _bench)
    bench.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...", help="for python -m bench")
    command("help", "show this help", show_help)
    return parser


def main(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", line_buffering=True)
    chosen = _parser().parse_args(arguments or ["help"])
    try:
        code: int = chosen.action(chosen)
    except KeyboardInterrupt:
        shell.stop_all()
        sys.stderr.write("\nStopped.\n")
        return _INTERRUPTED
    except shell.Failed as failure:
        sys.stderr.write(f"\n{failure.told()}\n")
        return 1
    return code
