"""The games of Tilewright: the one place that lists them."""

from __future__ import annotations

from typing import Any, Final

from tilewright.core.game import Game
from tilewright.games.match3.game import Match3

#: Every game by its name. Nothing outside `games/` knows one but through this.
GAMES: Final[dict[str, Game[Any, Any]]] = {"match3": Match3()}
