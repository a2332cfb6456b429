"""The board of match-3 as plain dicts, and its text. Rules M1-M6 and notation.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

Square = tuple[int, int]  # (row, column), both from 1; sorting squares gives the reading order

COLOURS = "rbgypo"  # the order that breaks ties in M21
MASTER_COLOURS = "rbgyp"  # M31: ruby, sapphire, emerald, topaz, amethyst
ROW_ROCKET, COLUMN_ROCKET, BOMB, RAINBOW = "-", "|", "*", "%"
SPECIALS = "-|*%"
MOST_LAYERS = 9  # M2-M4
LEAST_SIZE, MOST_SIZE = 3, 16  # M1


class OracleIllegal(Exception):
    """A move that the rules refuse (error code `illegal`)."""


class OracleBadMove(Exception):
    """A move text that is none (error code `bad-move`)."""


class OracleBadRequest(Exception):
    """Rules or values that do not exist (error code `bad-request`)."""


class OracleBadPosition(Exception):
    """A position that cannot be, with the cell at fault in its message (error code `bad-position`)."""


class NeedsChance(Exception):
    """The outcome depends on randomness and the caller brought none."""


class Endless(Exception):
    """A move that would cascade for ever; the rules have no words for it."""


Draw = Callable[[dict[str, float]], str]  # colour weights (all above 0) → one of the colours
Shuffle = Callable[[list["Piece"]], list["Piece"]]  # pieces in reading order → the same pieces, mixed


@dataclass
class Piece:
    """Normal: a colour alone. Special: `special` set, with a colour in master-v1 (M6). Else an artifact."""

    colour: str | None = None
    special: str | None = None
    artifact: bool = False
    ice: int = 0  # M4

    @property
    def normal(self) -> bool:
        return self.colour is not None and self.special is None

    @property
    def frozen(self) -> bool:
        return self.ice > 0

    @property
    def rainbow(self) -> bool:
        return self.special == RAINBOW

    @property
    def rocket_or_bomb(self) -> bool:
        return self.special is not None and self.special != RAINBOW

    @property
    def name(self) -> str:
        """The piece in the notation, without its ice."""
        return "@" if self.artifact else (self.colour or "") + (self.special or "")


@dataclass
class Cell:
    """M2, M3: `hole`, or `box` > 0, or a floor cell with a piece or none."""

    hole: bool = False
    box: int = 0
    grass: int = 0
    piece: Piece | None = None

    @property
    def floor(self) -> bool:
        return not self.hole and self.box == 0

    @property
    def empty(self) -> bool:
        return self.floor and self.piece is None


@dataclass
class Board:
    """All cells of the grid by square, plus the two things that pieces come from and go to."""

    height: int
    width: int
    cells: dict[Square, Cell]
    drops: dict[int, str] = field(default_factory=dict)  # column → colours still to fall, first falls first
    source: str | dict[str, float] = "none"  # "none", "hopper" or weights per colour (M41)
    tray: int | None = None  # M31: power gems left; None: unlimited

    def squares(self) -> list[Square]:
        """Every square in reading order."""
        return sorted(self.cells)

    def piece(self, square: Square) -> Piece | None:
        """The piece at a square; None off the board, in holes, boxes and empty cells."""
        cell = self.cells.get(square)
        return cell.piece if cell is not None and cell.floor else None

    def pieces(self) -> list[tuple[Square, Piece]]:
        """Every piece with its square, in reading order."""
        found = []
        for square in self.squares():
            piece = self.piece(square)
            if piece is not None:
                found.append((square, piece))
        return found


# ── squares ───────────────────────────────────────────────────────────────────


def square_name(square: Square) -> str:
    """(4, 3) → `c4`."""
    row, column = square
    return "abcdefghijklmnopqrstuvwxyz"[column - 1] + str(row)


def parse_square(text: str) -> Square:
    """`c4` → (4, 3). The square may be off the board: that is for the caller to see."""
    if re.fullmatch(r"[a-z](0|[1-9][0-9]?)", text) is None:
        raise OracleBadMove(f"{text!r} is not a square")
    return int(text[1:]), ord(text[0]) - ord("a") + 1


# ── cells ─────────────────────────────────────────────────────────────────────

BOX = re.compile(r"\[([1-9])\](,{0,9})")
EMPTY = re.compile(r"\.(,{0,9})")
PIECE = re.compile(r"(@|[rbgypo]?[-|*%]|[rbgypo])('{0,9})(,{0,9})")


def parse_cell(text: str, master: bool) -> Cell:
    """Read one cell; ValueError with the reason when it is none, or none of this rule set."""
    if text == "#":
        return Cell(hole=True)
    if text.startswith("?"):
        raise ValueError("'?' stands in levels only")
    box = BOX.fullmatch(text)
    if box is not None:
        return Cell(box=int(box[1]), grass=len(box[2]))
    empty = EMPTY.fullmatch(text)
    if empty is not None:
        return Cell(grass=len(empty[1]))
    piece = PIECE.fullmatch(text)
    if piece is None:
        raise ValueError(f"{text!r} is not a cell")
    name, ice, grass = piece[1], len(piece[2]), len(piece[3])
    if name == "@":
        return Cell(grass=grass, piece=Piece(artifact=True, ice=ice))
    colour = name[0] if name[0] in COLOURS else None
    special = name[-1] if name[-1] in SPECIALS else None
    # M6
    if special == RAINBOW and colour is not None:
        raise ValueError("a rainbow has no colour")
    if special is not None and special != RAINBOW:
        if master and colour is None:
            raise ValueError("a rocket or bomb of master-v1 has a colour")
        if not master and colour is not None:
            raise ValueError("a special of designer-v1 has no colour")
    # M31
    if master and colour is not None and colour not in MASTER_COLOURS:
        raise ValueError("master-v1 has no orange")
    return Cell(grass=grass, piece=Piece(colour, special, ice=ice))


def format_cell(cell: Cell) -> str:
    """Write one cell."""
    if cell.hole:
        return "#"
    grass = "," * cell.grass
    if cell.box > 0:
        return f"[{cell.box}]{grass}"
    if cell.piece is None:
        return "." + grass
    return cell.piece.name + "'" * cell.piece.ice + grass


def parse_rows(rows: list[str], master: bool) -> Board:
    """Read the rows of a position; raises OracleBadPosition."""
    grid = [row.split() for row in rows]
    height = len(grid)
    width = len(grid[0]) if grid else 0
    if not (LEAST_SIZE <= height <= MOST_SIZE and LEAST_SIZE <= width <= MOST_SIZE):
        raise OracleBadPosition(f"a board of {height}×{width}")
    cells: dict[Square, Cell] = {}
    for row, texts in enumerate(grid, start=1):
        if len(texts) != width:
            raise OracleBadPosition(f"row {row} has {len(texts)} cells, row 1 has {width}")
        for column, text in enumerate(texts, start=1):
            try:
                cells[row, column] = parse_cell(text, master)
            except ValueError as error:
                raise OracleBadPosition(f"{square_name((row, column))}: {error}") from None
    return Board(height, width, cells)


def format_rows(board: Board) -> list[str]:
    """Write the rows, cells separated by single blanks."""
    return [
        " ".join(format_cell(board.cells[row, column]) for column in range(1, board.width + 1))
        for row in range(1, board.height + 1)
    ]
