"""The closed set of board events, the buffer kernels write them to, and the painter that proves them.

A kernel reports what happened on the board as rows of six integers. `decode` turns those rows into typed
events; `paint` applies events to the old rows of a board and must give the new rows (the paint law), which is
why a client needs no rules to animate a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from tilewright.core.notation import read_square, write_rows

SLIDE: Final = 1
SPAWN: Final = 2
CLEAR: Final = 3
CHANGE: Final = 4
SCORE: Final = 5
NOTE: Final = 6

#: Columns of a buffer row: kind, wave, a, b, token, value.
COLUMNS: Final = 6

EventBuffer = NDArray[np.int64]

#: Nobody listens: kernels that get this buffer write nothing.
NO_EVENTS: Final[EventBuffer] = np.zeros((0, COLUMNS), dtype=np.int64)

#: The mark that stands for one layer of ground under a piece, in every game's cell text.
GROUND: Final = ","
EMPTY: Final = "."


class Slide(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="slide", rename={"from_": "from"}):
    """The piece on `from` moves to `to`; all slides of one wave happen at once."""

    wave: int
    from_: str
    to: str


class Spawn(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="spawn", omit_defaults=True):
    """A new piece stands on `at`; it fell in from `drop` cells above, 0 where it appears in place."""

    wave: int
    at: str
    token: str
    drop: int = 0


class Clear(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="clear"):
    """The piece on `at` is gone; the ground under it stays."""

    wave: int
    at: str


class Change(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="change"):
    """The cell `at` now reads `token` (the whole cell: piece, marks and ground)."""

    wave: int
    at: str
    token: str


class Score(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="score", omit_defaults=True):
    """`points` were made by `seat`, shown at the cell `at` if there is one."""

    wave: int
    points: int
    seat: int = 0
    at: str | None = None


class Note(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="note", omit_defaults=True):
    """Something worth showing or saying that changes no cell: fired, combo, cascade, reshuffle, goal …"""

    wave: int
    what: str
    at: str | None = None
    token: str | None = None
    value: int = 0
    seen_by: tuple[int, ...] | None = None


Event = Slide | Spawn | Clear | Change | Score | Note


class Alphabet(msgspec.Struct, frozen=True):
    """How one game's integers read: squares, cell tokens and note names."""

    square: Callable[[int], str]
    token: Callable[[int], str]
    notes: Sequence[str]


def decode(buffer: EventBuffer, count: int, alphabet: Alphabet) -> list[Event]:
    """The first `count` rows of `buffer` as typed events, in the order they happened."""
    square, token, notes = alphabet.square, alphabet.token, alphabet.notes
    events: list[Event] = []
    add = events.append
    rows: list[list[int]] = buffer[:count].tolist()
    for kind, wave, a, b, code, value in rows:
        if kind == SLIDE:
            add(Slide(wave, square(a), square(b)))
        elif kind == CLEAR:
            add(Clear(wave, square(a)))
        elif kind == SPAWN:
            add(Spawn(wave, square(a), token(code), value))
        elif kind == CHANGE:
            add(Change(wave, square(a), token(code)))
        elif kind == SCORE:
            add(Score(wave, value, b, square(a) if a else None))
        else:
            add(Note(wave, notes[b], square(a) if a else None, token(code) if code else None, value))
    return events


def split_cell(cell: str) -> tuple[str, str]:
    """A cell's text as (piece with its marks, ground marks)."""
    piece = cell.rstrip(GROUND)
    return piece or EMPTY, cell[len(piece) :]


def paint(rows: Sequence[str], events: Iterable[Event]) -> list[str]:
    """The rows of a board after `events`, knowing nothing but the events.

    Slides of one wave happen at once, before the other events of that wave, which apply in order.

    Raises:
        ValueError: an event names a square off the board, or moves or clears a piece that is not there.
    """
    cells = [row.split() for row in rows]

    def place(square: str) -> tuple[int, int]:
        row, column = read_square(square)
        if not (0 <= row < len(cells) and 0 <= column < len(cells[row])):
            raise ValueError(f"{square} is off the board")
        return row, column

    def lift(square: str) -> str:
        row, column = place(square)
        piece, ground = split_cell(cells[row][column])
        if piece == EMPTY:
            raise ValueError(f"there is no piece on {square} to move or clear")
        cells[row][column] = EMPTY + ground
        return piece

    def put(square: str, piece: str) -> None:
        row, column = place(square)
        there, ground = split_cell(cells[row][column])
        if there != EMPTY:
            raise ValueError(f"{square} is taken by {there}")
        cells[row][column] = piece + ground

    for wave in _waves(events):
        moving = [(event.to, lift(event.from_)) for event in wave if isinstance(event, Slide)]
        for square, piece in moving:
            put(square, piece)
        for event in wave:
            if isinstance(event, Spawn):
                put(event.at, event.token)
            elif isinstance(event, Clear):
                lift(event.at)
            elif isinstance(event, Change):
                row, column = place(event.at)
                cells[row][column] = event.token
    return write_rows(cells)


def _waves(events: Iterable[Event]) -> list[list[Event]]:
    """Events grouped by wave, waves in order."""
    waves: dict[int, list[Event]] = {}
    for event in events:
        waves.setdefault(event.wave, []).append(event)
    return [waves[wave] for wave in sorted(waves)]
