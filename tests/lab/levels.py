"""Levels of several kinds, small enough to be played thousands of times in a test."""

from __future__ import annotations

from typing import Any

from tilewright.games import GAMES
from tilewright.lab.simulate import Job

FIVE = {"weights": {"r": 1, "b": 1, "g": 1, "y": 1, "p": 1}}

BOARDS: dict[str, tuple[list[str], dict[str, int], int]] = {
    "colours": (["? ? ? ? ? ? ?"] * 7, {"r": 16, "b": 16}, 8),
    "ice": (
        ["? ? ? ? ? ? ?"] * 4 + ["? ?' ?' ?'' ?' ?' ?", "? ?' ?'' ?'' ?'' ?' ?", "? ? ?' ?' ?' ? ?"],
        {"ice": 17},
        20,
    ),
    "grass": (
        ["?, ? ? ? ? ? ?,", "? ? ? ? ? ? ?", "? ? ?, ?, ?, ? ?", "? ? ?, ?, ?, ? ?", "?, ? ? ? ? ? ?,"],
        {"grass": 10},
        16,
    ),
    "boxes": (
        ["? ? ? ? ? ? ?"] * 3
        + ["? [1] ? [2] ? [1] ?", "? ? ? ? ? ? ?", "? [2] ? [1] ? [2] ?", "? ? ? ? ? ? ?"],
        {"box": 9},
        14,
    ),
}


def job(name: str) -> Job:
    """One of the levels, ready to be simulated."""
    rows, goals, moves = BOARDS[name]
    position: dict[str, Any] = {"rows": rows, "source": FIVE, "goals": goals, "moves_left": moves}
    return Job(f"kinds/{name}", name, GAMES["match3"], {"rules": "designer-v1", "position": position})
