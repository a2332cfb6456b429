"""The command `tilewright serve`, with everything that ships."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.server.house import asynchronous, house
from tilewright.content import packs
from tilewright.core.events import Event, paint
from tilewright.games import GAMES


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tilewright", "serve", "--no-browser", *arguments]


@contextlib.contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The command in a process of its own, and the lines that it began with."""
    with subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = []
        try:
            for line in process.stdout:
                lines.append(line.strip())
                if "Ctrl-C" in line:
                    break
            yield process, lines
        finally:
            process.kill()


def refused(*arguments: str) -> str:
    """What the command says when it will not start."""
    done = subprocess.run(command(*arguments), capture_output=True, text=True)
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are a matter of Unix")
def test_it_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with serving("--port", str(port), "--data", str(tmp_path)) as (process, lines):
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", "\n".join(lines))
            assert found
            assert int(found[1]) > port
            assert f"Port {port} is taken, so this is port {found[1]}." in lines
            process.send_signal(signal.SIGINT)
            assert process.wait() == 0
    assert (tmp_path / "tilewright.sqlite3").is_file()


def test_what_it_cannot_use_is_told(tmp_path: Path) -> None:
    assert "'80a80' is not a port number" in refused("--port", "80a80")
    assert "Cannot listen on 192.0.2.1" in refused("--host", "192.0.2.1", "--data", str(tmp_path))
    file = tmp_path / "file"
    file.write_text("")
    assert "cannot be used" in refused("--port", "0", "--data", str(file / "deeper"))
    with sqlite3.connect(tmp_path / "tilewright.sqlite3") as database:
        database.execute("PRAGMA user_version = 999")
    database.close()
    assert "newer Tilewright" in refused("--port", "0", "--data", str(tmp_path))


@asynchronous
async def test_every_shipped_level_can_be_opened_and_played(tmp_path: Path) -> None:
    shipped = packs()
    async with house(tmp_path, games=GAMES, packs=shipped) as running:
        player = await running.player()
        for level in (level for pack in shipped for level in pack.levels):
            tab, first = await player.open(level.id, seed=1)
            frame = await tab.move(0, first["state"]["legal"][0])
            assert frame["state"]["moves_made"] == 1
            hint = await tab.ask("hint", 1)
            assert frame["state"]["outcome"] or hint["move"] in frame["state"]["legal"]
            await tab.close()


@asynchronous
async def test_a_shipped_solution_wins_its_stars(tmp_path: Path) -> None:
    shipped = packs()
    solved = [level for pack in shipped for level in pack.levels if level.solution]
    async with house(tmp_path, games=GAMES, packs=shipped) as running:
        player = await running.player()
        for level in solved:
            tab, _ = await player.open(level.id, seed=0)
            frame = await tab.play(*level.solution)
            assert frame["state"]["outcome"]["result"] == "won", level.id
            assert (await player.card(level.id))["stars"] == frame["state"]["stars"] > 0
            await tab.close()


@asynchronous
async def test_the_rule_book_of_every_game_is_played(tmp_path: Path) -> None:
    async with house(tmp_path, games=GAMES, packs=packs()) as running:
        player = await running.player()
        for name in GAMES:
            book = await player.json(f"/api/rules/{name}")
            examples = [example for section in book["sections"] for example in section["examples"]]
            assert len(examples) > 20
            for example in examples:
                events = msgspec.convert(example["events"], list[Event])
                assert paint(example["rows"], events) == example["after"]
