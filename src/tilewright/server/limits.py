"""How much one connection or address may ask for: token buckets that fast human play never empties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

#: Buckets of addresses that are remembered; beyond it the full ones are forgotten.
_MOST_ADDRESSES: Final = 10_000

Clock = Callable[[], float]


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


class Limits(msgspec.Struct, frozen=True):
    """The limits of a server. `frames` are of one connection, the rest of one address."""

    frames: Rate = Rate(120, 40)
    address_frames: Rate = Rate(2_000, 800)
    requests: Rate = Rate(400, 100)
    new_matches: Rate = Rate(60, 2)
    new_guests: Rate = Rate(60, 1)
    recoveries: Rate = Rate(10, 0.2)
    sockets: int = 256
    #: Refused frames and broken frames after which a connection is closed.
    patience: Rate = Rate(200, 10)
    #: Entries of the longest match.
    entries: int = 20_000


class Bucket:
    """Holds tokens, of which each thing done takes one."""

    __slots__ = ("_at", "_clock", "_rate", "_tokens")

    def __init__(self, rate: Rate, clock: Clock) -> None:
        """A full bucket; the clock gives seconds."""
        self._rate = rate
        self._clock = clock
        self._tokens = rate.burst
        self._at = clock()

    def take(self) -> bool:
        """Take a token if there is one."""
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken of late."""
        self._refill()
        return self._tokens >= self._rate.burst

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._rate.burst, self._tokens + (now - self._at) * self._rate.per_second)
        self._at = now


class AddressBook:
    """A bucket for each address and kind of request."""

    def __init__(self, clock: Clock) -> None:
        """The clock gives seconds."""
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def bucket(self, address: str, kind: str, rate: Rate) -> Bucket:
        """The bucket of an address for a kind of request."""
        key = (address, kind)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MOST_ADDRESSES:
                self._buckets = {kept: one for kept, one in self._buckets.items() if not one.full}
            bucket = self._buckets[key] = Bucket(rate, self._clock)
        return bucket
