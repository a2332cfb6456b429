"""A real server in a process of its own, and lines of play that win, found by the rules themselves."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import APIRequestContext, Page

from tilewright.content.levels import load_level
from tilewright.games import GAMES

#: Seeds that are tried for a line that wins.
SEEDS = 200


class Server:
    """`tilewright serve` with a data folder, that can be killed and started again at the same address."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        """Start it, at the port it had before if any, and wait until it says where it is."""
        port = self.address.rstrip("/").rpartition(":")[2] if self.address else "0"
        command = [sys.executable, "-m", "tilewright", "serve", "--no-browser", "--port", port]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://\S+", line):
                self.address = found[0]
                return
        raise AssertionError(f"the server ended with {self.process.wait()} before it listened")

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def running(data: Path) -> Iterator[Server]:
    """A started server, ended afterwards."""
    server = Server(data)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def winning_line(level_id: str) -> tuple[int, list[str], list[list[str]]]:
    """A seed of a level with moves that win it, and the rows after each of them."""
    level = load_level(level_id)
    game = GAMES[level.game]
    for seed in range(SEEDS):
        state = game.new(level.setup, seed)
        luck = np.random.default_rng(seed)
        moves: list[str] = []
        rows: list[list[str]] = []
        while (outcome := game.outcome(state)) is None:
            move = game.choose(game.view(state, 0), "goal", luck)
            state = game.play(state, 0, move).state
            moves.append(move)
            rows.append(game.rows(state))
        if outcome.result == "won":
            return seed, moves, rows
    raise AssertionError(f"no line that wins {level_id} in {SEEDS} seeds")


def open_match(page: Page, server: Server, level_id: str, **options: Any) -> str:
    """Make a match as this page's guest and show it; returns its id."""
    requests: APIRequestContext = page.request
    assert requests.get(f"{server.address}api/me").ok
    answer = requests.post(
        f"{server.address}api/matches",
        data={"level": level_id, **options},
        headers={"Origin": server.address.rstrip("/")},
    )
    assert answer.ok, answer.text()
    match: str = answer.json()["match"]
    page.goto(f"{server.address}#/play/{match}")
    settle(page)
    return match


def skip_introduction(page: Page) -> None:
    """Tell the page, before it loads, that the introduction was seen."""
    page.add_init_script(
        """try { const k = 'tilewright.settings'; const v = JSON.parse(localStorage.getItem(k) || '{}');
        localStorage.setItem(k, JSON.stringify({ ...v, introDone: true })) } catch {}"""
    )


def settle(page: Page) -> None:
    """Wait until the board has played what it was sent."""
    page.wait_for_function("() => window.__tilewright && !window.__tilewright.busy()", timeout=60_000)


def wait_for_rows(page: Page, rows: list[str]) -> None:
    """Wait until the board shows these rows and nothing moves any more."""
    page.wait_for_function(
        """rows => window.__tilewright && !window.__tilewright.busy()
        && JSON.stringify(window.__tilewright.rows()) === JSON.stringify(rows)""",
        arg=rows,
        timeout=60_000,
    )


def drift(page: Page) -> int:
    """How often the board had to be corrected; 0 unless the animation lied."""
    count: int = page.evaluate("() => window.__tilewright.drift")
    return count
