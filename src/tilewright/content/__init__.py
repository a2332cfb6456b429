"""Levels: what ships with Tilewright, and reading, checking and writing level files of one's own."""

from __future__ import annotations

from tilewright.content.check import check_level
from tilewright.content.levels import (
    Chapter,
    Level,
    LevelError,
    LevelProblem,
    Measured,
    Pack,
    load_level,
    packs,
    write_measured,
    write_stars,
)

__all__ = [
    "Chapter",
    "Level",
    "LevelError",
    "LevelProblem",
    "Measured",
    "Pack",
    "check_level",
    "load_level",
    "packs",
    "write_measured",
    "write_stars",
]
