"""The virtual environment in .venv: making it, noticing that it is unusable, installing into it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools import fingerprint
from tools.paths import DEV_LOCK, PEER_LOCK, PEER_PYTHON, PEER_VENV, PLAY_LOCK, PYTHON, ROOT, VENV, tool
from tools.progress import Progress
from tools.shell import Failed, quietly

_NETWORK = "If this machine is offline or behind a proxy, set that right and start the same command again."
_UNFINISHED = ".unfinished"
_NO_VENV = (
    "This Python cannot make virtual environments. Install what it lacks (on Debian and Ubuntu: "
    "apt install python3-venv), or start run.py with another Python."
)


def unusable_because() -> str:
    """Why .venv cannot be used as it is; empty when it can."""
    if not VENV.is_dir():
        return "there is none"
    if (VENV / _UNFINISHED).exists():
        return "making it was interrupted"
    if not PYTHON.exists():
        return "its Python is gone"
    activate = PYTHON.parent / "activate"
    if not activate.is_file() or not _names_itself(activate):
        return "the checkout was moved"
    if _version() < (3, 11):
        return "its Python is too old"
    return ""


def _names_itself(activate: Path) -> bool:
    text = activate.read_text(encoding="utf-8", errors="replace")
    return str(VENV) in text or os.path.realpath(VENV) in text


def _version() -> tuple[int, ...]:
    for line in (VENV / "pyvenv.cfg").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition("=")
        if name.strip() in ("version", "version_info"):
            return tuple(int(part) for part in value.strip().split(".")[:2])
    return (0, 0)


def ensure(progress: Progress) -> None:
    """Makes .venv when there is none that works."""
    reason = unusable_because()
    if not reason:
        return
    title = "Python environment" if not VENV.exists() else f"Python environment, anew: {reason}"
    with progress.step(title):
        _create()


def _create() -> None:
    if VENV.is_symlink() or VENV.is_file():
        raise Failed(".venv is not a folder.", remedy="Move it away and start again.")
    shutil.rmtree(VENV, ignore_errors=True)
    VENV.mkdir()
    unfinished = VENV / _UNFINISHED
    unfinished.touch()
    uv = shutil.which("uv")
    if subprocess.run(
        [sys.executable, "-c", "import ensurepip"], check=False, capture_output=True
    ).returncode:
        if not uv:
            raise Failed(_NO_VENV)
        quietly([uv, "venv", "--seed", "--allow-existing", "--python", sys.executable, VENV], remedy=_NO_VENV)
    else:
        quietly([sys.executable, "-m", "venv", VENV], remedy=_NO_VENV)
    unfinished.unlink()


def _ensure_uv() -> bool:
    """Whether uv is there now: it installs many times faster than pip, which serves where uv does not run."""
    if tool("uv").exists():
        return True
    try:
        quietly([PYTHON, "-m", "pip", "install", "--quiet", "uv"])
        quietly([tool("uv"), "--version"])
    except Failed:
        return False
    return True


def _install(*arguments: str | Path, python: Path = PYTHON) -> None:
    if tool("uv").exists():
        # compiled to bytecode now, or every start would do it again where Python may not write it
        command = [str(tool("uv")), "pip", "install", "--compile-bytecode", "--python", str(python)]
        quietly([*command, *arguments], remedy=_NETWORK)
    else:
        kept = [word for word in arguments if not str(word).startswith("--reinstall")]
        quietly([python, "-m", "pip", "install", *kept], remedy=_NETWORK)


def install_requirements(progress: Progress, *, dev: bool) -> None:
    """Installs exactly what the lock file says."""
    lock = DEV_LOCK if dev else PLAY_LOCK
    wanted = fingerprint.of_files([lock])
    if fingerprint.is_done(lock.name, wanted):
        return
    with progress.step("Python packages, with the tools for tests" if dev else "Python packages"):
        _ensure_uv()
        _install("--require-hashes", "-r", lock)
    fingerprint.mark_done(lock.name, wanted)


def install_package() -> None:
    """Installs Tilewright itself, editable; the build hook then builds the web client."""
    _install("--no-deps", "--reinstall-package=tilewright", "-e", ROOT)


def install_peer(progress: Progress) -> bool:
    """Makes .venv-peer with what the benchmark compares with, if this Python is old enough for it."""
    wanted = fingerprint.of_files([PEER_LOCK])
    if PEER_PYTHON.exists() and fingerprint.is_done("peer", wanted):
        return True
    try:
        with progress.step("Python packages of the peer"):
            shutil.rmtree(PEER_VENV, ignore_errors=True)
            quietly([PYTHON, "-m", "venv", PEER_VENV])
            _install("--require-hashes", "-r", PEER_LOCK, python=PEER_PYTHON)
    except Failed as failure:
        progress.say(f"{failure.told()}\nThe benchmark goes on without the peer.")
        return False
    fingerprint.mark_done("peer", wanted)
    return True
