"""python -m tools.lock: writes the lock files anew, with the newest versions that the requirements allow.

One lock for whoever plays, one for whoever works on Tilewright with the same versions in it, and one for the
peer that the benchmark compares with, which wants an old Numba and so an environment of its own.
"""

import subprocess
import sys
from pathlib import Path

from tools.paths import DEV_LOCK, PEER_LOCK, PLAY_LOCK, ROOT, tool

HEADER = (
    "# Written by: python -m tools.lock. Exact versions with hashes, for every system and Python from 3.11.\n"
)


def _lock(target: Path, *arguments: str) -> None:
    command = [
        *(str(tool("uv")), "pip", "compile", "--quiet", "--upgrade", "--universal", "--generate-hashes"),
        *("--python-version", "3.11", "--no-annotate", "--no-header", *arguments),
    ]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    target.write_text(HEADER + done.stdout, encoding="utf-8")
    print(target.relative_to(ROOT))


def main() -> int:
    try:
        _lock(DEV_LOCK, "--extra", "dev", "pyproject.toml")
        _lock(PLAY_LOCK, "--constraints", str(DEV_LOCK), "pyproject.toml")
        _lock(PEER_LOCK, "bench/peer.in")
    except subprocess.CalledProcessError as failure:
        return failure.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
