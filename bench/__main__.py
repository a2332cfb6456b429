"""`python -m bench [PART …] [--json]`: measure speed and print the table; the parts are named below."""

from __future__ import annotations

import argparse
import importlib
import sys

from rich.console import Console

from bench.report import Line, show

PARTS = {
    "moves": "bench.moves",
    "interactive": "bench.interactive",
    "start": "bench.starting",
    "simulate": "bench.simulating",
    "levels": "bench.levels",
    "strength": "bench.strength",
}


def main(arguments: list[str]) -> int:
    """Run the wanted parts, all by default; exit status 0 whatever the figures."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("part", nargs="*", metavar="PART", help=", ".join(PARTS) + " (default: all)")
    parser.add_argument("--json", action="store_true", help="one JSON array instead of a table")
    chosen = parser.parse_args(arguments)
    unknown = [part for part in chosen.part if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; choose among {', '.join(PARTS)}")
    progress = Console(stderr=True)
    lines: list[Line] = []
    for part in chosen.part or PARTS:
        progress.print(f"measuring {part} …", style="dim")
        lines += importlib.import_module(PARTS[part]).measure()
    show(lines, as_json=chosen.json)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
