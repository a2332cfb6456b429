"""The server as one application: its parts, its routes, its beginning and its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from aiohttp import web

from tilewright.core.game import Game
from tilewright.server import pages, protocol
from tilewright.server.api import Api
from tilewright.server.catalogue import Catalogue, Pack
from tilewright.server.guard import Guard, Handler
from tilewright.server.guests import Guests
from tilewright.server.identity import load_signer
from tilewright.server.limits import AddressBook, Limits
from tilewright.server.rooms import Rooms
from tilewright.server.services import Keeper
from tilewright.server.sockets import Sockets
from tilewright.server.store import DATABASE_FILE, Store, StoreError

KEEPER = web.AppKey("keeper", Keeper)


def make_app(
    data: Path,
    games: Mapping[str, Game[Any, Any]],
    packs: Sequence[Pack],
    *,
    limits: Limits | None = None,
    clock: Callable[[], float] | None = None,
    static_folder: Path = pages.FOLDER,
) -> web.Application:
    """The application over a data folder, which is made if need be. Its store is open until its clean-up.

    Raises:
        StoreError: the folder or what is in it cannot be used.
    """
    limits = limits or Limits()
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        signer = load_signer(data)
    except OSError as error:
        raise StoreError(f"The data folder {data} cannot be used: {error}.") from error
    store = Store(data / DATABASE_FILE)
    catalogue = Catalogue(games, packs)
    keeper = Keeper(store, catalogue, limits, clock) if clock else Keeper(store, catalogue, limits)
    addresses = AddressBook(keeper.clock)
    guard = Guard(limits, addresses)
    guests = Guests(keeper, signer)
    sockets = Sockets(keeper, guests, Rooms(keeper), addresses)

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        return await guard.handle(request, handler)

    async def stop(_: web.Application) -> None:
        await sockets.stop()

    async def close(_: web.Application) -> None:
        await asyncio.to_thread(keeper.close)
        await asyncio.to_thread(store.close)

    app = web.Application(middlewares=[guarded], client_max_size=protocol.LARGEST_MESSAGE)
    app[KEEPER] = keeper
    app.add_routes(Api(keeper, guests, guard).routes())
    app.router.add_get("/ws/match/{match}", sockets.handle, allow_head=False)
    app.router.add_get("/{path:.*}", pages.Pages(static_folder).handle)
    app.on_shutdown.append(stop)
    app.on_cleanup.append(close)
    return app
