"""`tilewright serve`: the server and its web pages, on this machine."""

from __future__ import annotations

import argparse
import contextlib
import logging
import logging.handlers
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tilewright.cli.errors import CommandError

if TYPE_CHECKING:
    from aiohttp import web

NAME: Final = "serve"
HELP: Final = """Serve the games to a browser on this machine, and open one.

Matches are saved with every move; whoever comes again finds them as they were."""

_LARGEST_LOG: Final = 1 << 20
_OLD_LOGS: Final = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port",
        type=_port,
        default=8765,
        metavar="N",
        help="where to listen; if taken, the next free (8765)",
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="where matches are kept (your data folder, $TILEWRIGHT_DATA)"
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port number from 0 to 65535")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from tilewright.cli.folders import data_folder
    from tilewright.server.run import address, listen, run, serve

    try:
        listener = listen(args.host, args.port)
    except OSError as error:
        raise CommandError(
            f"Cannot listen on {args.host}, port {args.port}: {error.strerror or error}.",
            "Choose another with --host and --port; ports below 1024 may need special rights.",
        ) from error
    with contextlib.closing(listener):
        folder = args.data or data_folder("server")
        app = _application(folder)
        where = address(listener)
        taken = listener.getsockname()[1]
        if args.port not in (0, taken):
            print(f"Port {args.port} is taken, so this is port {taken}.")

        def started() -> None:
            print(f"Tilewright is at {where}\nMatches are kept in {folder}\nCtrl-C stops it.", flush=True)
            if not args.no_browser:
                threading.Thread(target=_open_browser, args=(where,), daemon=True).start()

        run(serve(app, listener, started))
    print("Stopped; every match is saved.")
    return 0


def _application(folder: Path) -> web.Application:
    """The application with everything that ships."""
    from tilewright.content import LevelError, packs
    from tilewright.games import GAMES
    from tilewright.server.app import make_app
    from tilewright.server.store import StoreError

    try:
        app = make_app(folder, GAMES, packs())
        _log_to(folder / "server.log")
    except LevelError as error:
        raise CommandError(str(error), "Set Tilewright up again: python3 run.py setup") from error
    except StoreError as error:
        raise CommandError(str(error), "Choose another folder with --data.") from error
    except OSError as error:
        raise CommandError(f"The log in {folder} cannot be written: {error.strerror}.") from error
    return app


def _log_to(path: Path) -> None:
    """Faults go to a file beside the matches, which never grows beyond a few megabytes."""
    handler = logging.handlers.RotatingFileHandler(
        path, maxBytes=_LARGEST_LOG, backupCount=_OLD_LOGS, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def _open_browser(address: str) -> None:
    """Open a browser, if there is one that does not take over this terminal."""
    import webbrowser

    with contextlib.suppress(webbrowser.Error):
        browser = webbrowser.get()
        in_terminal = type(browser) is webbrowser.GenericBrowser
        if not in_terminal:
            browser.open(address)
