"""One connection of one player: what is sent to it never waits for it."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

from aiohttp import web

from tilewright.server.limits import Bucket, Clock, Limits

#: Bytes that may wait for a slow client; it is dropped beyond, reconnects, and gets the position.
MOST_WAITING: Final = 1 << 20


class Listener(Protocol):
    """Whoever follows a match."""

    greeted: bool

    def push(self, text: str) -> None:
        """Send a frame, without ever waiting."""
        ...

    def drop(self) -> None:
        """End the connection at once; the client will come again."""
        ...


class Session:
    """A WebSocket that follows a match."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.WriteTransport, limits: Limits, clock: Clock
    ) -> None:
        """The socket must have been prepared with a `writer_limit` that its buffer never reaches."""
        self.socket = socket
        self.frames = Bucket(limits.frames, clock)
        self.patience = Bucket(limits.patience, clock)
        #: Whether it has said hello, and so has a position that frames can follow on.
        self.greeted = False
        self._transport = transport
        self._dropped = False

    def push(self, text: str) -> None:
        """Send a frame without waiting; a client that does not keep up is dropped."""
        if self._dropped:
            return
        if self._transport.get_write_buffer_size() > MOST_WAITING:
            self.drop()
            return
        sending = self.socket.send_str(text)
        try:
            sending.send(None)  # runs to its end at once: nothing in it has to wait
        except StopIteration:
            return
        except (ConnectionError, RuntimeError):
            self._dropped = True
            return
        sending.close()

    def drop(self) -> None:
        """Cut the connection, whatever still waits in it."""
        self._dropped = True
        self._transport.abort()
