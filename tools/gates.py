"""The static gates: what every change must pass before its tests are even run."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.paths import PYTHON, tool
from tools.progress import Progress, together
from tools.shell import Failed, environment, quietly


@dataclass(frozen=True)
class Gate:
    """One check: a command that prints what is wrong and then fails."""

    name: str
    command: Sequence[str | Path]
    remedy: str = ""


def _client(script: str, name: str, remedy: str = "") -> Gate:
    """A script of client/package.json, run by the Node.js of .venv."""
    return Gate(name, [PYTHON, "-m", "tools.client", "run", script], remedy)


# The slow ones first, a Python one beside a client one, for two at a time.
GATES = [
    _client("check", "svelte-check and tsc"),
    Gate("mypy", [tool("mypy")]),
    _client("test", "vitest"),
    Gate("pyright", [tool("pyright"), "--warnings"]),
    _client("types:check", "generated types", "Write them anew: .venv/bin/python -m tools.client run types"),
    Gate("ruff check", [tool("ruff"), "check"], "Mend it: .venv/bin/ruff check --fix"),
    _client("lint", "Biome", "Mend it: .venv/bin/python -m tools.client run format"),
    Gate("ruff format", [tool("ruff"), "format", "--check"], "Mend it: .venv/bin/ruff format"),
]


def run_all(progress: Progress) -> list[str]:
    """Runs all gates, two at a time, tells what is wrong, and returns the names of those that failed."""
    with progress.step("Node packages of the web client"):
        quietly([PYTHON, "-m", "tools.client", "install"])
    env = environment(CI="true", NO_COLOR="1")
    waiting = iter(GATES)
    failures: dict[str, Failed] = {}

    def work() -> None:
        for gate in waiting:
            try:
                with progress.step(gate.name):
                    quietly(gate.command, env=env, remedy=gate.remedy)
            except Failed as failure:
                failures[gate.name] = failure

    together(work, work)
    for name, failure in failures.items():
        progress.say(f"\n── {name}\n{failure.told()}")
    return list(failures)
