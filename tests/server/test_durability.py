"""A server that is killed at any moment loses nothing that it has acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar, WSMsgType

from tests.server.house import Frame, Tab, asynchronous, house
from tests.server.toys import ENDLESS, GAMES, PLAIN
from tilewright.core.notation import read_record
from tilewright.table import Match


@contextlib.asynccontextmanager
async def server(data: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """The toy server in a process of its own, and its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.toyserver", str(data), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        where = (await process.stdout.readline()).decode().strip()
        assert where, "the server did not start"
        yield process, where
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def start(session: ClientSession, where: str, level: str) -> str:
    async with session.post(f"{where}api/matches", data=json.dumps({"level": level})) as response:
        match: str = (await response.json())["match"]
        return match


async def open_tab(session: ClientSession, where: str, match: str) -> Tab:
    return Tab(await session.ws_connect(f"{where}ws/match/{match}"))


async def play_until_cut(tab: Tab, frame: Frame) -> tuple[int, int, str]:
    """Play as fast as the server answers; entries acknowledged, positions shown, the last request's id."""
    acknowledged, shown, number = frame["v"], frame["v"], 0
    while True:
        number += 1
        request = f"r{acknowledged}-{number}"
        with contextlib.suppress(ConnectionError):
            await tab.send("move", id=request, v=frame["v"], move=frame["state"]["legal"][0])
        v = frame["v"]
        while frame["v"] == v:
            message = await tab.socket.receive()
            if message.type is not WSMsgType.TEXT:
                return acknowledged, shown, request
            told = json.loads(message.data)
            if told["type"] == "accepted":
                acknowledged = told["v"]
            elif told["type"] == "played":
                frame, shown = told, told["v"]


@pytest.mark.parametrize("after", [0.05, 0.2])
@asynchronous
async def test_a_killed_server_has_every_acknowledged_move(tmp_path: Path, after: float) -> None:
    jar = CookieJar(unsafe=True)
    async with ClientSession(cookie_jar=jar) as session:
        async with server(tmp_path) as (process, where):
            match = await start(session, where, ENDLESS.id)
            tab = await open_tab(session, where, match)
            asyncio.get_running_loop().call_later(after, process.kill)
            acknowledged, shown, last = await play_until_cut(tab, await tab.hello())
        assert shown <= acknowledged
    async with house(tmp_path) as running:
        player = await running.player(jar)
        tab = await player.tab(match)
        frame = await tab.hello()
        # What was in flight is there whole or not at all.
        assert frame["v"] in (acknowledged, acknowledged + 1)
        if frame["v"] > acknowledged:
            answer = await tab.ask("move", acknowledged, request=last, move="a1")
            assert answer == {"type": "accepted", "id": last, "v": acknowledged + 1}
        response = await player.get(f"/api/matches/{match}/record")
        replayed = Match.from_record(read_record(await response.text()), GAMES)
        assert replayed.v == frame["v"]
        assert replayed.game.rows(replayed.state) == frame["state"]["rows"]
        assert (await tab.move(frame["v"], frame["state"]["legal"][0]))["v"] == frame["v"] + 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals are a matter of Unix")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@asynchronous
async def test_a_server_that_is_told_to_stop_closes_and_saves(tmp_path: Path, number: signal.Signals) -> None:
    jar = CookieJar(unsafe=True)
    async with ClientSession(cookie_jar=jar) as session, server(tmp_path) as (process, where):
        match = await start(session, where, PLAIN.id)
        tab = await open_tab(session, where, match)
        await tab.hello()
        await tab.move(0, "a1")
        process.send_signal(number)
        assert await tab.receive() == {"type": None, "close": 1001}
        assert await process.wait() == 0
    async with house(tmp_path) as running:
        player = await running.player(jar)
        frame = await (await player.tab(match)).hello()
        assert (frame["v"], frame["state"]["rows"]) == (1, [". a b b c c"])
