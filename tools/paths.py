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

# What the benchmark compares with pins old packages: it lives apart.
PEER_VENV = ROOT / ".venv-peer"
PEER_PYTHON = PEER_VENV / BIN.name / PYTHON.name

# The locks: for whoever plays, for whoever works on Tilewright, for the benchmark's peer.
PLAY_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"
PEER_LOCK = ROOT / "bench" / "peer.lock"


def tool(name: str) -> Path:
    """The file of a command that was installed into the environment."""
    return BIN / f"{name}{EXE}"
