"""Games that `tilewright play` has saved: one record a level, in the user's data folder."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from pathlib import Path
from typing import Any

import msgspec

from tilewright.cli.folders import data_folder
from tilewright.content import Level
from tilewright.core.notation import RecordError, read_record, write_record
from tilewright.games import GAMES
from tilewright.table import Match, RecordRefused


def save_path(level: Level, *, practice: bool) -> Path:
    """Where the unfinished game of a level is kept; an edited level has another place, so nothing mixes."""
    setup = msgspec.json.encode(level.setup, order="deterministic")
    mark = hashlib.sha256(setup).hexdigest()[:8]
    name = re.sub(r"[^\w.-]+", "-", level.id)
    return data_folder("games") / f"{name}-{mark}{'-practice' if practice else ''}.txt"


def resume(path: Path, *, practice: bool) -> tuple[Match[Any] | None, str]:
    """The saved game, and a sentence where one is there but cannot go on: then it is set aside."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None, ""
    except (OSError, UnicodeDecodeError) as error:
        reason = str(error)
    else:
        try:
            return Match.from_record(read_record(text), GAMES, practice=practice), ""
        except (RecordError, RecordRefused) as error:
            reason = str(error)
    aside = path.with_suffix(".old.txt")
    with contextlib.suppress(OSError):
        path.replace(aside)
    return None, f"The saved game cannot go on: {reason} It was set aside as {aside}."


def write(path: Path, match: Match[Any]) -> None:
    """Save a match as a record, whole or not at all. Raises OSError."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        beside.write_text(write_record(match.to_record()), encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def forget(path: Path) -> None:
    """Drop a saved game: it is over."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
