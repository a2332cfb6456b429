"""Setting up: each step is skipped when nothing changed since it was last done."""

import os
from pathlib import Path

from tools import client, environment, fingerprint
from tools.paths import PLAY_LOCK, PYTHON, ROOT, SOURCE
from tools.progress import Progress, together
from tools.shell import Failed, quietly
from tools.shell import environment as shell_environment

_WARM = "import sys; from tilewright.cli import main; sys.exit(main())"
_WHERE = "from tilewright.core.kernel import CACHE_DIRECTORY; print(CACHE_DIRECTORY)"


def set_up(progress: Progress, *, dev: bool) -> None:
    """Everything that must be there before Tilewright runs from .venv."""
    environment.ensure(progress)
    environment.install_requirements(progress, dev=dev)
    together(lambda: _install_package(progress), lambda: _compile_rules(progress))


def _skips_client() -> bool:
    return os.environ.get("TILEWRIGHT_SKIP_CLIENT", "") not in ("", "0")


def _install_package(progress: Progress) -> None:
    parts = [ROOT / "pyproject.toml", ROOT / "tools" / "hatch_build.py", ROOT / "tools" / "client.py"]
    if _skips_client():
        built, wanted = True, fingerprint.of_files(parts, "no client")
    else:
        try:
            built, wanted = client.is_built(), fingerprint.of_files(parts, client.current_hash())
        except client.ClientMissing as missing:
            raise Failed(str(missing)) from None
    if built and fingerprint.is_done("package", wanted):
        return
    with progress.step("Tilewright" if built else "Tilewright and its web client"):
        environment.install_package()
    fingerprint.mark_done("package", wanted)


def _compile_rules(progress: Progress) -> None:
    kernels = [file for room in ("core", "games") for file in (SOURCE / room).rglob("*.py")]
    wanted = fingerprint.of_files([*kernels, PLAY_LOCK], os.environ.get("TILEWRIGHT_CACHE", ""))
    if fingerprint.is_done("rules", wanted) and Path(fingerprint.read("rules-cache")).is_dir():
        return
    # The package may be on its way in at this moment, so its source folder is named.
    env = shell_environment(PYTHONPATH=str(SOURCE.parent))
    with progress.step("Rules compiled"):
        quietly([PYTHON, "-c", _WARM, "warm"], env=env)
        cache = quietly([PYTHON, "-c", _WHERE], env=env).strip()
    fingerprint.mark_done("rules-cache", cache)
    fingerprint.mark_done("rules", wanted)
