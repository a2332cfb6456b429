"""The text of match-3: cells, moves and the names of colours and specials (rules/notation.md)."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from tilewright.core.game import BadMove
from tilewright.core.notation import write_square
from tilewright.games.match3.state import (
    ARTIFACT,
    CELL_MASK,
    CELL_SHIFT,
    CROSS,
    FLAME,
    FREEZE,
    GIFT,
    GOAL_TOKEN,
    KIND_SHIFT,
    LARGEST,
    PLANE,
    RAINBOW,
    REGROW,
    STRIDE,
    SWAP,
    TAP,
)

COLOUR_LETTERS: Final = ".rbgypo"
SPECIAL_MARKS: Final = " -|*%@"
COLOUR_NAMES: Final = ("", "ruby", "sapphire", "emerald", "topaz", "amethyst", "orange")
SPECIAL_NAMES: Final = ("", "rocket", "rocket", "bomb", "rainbow", "artifact")
GOAL_KEYS: Final = ("", "r", "b", "g", "y", "p", "o", "ice", "grass", "box", "special", "artifact", "score")
HOLE: Final = "#"
EMPTY: Final = "."
OPEN: Final = "?"
MOST_LAYERS: Final = 9

ABILITIES: Final = {"flame": FLAME, "cross": CROSS, "regrow": REGROW, "gift": GIFT, "freeze": FREEZE}
ABILITY_NAMES: Final = {code: name for name, code in ABILITIES.items()}
OFF_BOARD: Final = 0

_CELL: Final = re.compile(r"(?:\[([0-9]+)\]|([rbgypo]?)([-|*%@]?)|(\.)|(\?))('*)(,*)\Z")
#: Squares of moves: those that no board has are refused by the rules, not by the notation.
_SQUARE: Final = r"([a-z](?:0|[1-9][0-9]*))"
_SWAP: Final = re.compile(rf"{_SQUARE}-{_SQUARE}\Z")
_TAP: Final = re.compile(rf"{_SQUARE}!\Z")
_ABILITY: Final = re.compile(rf"(flame|cross|gift|freeze) {_SQUARE}(?: @([1-4]))?\Z")


class Cell:
    """One cell as the notation reads it; `colour` is -1 for a `?` of a level."""

    __slots__ = ("box", "colour", "grass", "hole", "ice", "special")

    def __init__(
        self,
        colour: int = 0,
        special: int = 0,
        ice: int = 0,
        grass: int = 0,
        box: int = 0,
        *,
        hole: bool = False,
    ) -> None:
        """A floor cell, unless `box` or `hole` says otherwise."""
        self.colour = colour
        self.special = special
        self.ice = ice
        self.grass = grass
        self.box = box
        self.hole = hole


def read_cell(text: str, *, coloured_specials: bool, open_cells: bool) -> Cell:
    """A cell's text as a Cell.

    Raises:
        ValueError: it is no cell of these rules; the message says why and what to write.
    """
    if text == HOLE:
        return Cell(hole=True)
    match = _CELL.match(text)
    if match is None or not any(match.groups()[:5]):
        raise ValueError(f"{text!r} is no cell: a cell is . # ? [2], or a piece such as r - r-, then ' and ,")
    points, letter, mark, empty, unknown, ice_marks, grass_marks = match.groups()
    ice, grass = len(ice_marks), len(grass_marks)
    if ice > MOST_LAYERS or grass > MOST_LAYERS:
        raise ValueError(f"{text!r} has more than {MOST_LAYERS} layers")
    if points is not None:
        if not 1 <= int(points) <= MOST_LAYERS:
            raise ValueError(f"{text!r} is no box: a box has 1 to {MOST_LAYERS} hit points")
        if ice:
            raise ValueError(f"{text!r} puts ice on a box; only a piece can be frozen")
        return Cell(box=int(points), grass=grass)
    if unknown:
        if not open_cells:
            raise ValueError("'?' stands only in a level, where the source fills it; name the piece here")
        return Cell(colour=-1, ice=ice, grass=grass)
    colour = COLOUR_LETTERS.index(letter) if letter else 0
    special = SPECIAL_MARKS.index(mark) if mark else 0
    if empty or not (colour or special):
        if ice:
            raise ValueError(f"{text!r} puts ice on an empty cell; only a piece can be frozen")
        return Cell(grass=grass)
    if special in (RAINBOW, ARTIFACT):
        if colour:
            raise ValueError(f"{text!r} gives a colour to a piece that has none; write {mark!r}")
    elif special and coloured_specials and not colour:
        raise ValueError(
            f"{text!r} lacks a colour: in these rules a power gem keeps one, such as r{mark} (M6)"
        )
    elif special and colour and not coloured_specials:
        raise ValueError(
            f"{text!r} has a colour: in these rules specials are colourless, write {mark!r} (M6)"
        )
    return Cell(colour, special, ice, grass)


#: Set in the token of a cell that the source fills when the level starts.
OPEN_TOKEN: Final = 1 << 21


@lru_cache(maxsize=8192)
def read_token(text: str, coloured_specials: bool, open_cells: bool) -> int:
    """A cell's text packed into one integer (see state.token_of), remembered: there are few different ones.

    Raises:
        ValueError: see `read_cell`.
    """
    cell = read_cell(text, coloured_specials=coloured_specials, open_cells=open_cells)
    opened = cell.colour < 0
    return (
        (0 if opened else cell.colour)
        | cell.special << 3
        | cell.ice << 6
        | cell.grass << 10
        | cell.box << 14
        | cell.hole << 18
        | (OPEN_TOKEN if opened else 0)
    )


@cache
def token_text(token: int) -> str:
    """The text of a packed cell (see state.token_of), or the key of a goal in a note that names one."""
    if token & GOAL_TOKEN:
        return GOAL_KEYS[token ^ GOAL_TOKEN]
    if token >> 18 & 1:
        return HOLE
    ground = "," * (token >> 10 & 15)
    box = token >> 14 & 15
    if box:
        return f"[{box}]{ground}"
    colour, special = token & 7, token >> 3 & 7
    piece = COLOUR_LETTERS[colour] if colour else ""
    if special:
        piece += SPECIAL_MARKS[special]
    return (piece or EMPTY) + "'" * (token >> 6 & 15) + ground


#: The square of every index of a plane; empty for the padding.
SQUARES: Final = tuple(
    write_square(p // STRIDE - 2, p % STRIDE - 2)
    if 2 <= p // STRIDE < 2 + LARGEST and 2 <= p % STRIDE < 2 + LARGEST
    else ""
    for p in range(PLANE)
)
_PLACES: Final = {square: p for p, square in enumerate(SQUARES) if square}


def place(square: str) -> int:
    """The index of a square in the planes; OFF_BOARD for squares that no board has."""
    return _PLACES.get(square, OFF_BOARD)


@lru_cache(maxsize=8192)
def read_move(text: str) -> int:
    """A move's text as its code.

    Raises:
        BadMove: it is no move of match-3.
    """
    if match := _SWAP.match(text):
        return (SWAP << KIND_SHIFT) | (place(match[1]) << CELL_SHIFT) | place(match[2])
    if match := _TAP.match(text):
        return (TAP << KIND_SHIFT) | (place(match[1]) << CELL_SHIFT)
    if text == "regrow":
        return REGROW << KIND_SHIFT
    if (match := _ABILITY.match(text)) and (match[3] is None or match[1] == "freeze"):
        board = int(match[3]) if match[3] else 0
        return (ABILITIES[match[1]] << KIND_SHIFT) | (place(match[2]) << CELL_SHIFT) | board
    raise BadMove(
        f"{text!r} is no move: write a swap like c3-c4, a tap like c3!, or (where there is mana) `flame c3`."
    )


@cache
def write_move(code: int) -> str:
    """A move's code as text."""
    kind = code >> KIND_SHIFT
    first = SQUARES[(code >> CELL_SHIFT) & CELL_MASK]
    second = code & CELL_MASK
    if kind == SWAP:
        return f"{first}-{SQUARES[second]}"
    if kind == TAP:
        return f"{first}!"
    if kind == REGROW:
        return "regrow"
    return f"{ABILITY_NAMES[kind]} {first}" + (f" @{second}" if second else "")


def canonical_move(text: str) -> str:
    """The one spelling of a move: single blanks, lower case.

    Raises:
        BadMove: it is no move of match-3.
    """
    tidy = " ".join(text.lower().split())
    read_move(tidy)
    return tidy


def piece_name(colour: int, special: int) -> str:
    """A piece in words, such as `ruby` or `rocket`."""
    words = [COLOUR_NAMES[colour]] if colour else []
    if special:
        words.append(SPECIAL_NAMES[special])
    return " ".join(words)


def square_place(row: int, column: int) -> int:
    """The index of row, column (from 0) in the planes."""
    return (row + 2) * STRIDE + column + 2
