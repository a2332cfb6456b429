"""Short words for tests of match-3: a board as text, a move, and what came of it."""

from __future__ import annotations

from typing import Any

from tilewright.core.events import Clear, Event, Note, Slide, Spawn
from tilewright.core.game import Played
from tilewright.games import GAMES

GAME = GAMES["match3"]
DESIGNER, MASTER = "designer-v1", "master-v1"

Rules = str | dict[str, Any]


def rows_of(board: str) -> list[str]:
    """The rows of a board written as text, one a line."""
    return [" ".join(line.split()) for line in board.strip().splitlines()]


def load(board: str, rules: Rules = DESIGNER, **keys: Any) -> Any:
    """The state of a board with other keys of the position."""
    return GAME.load(rules, {"rows": rows_of(board), **keys})


def play(board: str, move: str, rules: Rules = DESIGNER, **keys: Any) -> Played[Any]:
    """What a move of the seat on turn does to a board."""
    state = load(board, rules, **keys)
    (seat,) = GAME.to_act(state)
    return GAME.play(state, seat, move)


def rows(played: Played[Any]) -> list[str]:
    """The board after a move."""
    return GAME.rows(played.state)


def notes(events: list[Event], what: str) -> list[Note]:
    """The notes of one kind."""
    return [event for event in events if isinstance(event, Note) and event.what == what]


def cleared(events: list[Event]) -> list[str]:
    """The squares whose piece was cleared, in the order of the events."""
    return [event.at for event in events if isinstance(event, Clear)]


def spawned(events: list[Event]) -> list[tuple[str, str]]:
    """What appeared, and where, in the order of the events."""
    return [(event.at, event.token) for event in events if isinstance(event, Spawn)]


def slid(events: list[Event]) -> list[tuple[str, str]]:
    """All slides, in the order of the events."""
    return [(event.from_, event.to) for event in events if isinstance(event, Slide)]
