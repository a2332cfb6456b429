"""The answers over HTTP, by docs/protocol.md."""

from __future__ import annotations

import functools
import re
from typing import TypeVar

import msgspec
from aiohttp import web

from tilewright.core.game import BadPosition, BadRequest
from tilewright.core.notation import write_record
from tilewright.server import protocol
from tilewright.server.faults import Refusal
from tilewright.server.guard import Guard
from tilewright.server.guests import Guests
from tilewright.server.identity import new_id, new_seed, write_recovery
from tilewright.server.queries import (
    Guest,
    MatchHead,
    Progress,
    Standing,
    add_match,
    open_matches,
    progress_of,
)
from tilewright.server.rulebook import rule_book
from tilewright.server.services import Keeper, utc
from tilewright.table import Match

T = TypeVar("T")


class Api:
    """The handlers of `/api/`."""

    def __init__(self, keeper: Keeper, guests: Guests, guard: Guard) -> None:
        """Everything the handlers need."""
        self._keeper = keeper
        self._guests = guests
        self._guard = guard

    def routes(self) -> list[web.RouteDef]:
        """Where the handlers are."""
        return [
            web.get("/api/me", self.me),
            web.post("/api/me/recover", self.recover),
            web.get("/api/games", self.games),
            web.post("/api/matches", self.new_match),
            web.get("/api/matches", self.matches),
            web.get("/api/matches/{match}/record", self.record),
            web.get("/api/rules/{game}", self.rules),
        ]

    async def me(self, request: web.Request) -> web.Response:
        """Who the caller is; a new guest on first sight."""
        return self._introduce(request, await self._guest(request))

    async def recover(self, request: web.Request) -> web.Response:
        """Take over the guest that owns a recovery code."""
        self._guard.spend(request, "recoveries", self._guard.limits.recoveries)
        wanted = await _body(request, protocol.Recovery)
        return self._introduce(request, await self._guests.recover(wanted.recovery))

    async def games(self, request: web.Request) -> web.Response:
        """Every game with its packs and levels, and the caller's progress."""
        guest = self._guests.known(request)
        catalogue = self._keeper.catalogue
        progress = Progress({}, {})
        if guest is not None:
            progress = await self._keeper.store.run(progress_of(guest, catalogue.versions))
        return _json(catalogue.cards(progress))

    async def new_match(self, request: web.Request) -> web.Response:
        """A new match of the caller on a level."""
        self._guard.spend(request, "new matches", self._guard.limits.new_matches)
        wanted = await _body(request, protocol.NewMatch)
        level = self._keeper.catalogue.level(wanted.level)
        if level is None:
            raise Refusal(404, "no-level", f"There is no level {wanted.level!r}; choose one from the list.")
        game = self._keeper.catalogue.games[level.game]
        guest = await self._guest(request)
        head = MatchHead(
            id=new_id(),
            guest=guest.id,
            level=level.id,
            game=level.game,
            rules_version=game.rules_version,
            setup=level.setup,
            seed=new_seed() if wanted.seed is None else wanted.seed,
            seats=1,
            practice=wanted.practice or level.practice,
            started=self._keeper.clock(),
        )
        try:  # a level that cannot be opened is told now, not when its match is entered
            match = Match(game, head.setup, head.seed, seats=head.seats)
        except (BadRequest, BadPosition) as error:
            raise Refusal(409, "bad-level", f"This level cannot be played: {error}.") from error
        await self._keeper.store.run(add_match(head, Standing(0, match.outcome is not None)))
        response = _json(protocol.MatchMade(head.id))
        self._guests.remember(request, response, guest)
        return response

    async def matches(self, request: web.Request) -> web.Response:
        """The caller's open matches, newest first."""
        guest = self._guests.known(request)
        found = []
        if guest is not None:
            found = await self._keeper.store.run(open_matches(guest, self._keeper.catalogue.versions))
        return _json([protocol.OpenMatch(one.id, one.level, one.moves, utc(one.updated)) for one in found])

    async def record(self, request: web.Request) -> web.Response:
        """A match of the caller as a game record."""
        opened = await self._keeper.load_own(request.match_info["match"], self._guests.known(request))
        name = re.sub(r"[^\w.-]+", "-", f"{opened.head.level}-{opened.head.id[:6]}")
        return web.Response(
            text=write_record(opened.match.to_record()),
            content_type="text/plain",
            charset="utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name}.record"'},
        )

    async def rules(self, request: web.Request) -> web.Response:
        """The rule book of a game."""
        game = self._keeper.catalogue.games.get(request.match_info["game"])
        if game is None:
            raise Refusal(404, "no-game", "There is no such game here.")
        book = await self._keeper.think(functools.partial(rule_book, game))
        response = _json(book)
        response.headers["Cache-Control"] = "max-age=300"
        return response

    async def _guest(self, request: web.Request) -> Guest:
        """The caller, made a guest on first sight."""
        guest = await self._guests.find(request)
        if guest is None:
            self._guard.spend(request, "new guests", self._guard.limits.new_guests)
            guest = await self._guests.make()
        return guest

    def _introduce(self, request: web.Request, guest: Guest) -> web.Response:
        response = _json(protocol.Me(guest.name, write_recovery(guest.recovery)))
        self._guests.remember(request, response, guest)
        return response


def _json(value: object) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), content_type="application/json")


async def _body(request: web.Request, kind: type[T]) -> T:
    """The body of a request. Raises Refusal where it is not what the protocol says."""
    try:
        return msgspec.json.decode(await request.read(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal(400, "bad-request", f"The request cannot be read: {error}.") from None
