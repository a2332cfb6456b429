"""Who calls: the guest of a request, made on first sight."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from tilewright.server.faults import Refusal
from tilewright.server.identity import Signer, new_id, new_name, new_recovery, read_recovery
from tilewright.server.queries import Guest, add_guest, find_guest, find_recovered
from tilewright.server.services import Keeper, utc

#: Seconds that a browser keeps the cookie; none keeps one longer than 400 days.
_COOKIE_AGE: Final = 400 * 24 * 3600


class Guests:
    """Knows guests by their cookies."""

    def __init__(self, keeper: Keeper, signer: Signer) -> None:
        """The signer makes and checks the cookies."""
        self._keeper = keeper
        self._signer = signer

    def known(self, request: web.Request) -> str | None:
        """The guest whose cookie the request carries; that the guest is still stored is not looked up."""
        return self._signer.read(request.cookies.get(self._signer.cookie))

    async def find(self, request: web.Request) -> Guest | None:
        """The guest of the request, if its cookie is genuine and the guest is stored. Raises StoreError."""
        known = self.known(request)
        return await self._keeper.store.run(find_guest(known)) if known else None

    async def make(self) -> Guest:
        """A new guest. Raises StoreError."""
        guest = Guest(new_id(), new_name(), new_recovery())
        await self._keeper.store.run(add_guest(guest, utc(self._keeper.clock())))
        return guest

    async def recover(self, typed: str) -> Guest:
        """The guest who owns a recovery code.

        Raises:
            Refusal: nobody does.
            StoreError: the database refuses.
        """
        code = read_recovery(typed)
        guest = await self._keeper.store.run(find_recovered(code)) if code else None
        if guest is None:
            raise Refusal(
                404,
                "no-guest",
                "No guest has this recovery code; compare it with the one you wrote down, letter by letter.",
            )
        return guest

    def remember(self, request: web.Request, response: web.StreamResponse, guest: Guest) -> None:
        """Set the cookie of a guest."""
        response.set_cookie(
            self._signer.cookie,
            self._signer.sign(guest.id),
            max_age=_COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=request.secure,
            path="/",
        )
