"""Listening, and running an application until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
from collections.abc import Callable, Coroutine
from typing import Any, Final

from aiohttp import web

#: Ports that are tried after a taken one.
_NEXT_PORTS: Final = 100

#: Connections that may wait to be accepted.
_BACKLOG: Final = 256

#: Seconds that open requests are given when the server stops.
_LAST_REQUESTS: Final = 3.0


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on this port, or on the next free one where it is taken; port 0 is any free one.

    Raises:
        OSError: the host is not one of this machine, or no port may be used.
    """
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    where = str(address[0])
    for attempt in range(_NEXT_PORTS + 1):
        if port and port + attempt > 65535:
            break
        try:
            return _bound(family, where, port + attempt if port else 0)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or not port:
                raise
    raise OSError(errno.EADDRINUSE, f"every port from {port} to {min(port + _NEXT_PORTS, 65535)} is taken")


def _bound(family: int, host: str, port: int) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def address(listener: socket.socket) -> str:
    """The address of the start page as a browser on this machine takes it."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


async def serve(app: web.Application, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM, then end every connection, save, and return.

    `started` is called once requests are answered.
    """
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_LAST_REQUESTS)
    try:
        await runner.setup()
        await web.SockSite(runner, listener).start()
        told = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C then cancels this task
                loop.add_signal_handler(number, told.set)
        started()
        await told.wait()
    finally:
        await runner.cleanup()


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on the fastest event loop there is."""
    try:
        import uvloop  # noqa: PLC0415 (it is not there on every system)
    except ImportError:
        asyncio.run(main)
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main)
