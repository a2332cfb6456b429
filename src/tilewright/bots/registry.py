"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

import msgspec

from tilewright.bots.policy import PolicyBot
from tilewright.core.game import BadRequest, Game


class Bot(Protocol):
    """A player: it is shown views, never states."""

    name: str

    def choose(self, view: Any) -> str:
        """The move the bot makes on a view."""
        ...


class Entry(msgspec.Struct, frozen=True):
    """A bot as a person chooses it: what it does, and how to make one for a game and a seed."""

    about: str
    make: Callable[[Game[Any, Any], int], Bot]


def _policy(policy: str, about: str) -> Entry:
    return Entry(about, lambda game, seed: PolicyBot(game, policy, seed))


#: Every bot by its name, weakest first.
BOTS: Final[Mapping[str, Entry]] = {
    "random": _policy("random", "any legal move, all alike"),
    "greedy": _policy("greedy", "the move that clears most by itself"),
    "goal": _policy("goal", "the move that brings the goals nearest"),
    "lookahead": _policy("lookahead", "imagines refills and the best next move, several times"),
}


def bot_for(game: Game[Any, Any], name: str, seed: int = 0) -> Bot:
    """A bot by its name, for a game; the seed is its luck.

    Raises:
        BadRequest: there is no such bot, or this game has no such policy.
    """
    if name not in BOTS:
        raise BadRequest(f"there is no bot {name!r}; choose one of {', '.join(BOTS)}")
    return BOTS[name].make(game, seed)
