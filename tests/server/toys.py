"""Levels of the toy game, as the server sees levels."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tests.toygame.take import TAKE


class ToyLevel(msgspec.Struct, frozen=True):
    id: str
    number: int
    name: str
    setup: dict[str, Any]
    practice: bool = False
    stars: tuple[int, int] | None = None
    idea: str = "Take them all."
    author: str = "A tester"
    game: str = "take"


class ToyPack(msgspec.Struct, frozen=True):
    id: str
    title: str
    game: str
    levels: tuple[ToyLevel, ...]
    theme: str = "studio"


def setup(row: str, **position: Any) -> dict[str, Any]:
    return {"rules": "take-v1", "position": {"rows": [row], **position}}


#: No chance in it, won by `WINNING`.
PLAIN: Final = ToyLevel(
    "toys/01", 1, "Plain", setup("a a b b c c", moves_left=6, goals={"tiles": 6}), stars=(1, 3)
)
#: Every move draws new tiles.
LUCKY: Final = ToyLevel(
    "toys/02", 2, "Lucky", setup("? ? ? ? ? ?", refill=99, moves_left=20, goals={"tiles": 20})
)
#: The same, and anything may be taken back.
PRACTICE: Final = ToyLevel("toys/03", 3, "Practice", setup("? ? ?", refill=9, moves_left=2), practice=True)
#: Goes on for ever.
ENDLESS: Final = ToyLevel("toys/04", 4, "Endless", setup("? ? ? ? ? ? ? ?", refill=1_000_000))

PACK: Final = ToyPack("toys", "Toys", "take", (PLAIN, LUCKY, PRACTICE, ENDLESS))
GAMES: Final = {"take": TAKE}

WINNING: Final = ("a1+b1", "c1+d1", "e1+f1")
