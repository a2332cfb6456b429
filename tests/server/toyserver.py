"""A server of the toy game as a process of its own: python -m tests.server.toyserver DATA."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.server.toys import GAMES, PACK
from tilewright.server.app import make_app
from tilewright.server.run import address, listen, run, serve


def main() -> None:
    listener = listen("127.0.0.1", 0)
    app = make_app(Path(sys.argv[1]), GAMES, [PACK])
    run(serve(app, listener, lambda: print(address(listener), flush=True)))


if __name__ == "__main__":
    main()
