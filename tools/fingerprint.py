"""Fingerprints of files, and stamps that remember which fingerprint a step was last done for."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from tools.paths import ROOT, VENV

STAMPS = VENV / ".steps"


def of_files(files: Iterable[Path], *more: str) -> str:
    """A hash of names and contents: the same on every machine, whatever the order."""
    digest = hashlib.sha256()
    for file in sorted(files):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    for text in more:
        digest.update(f"{text}\0".encode())
    return digest.hexdigest()


def is_done(step: str, fingerprint: str) -> bool:
    return read(step) == fingerprint


def read(step: str) -> str:
    """What a step was marked with; "?" for one that was never done."""
    stamp = STAMPS / step
    return stamp.read_text(encoding="utf-8") if stamp.is_file() else "?"


def mark_done(step: str, fingerprint: str) -> None:
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / step).write_text(fingerprint, encoding="utf-8")
