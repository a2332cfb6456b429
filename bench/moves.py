"""Random legal moves a second on one thread, all moves listed before each one, beside the peer."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench.random_play import play_random
from bench.report import Line
from tilewright.core.events import NO_EVENTS
from tilewright.games.match3.game import MOST_MOVES, Match3
from tilewright.games.match3.state import WORK_DTYPE

FIVE_COLOURS = {"weights": dict.fromkeys("rbgyp", 1)}
PLAIN_8 = ["? ? ? ? ? ? ? ?"] * 8
OBSTACLES_9 = [
    "? ? ? ? # ? ? ? ?",
    "? ?' ? ? ? ? ? ?' ?",
    "? ? ? ? ? ? ? ? ?",
    "? ? [9] ? ?, ? [9] ? ?",
    "# ? ? ?, ?, ?, ? ? #",
    "? ? [9] ? ?, ? [9] ? ?",
    "? ? ? ? ? ? ? ? ?",
    "? ?'' ? ? ? ? ? ?'' ?",
    "? ? ? ? # ? ? ? ?",
]


def random_moves(rows: list[str], rounds: int = 5, moves: int = 100_000) -> float:
    """The best of some rounds of random play from new openings, in moves a second of processor time."""
    game = Match3()
    setup = {"rules": "designer-v1", "position": {"rows": rows, "source": FIVE_COLOURS}}
    work = np.zeros(1, dtype=WORK_DTYPE)
    codes = np.zeros(MOST_MOVES, dtype=np.int32)
    best = 0.0
    for seed in range(rounds):
        played, took = 0, 0.0
        opening = seed * 1000
        while played < moves:  # a board of obstacles is cleared by play: begin a new one every 200 moves
            state = game.new(setup, opening)
            opening += 1
            entry: Any = play_random
            began = time.process_time()
            played += entry(state.rules, state.records, work, NO_EVENTS, codes, seed, 200)
            took += time.process_time() - began
        best = max(best, played / took)
    return best


def peer_moves(size: int, colours: int, seconds: float = 5.0) -> float | None:
    """The same with tile-match-gym in its own environment; None where that is not installed."""
    python = os.environ.get("TILEWRIGHT_PEER_PYTHON")
    if not python or not Path(python).exists():
        return None
    command = [python, str(Path(__file__).with_name("peer_moves.py")), str(size), str(colours), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None
    return float(json.loads(done.stdout.splitlines()[-1])["moves_per_second"])


def measure() -> list[Line]:
    """The lines of the report."""
    plain = random_moves(PLAIN_8)
    lines = [
        Line("random moves/s, 8×8, five colours", f"{plain:,.0f}", "≥ 400,000", plain >= 400_000),
    ]
    hard = random_moves(OBSTACLES_9)
    lines.append(Line("random moves/s, 9×9 with obstacles", f"{hard:,.0f}", "≥ 350,000", hard >= 350_000))
    peer = peer_moves(8, 5)
    if peer is None:
        lines.append(Line("tile-match-gym 1.0.6, 8×8, five colours", "not installed", "> 100×", None))
    else:
        ratio = plain / peer
        lines.append(Line("tile-match-gym 1.0.6, 8×8, five colours", f"{peer:,.0f} moves/s", "", None))
        lines.append(Line("  Tilewright is faster by", f"{ratio:,.0f}×", "> 100×", ratio > 100))
    return lines
