"""A client that does not read stalls nobody, and is dropped."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Player, asynchronous, house
from tests.server.toys import ENDLESS
from tilewright.server import session as session_module
from tilewright.server.limits import Limits, Rate
from tilewright.server.session import MOST_WAITING, Session


def tight_listener(host: str, port: int, family: Any) -> socket.socket:
    """A listening socket whose connections hold little in the kernel."""
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    listener.bind((host, port))
    return listener


async def deaf(player: Player, match: str) -> socket.socket:
    """A connection that says hello and then never reads again."""
    url = player.client.make_url(f"/ws/match/{match}")
    cookies = "; ".join(
        f"{name}={morsel.value}"
        for name, morsel in player.jar.filter_cookies(player.client.make_url("/")).items()
    )
    raw = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, (url.host, url.port))
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {url.path} HTTP/1.1",
        f"Host: {url.host}:{url.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {cookies}",
        "",
        "",
    ]
    await loop.sock_sendall(raw, "\r\n".join(lines).encode())
    assert (await loop.sock_recv(raw, 300)).startswith(b"HTTP/1.1 101")
    hello = b'{"type":"hello"}'
    mask = bytes(4)
    await loop.sock_sendall(raw, bytes([0x81, 0x80 | len(hello)]) + mask + hello)
    return raw


@asynchronous
async def test_one_who_does_not_read_stalls_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "MOST_WAITING", 1 << 15)
    limits = Limits(frames=Rate(10_000, 10_000), address_frames=Rate(10_000, 10_000))
    async with house(tmp_path, limits=limits, server={"socket_factory": tight_listener}) as running:
        player = await running.player()
        match = await player.start(ENDLESS.id)
        raw = await deaf(player, match)
        tab, watcher = await player.tab(match), await player.tab(match)
        frame = await tab.hello()
        await watcher.hello()
        for v in range(150):
            frame = await tab.move(v, frame["state"]["legal"][0])
            assert (await watcher.until("played"))["v"] == v + 1
        # What waited for it was more than may wait, so it was cut off: only the kernel's share is to be had.
        raw.setblocking(True)
        raw.settimeout(20)
        received = 0

        def drain() -> int:
            nonlocal received
            try:
                while chunk := raw.recv(1 << 16):
                    received += len(chunk)
            except ConnectionResetError:
                pass
            return received

        sent_to_others = 150 * len(str(frame))
        assert await asyncio.to_thread(drain) < sent_to_others
        raw.close()


class Transport:
    """A transport with so much waiting in it."""

    def __init__(self) -> None:
        self.waiting = 0
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.aborted = True


class Socket:
    """A socket that notes what is sent, and fails when told to."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.gone = False

    async def send_str(self, text: str) -> None:
        if self.gone:
            raise ConnectionResetError
        self.sent.append(text)


def made() -> tuple[Session, Socket, Transport]:
    wire, transport = Socket(), Transport()
    return Session(wire, transport, Limits(), lambda: 0.0), wire, transport  # type: ignore[arg-type]


def test_a_client_that_keeps_up_gets_everything() -> None:
    session, wire, transport = made()
    transport.waiting = MOST_WAITING
    session.push("one")
    session.push("two")
    assert wire.sent == ["one", "two"]
    assert not transport.aborted


def test_a_client_that_falls_behind_is_dropped() -> None:
    session, wire, transport = made()
    transport.waiting = MOST_WAITING + 1
    session.push("one")
    assert transport.aborted
    transport.waiting = 0
    session.push("two")
    assert wire.sent == []


def test_a_client_that_has_gone_is_no_error() -> None:
    session, wire, _ = made()
    wire.gone = True
    session.push("one")
    wire.gone = False
    session.push("two")
    assert wire.sent == []
