"""A bot that plays one of the policies a game brings with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.game import BadRequest, Game


class PolicyBot:
    """Plays any game by one of its policies; its luck is its own and comes from its seed alone."""

    def __init__(self, game: Game[Any, Any], policy: str, seed: int = 0) -> None:
        """A bot for `game`.

        Raises:
            BadRequest: the game has no such policy.
        """
        if policy not in game.policies:
            raise BadRequest(f"{game.name} has no bot {policy!r}; choose one of {', '.join(game.policies)}")
        self.name = policy
        self._game = game
        self._luck = np.random.default_rng(seed & 0xFFFFFFFFFFFFFFFF)

    def choose(self, view: Any) -> str:
        """The move the bot makes on a view. Raises Illegal where the game is over."""
        return self._game.choose(view, self.name, self._luck)
