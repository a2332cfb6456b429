"""Running commands: silent while all is well, and telling everything when it is not."""

import os
import re
import shlex
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.paths import BIN, ROOT

# What a calling shell may have set that would lead the environment's own Python astray.
_ASTRAY = ("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX", "UV_PROJECT_ENVIRONMENT")

# Colours and links for a terminal, which some tools write even when told not to.
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")

_running: set[subprocess.Popen[str]] = set()
_lock = threading.Lock()
_stopping = threading.Event()


class Failed(Exception):
    """A command or a step that did not work, with what it printed and what to do about it."""

    def __init__(self, sentence: str, output: str = "", remedy: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.output = _ESCAPES.sub("", output).strip()
        self.remedy = remedy

    def told(self) -> str:
        return "\n".join(part for part in (self.sentence, self.output, self.remedy) if part)


def environment(**more: str) -> dict[str, str]:
    """The caller's environment, with the project's own commands first on PATH."""
    kept = {name: value for name, value in os.environ.items() if name not in _ASTRAY}
    path = f"{BIN}{os.pathsep}{kept.get('PATH', os.defpath)}"
    return {**kept, "PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "1", **more}


def quietly(
    command: Sequence[str | Path],
    *,
    folder: Path = ROOT,
    env: Mapping[str, str] | None = None,
    remedy: str = "",
) -> str:
    """Runs a command and returns what it printed; raises Failed with it when the command failed."""
    words = [str(word) for word in command]
    if _stopping.is_set():
        raise Failed("Stopped.")
    try:
        process = subprocess.Popen(
            words,
            cwd=folder,
            env=dict(env or environment()),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        raise Failed(f"Could not start: {shlex.join(words)}", str(error), remedy) from error
    with _lock:
        _running.add(process)
    try:
        output, _ = process.communicate()
    finally:
        with _lock:
            _running.discard(process)
    if process.returncode:
        raise Failed(f"Failed with exit code {process.returncode}: {shlex.join(words)}", output, remedy)
    return output


def stop_all() -> None:
    """Ends the commands that still run, as when the user interrupts."""
    _stopping.set()
    with _lock:
        for process in _running:
            process.terminate()
