"""Compiling from nothing, and starting the command when everything is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from bench.report import Line


def _seconds(*arguments: str, cache: str | None = None) -> float:
    """How long the command takes by the clock on the wall."""
    environment = dict(os.environ)
    if cache is not None:
        environment["TILEWRIGHT_CACHE"] = cache
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tilewright", *arguments], env=environment, capture_output=True, check=True
    )
    return time.perf_counter() - began


def measure() -> list[Line]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory() as cache:
        cold = _seconds("warm", cache=cache)
        warm = min(_seconds("warm", cache=cache) for _ in range(3))
    helped = min(_seconds("--help") for _ in range(5))
    return [
        Line("compile all rules, cold", f"{cold:.1f} s", "≤ 40 s", cold <= 40),
        Line("start with all rules loaded, warm", f"{warm:.2f} s", "≤ 1.5 s", warm <= 1.5),
        Line("tilewright --help", f"{helped:.2f} s", "≤ 0.3 s", helped <= 0.3),
    ]
