"""What the parts of the server share: the store, the catalogue, the clock, and how a match is loaded."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import msgspec

from tilewright.server.catalogue import Catalogue
from tilewright.server.faults import Refusal
from tilewright.server.limits import Limits
from tilewright.server.queries import MatchHead, StoredMatch, load_match
from tilewright.server.shown import Showcase
from tilewright.server.store import Store
from tilewright.table import Match, RecordRefused, add_all, check_version

#: Threads for what takes longer than a move: hints, replays of stored matches.
_THREADS: Final = 2

T = TypeVar("T")


class OpenedMatch(msgspec.Struct, frozen=True):
    """A match that was loaded and replayed; `requests` has the entry that each stored request became."""

    head: MatchHead
    match: Match[Any]
    showcase: Showcase
    requests: dict[str, int]


class Keeper:
    """Loads matches, thinks in threads, tells the time."""

    def __init__(
        self, store: Store, catalogue: Catalogue, limits: Limits, clock: Callable[[], float] = time.time
    ) -> None:
        """The clock gives seconds since 1970."""
        self.store = store
        self.catalogue = catalogue
        self.limits = limits
        self.clock = clock
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="think")

    async def think(self, work: Callable[[], T]) -> T:
        """Do some work in a thread, so that nobody else waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def milliseconds_since(self, started: float) -> int:
        """Whole milliseconds from a time until now."""
        return max(0, int((self.clock() - started) * 1000))

    async def load(self, match: str) -> OpenedMatch:
        """A match as it is stored, replayed and checked.

        Raises:
            Refusal: there is no such match, or these rules cannot replay it.
            StoreError: the database refuses.
        """
        stored = await self.store.run(load_match(match))
        if stored is None:
            raise Refusal(404, "no-match", "There is no such match here.")
        try:
            return await self.think(functools.partial(self._replayed, stored))
        except RecordRefused as error:
            raise Refusal(409, "rules", str(error)) from error

    async def load_own(self, match: str, guest: str | None) -> OpenedMatch:
        """A match of this guest. Raises what `load` raises, and Refusal for somebody else's."""
        opened = await self.load(match)
        self.check_owner(opened.head, guest)
        return opened

    def check_owner(self, head: MatchHead, guest: str | None) -> None:
        """Refuse anybody but the guest whose match it is."""
        if head.guest != guest:
            raise Refusal(
                403,
                "not-yours",
                "This is another guest's match. Open your own from the list, or enter your recovery code.",
            )

    def _replayed(self, stored: StoredMatch) -> OpenedMatch:
        head = stored.head
        game = self.catalogue.games.get(head.game)
        if game is None:
            raise RecordRefused(f"This match is of a game {head.game!r}, which this server does not have.")
        check_version(game, head.rules_version)
        match: Match[Any] = Match(
            game,
            head.setup,
            head.seed,
            seats=head.seats,
            level=head.level,
            practice=head.practice,
            started=utc(head.started),
        )
        add_all(match, [one.entry for one in stored.log], [one.digest for one in stored.log])
        requests = {one.request: v for v, one in enumerate(stored.log, start=1)}
        return OpenedMatch(head, match, Showcase(head, game, self.catalogue), requests)

    def close(self) -> None:
        """Let the threads end; what waits for them is given up."""
        self._threads.shutdown(wait=True, cancel_futures=True)


def utc(seconds: float) -> str:
    """A time in seconds since 1970 as ISO 8601 in UTC, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
