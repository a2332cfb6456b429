"""The simulator over the pack of designer-v1: twenty levels, the goal bot, a thousand games each."""

from __future__ import annotations

import subprocess
import sys
import time

from bench.report import Line

PACK = "designer-v1"


def measure(games: int = 1000) -> list[Line]:
    """The time of the command as a designer runs it, on all cores, kernels compiled."""
    command = [sys.executable, "-m", "tilewright", "simulate", PACK, "--bot", "goal", "--games"]
    subprocess.run([*command, "1"], capture_output=True, check=True)
    began = time.perf_counter()
    subprocess.run([*command, str(games)], capture_output=True, check=True)
    took = time.perf_counter() - began
    return [Line(f"simulate 20 levels × goal bot × {games:,} games", f"{took:.1f} s", "≤ 20 s", took <= 20)]
