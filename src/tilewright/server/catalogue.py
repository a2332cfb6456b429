"""The levels that the server offers, and what a level is to it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from tilewright.core.game import Game, Outcome
from tilewright.server import protocol
from tilewright.server.queries import Progress
from tilewright.table import rules_name

#: Shares of the moves that must be left for the second and the third star, where a level says nothing.
DEFAULT_STARS: Final = (0.10, 0.25)

#: The look of what names none.
DEFAULT_THEME: Final = "studio"


class Level(Protocol):
    """As much of a level as the server needs."""

    @property
    def id(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def idea(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def setup(self) -> dict[str, Any]: ...
    @property
    def practice(self) -> bool: ...
    @property
    def stars(self) -> tuple[int, int] | None: ...


class Pack(Protocol):
    """Levels in the order in which they are meant to be played."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def theme(self) -> str: ...
    @property
    def levels(self) -> Sequence[Level]: ...


class Catalogue:
    """Every game with its packs and levels."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], packs: Sequence[Pack]) -> None:
        """Packs of games that are not here are left out."""
        self.games = games
        self.packs = [pack for pack in packs if pack.game in games]
        self.versions = {name: game.rules_version for name, game in games.items()}
        self._levels = {level.id: level for pack in self.packs for level in pack.levels}
        self._themes = {level.id: pack.theme for pack in self.packs for level in pack.levels}
        self._next = {
            level.id: following.id
            for pack in self.packs
            for level, following in zip(pack.levels, pack.levels[1:], strict=False)
        }

    def level(self, level: str) -> Level | None:
        """The level with an id."""
        return self._levels.get(level)

    def info(self, level: str) -> protocol.LevelInfo:
        """A level as a match shows it; a level that has gone since keeps its id."""
        known = self._levels.get(level)
        if known is None:
            return protocol.LevelInfo(level, 0, level, "", None, DEFAULT_THEME)
        following, theme = self._next.get(level), self._themes[level]
        return protocol.LevelInfo(level, known.number, known.name, known.idea, following, theme)

    def cards(self, progress: Progress) -> list[protocol.GameCard]:
        """Everything there is to play, with a guest's progress."""
        return [
            protocol.GameCard(
                name,
                game.title,
                [
                    protocol.Pack(
                        pack.id,
                        pack.title,
                        pack.theme,
                        [self._card(level, game, progress) for level in pack.levels],
                    )
                    for pack in self.packs
                    if pack.game == name
                ],
            )
            for name, game in self.games.items()
        ]

    def _card(self, level: Level, game: Game[Any, Any], progress: Progress) -> protocol.LevelCard:
        position: Mapping[str, Any] = level.setup.get("position") or {}
        stars, best = progress.won.get(level.id, (0, None))
        return protocol.LevelCard(
            id=level.id,
            number=level.number,
            name=level.name,
            idea=level.idea,
            author=level.author,
            rows=list(position.get("rows") or ()),
            moves=moves_left(position),
            goals=goals(position, position),
            rules=rules_name(level.setup, game),
            stars=stars,
            best=best,
            open=progress.open.get(level.id),
            theme=self._themes[level.id],
        )


def moves_left(position: Mapping[str, Any]) -> int | None:
    """The moves or turns left in a position, None where they are not counted."""
    left = position.get("moves_left", position.get("turns_left"))
    return left if isinstance(left, int) else None


def goals(position: Mapping[str, Any], opening: Mapping[str, Any]) -> list[protocol.Goal]:
    """The goals of a position with what they were at the opening."""
    at_first = dict(_counted(opening.get("goals")))
    return [
        protocol.Goal(key, left, max(at_first.get(key, left), left))
        for key, left in _counted(position.get("goals"))
    ]


def _counted(found: Any, prefix: str = "") -> list[tuple[str, int]]:
    """The goals that are counted, by key; a goal of several counts gives one for each, such as `make 4`."""
    if not isinstance(found, Mapping):
        return []
    counted: list[tuple[str, int]] = []
    for key, left in found.items():
        if isinstance(left, Mapping):
            counted += _counted(left, f"{prefix}{key} ")
        elif isinstance(left, int) and not isinstance(left, bool):
            counted.append((f"{prefix}{key}", left))
    return counted


def stars(
    outcome: Outcome | None, left: int | None, at_first: int | None, thresholds: tuple[int, int] | None
) -> int:
    """The stars of a match: none without a win, one for it, more for moves left.

    Where moves are not counted there is nothing to save, and a win is worth all three.
    """
    if outcome is None or outcome.result != "won":
        return 0
    if left is None or at_first is None:
        return 3
    two, three = thresholds or tuple(math.ceil(at_first * share) for share in DEFAULT_STARS)
    return 3 if left >= three else 2 if left >= two else 1
