"""Where commands keep a person's own files: saved games and logs."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def data_folder(name: str) -> Path:
    """The folder `name` for files that must last, made if need be.

    It lies in $TILEWRIGHT_DATA, else in the user's data folder, else (nothing else can be written) in a
    temporary one.
    """
    wanted = os.environ.get("TILEWRIGHT_DATA")
    shared = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    candidates = [Path(wanted)] if wanted else []
    if shared:
        candidates.append(Path(shared) / "tilewright")
    with contextlib.suppress(RuntimeError):  # a user without a home
        candidates.append(Path.home() / ".local" / "share" / "tilewright")
    for candidate in candidates:
        folder = candidate / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    folder = Path(tempfile.gettempdir()) / "tilewright" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
