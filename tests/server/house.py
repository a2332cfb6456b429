"""A server in the test's own loop, and players that talk to it as the browser does."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientResponse, ClientWebSocketResponse, CookieJar, WSMsgType
from aiohttp.test_utils import TestClient, TestServer

from tests.server.toys import GAMES, PACK
from tilewright.server.app import make_app
from tilewright.server.limits import Limits

#: Seconds after which a test that waits for nothing is given up, on the slowest of machines.
PATIENCE = 300.0

Frame = dict[str, Any]


def asynchronous(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine, as one that pytest can call."""

    @functools.wraps(test)
    def call(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), PATIENCE))

    return call


class Tab:
    """A browser tab that shows a match."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.ids = 0

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send_str(json.dumps({"type": kind, **fields}))

    async def receive(self) -> Frame:
        """The next frame; None as its type once the socket is closed."""
        message = await self.socket.receive()
        if message.type is not WSMsgType.TEXT:
            return {"type": None, "close": self.socket.close_code}
        frame: Frame = json.loads(message.data)
        return frame

    async def until(self, kind: str | None) -> Frame:
        """The next frame of a kind; those before it are skipped."""
        while True:
            frame = await self.receive()
            if frame["type"] in (kind, None):
                assert frame["type"] == kind, f"closed while waiting for {kind}: {frame}"
                return frame

    async def hello(self, since: int = -1) -> Frame:
        await self.send("hello", since=since)
        return await self.receive()

    async def ask(self, kind: str, v: int, *, request: str | None = None, **fields: Any) -> Frame:
        """Make a request; its answer, which may come among other frames."""
        self.ids += 1
        request = request or f"t{id(self)}-{self.ids}"
        await self.send(kind, id=request, v=v, **fields)
        while True:
            frame = await self.receive()
            if frame["type"] is None or frame.get("id") == request:
                return frame

    async def move(self, v: int, move: str, **fields: Any) -> Frame:
        """Play a move that is legal; the frame that shows it."""
        answer = await self.ask("move", v, move=move, **fields)
        assert answer["type"] == "accepted", answer
        return await self.until("played")

    async def play(self, *moves: str, v: int = 0) -> Frame:
        """Play several; the frame that shows the last."""
        frame: Frame = {}
        for number, move in enumerate(moves):
            frame = await self.move(v + number, move)
        return frame

    async def close(self) -> None:
        await self.socket.close()


class Player:
    """A guest with a browser: cookies, requests, tabs."""

    def __init__(self, client: TestClient[Any, Any], jar: CookieJar) -> None:
        self.client = client
        self.jar = jar

    async def get(self, path: str, **more: Any) -> ClientResponse:
        return await self.client.get(path, **more)

    async def json(self, path: str) -> Any:
        response = await self.client.get(path)
        assert response.status == 200, await response.text()
        return await response.json()

    async def post(self, path: str, body: Any, **more: Any) -> ClientResponse:
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        return await self.client.post(path, data=data, **more)

    async def start(self, level: str, **more: Any) -> str:
        """A new match."""
        response = await self.post("/api/matches", {"level": level, **more})
        assert response.status == 200, await response.text()
        match: str = (await response.json())["match"]
        return match

    async def tab(self, match: str, **more: Any) -> Tab:
        return Tab(await self.client.ws_connect(f"/ws/match/{match}", max_msg_size=0, **more))

    async def open(self, level: str, **more: Any) -> tuple[Tab, Frame]:
        """A new match in a tab, and its first position."""
        tab = await self.tab(await self.start(level, **more))
        return tab, await tab.hello()

    async def card(self, level: str) -> Frame:
        """A level in the list."""
        games = await self.json("/api/games")
        cards = [card for game in games for pack in game["packs"] for card in pack["levels"]]
        return next(card for card in cards if card["id"] == level)


class House:
    """A server that runs."""

    def __init__(self, server: TestServer) -> None:
        self.server = server
        self.clients: list[TestClient[Any, Any]] = []

    async def player(self, jar: CookieJar | None = None) -> Player:
        """Somebody new, or with the cookies of somebody who was here before."""
        jar = CookieJar(unsafe=True) if jar is None else jar  # an empty one is false
        client = TestClient(self.server, cookie_jar=jar)
        self.clients.append(client)
        return Player(client, jar)


@asynccontextmanager
async def house(
    data: Path, *, limits: Limits | None = None, server: dict[str, Any] | None = None, **more: Any
) -> AsyncIterator[House]:
    """A server of the toy game over a data folder."""
    app = make_app(data, more.pop("games", GAMES), more.pop("packs", [PACK]), limits=limits, **more)
    running = House(TestServer(app, **(server or {})))
    await running.server.start_server()
    try:
        yield running
    finally:
        for client in running.clients:
            await client.session.close()
        await running.server.close()
