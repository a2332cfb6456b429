"""Where things are in a checkout."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "tilewright"
CLIENT = ROOT / "client"
STATIC = SOURCE / "server" / "static"

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
EXE = ".exe" if os.name == "nt" else ""
PYTHON = BIN / f"python{EXE}"


def tool(name: str) -> Path:
    """The file of a command that was installed into the environment."""
    return BIN / f"{name}{EXE}"
