"""Whether a match-3 board can be opened and its goals can be met: findings on cells that have been read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

import msgspec

from tilewright.core.game import Problem
from tilewright.core.notation import write_square
from tilewright.games.match3.notation import COLOUR_LETTERS, COLOUR_NAMES, Cell
from tilewright.games.match3.state import ARTIFACT, NORMAL, RAINBOW

Square = tuple[int, int]

_LINE: Final = 3
_POINTS: Final = ("points_matched", "points_swept", "points_fired", "points_clear", "points_line_3")
_MORE_POINTS: Final = ("points_line_4", "points_shape", "points_line_5", "points_pair", "points_rainbow_pair")


class Board(msgspec.Struct, frozen=True):
    """A setup as it was read.

    `weights` are the source's by colour, of a hopper what it holds; empty means no refill.
    """

    cells: list[list[Cell]]
    values: Mapping[str, int]
    weights: Mapping[int, int]
    drops: Mapping[int, str]
    goals: Mapping[str, int]
    hopper: bool = False
    seats: int = 1

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.cells)

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.cells[0])

    def at(self, square: Square) -> Cell | None:
        """The cell of a square, or None for holes and everything outside."""
        row, column = square
        if 0 <= row < self.height and 0 <= column < self.width:
            cell = self.cells[row][column]
            return None if cell.hole else cell
        return None

    def squares(self) -> Iterator[tuple[Square, Cell]]:
        """The cells that are no holes, in reading order."""
        for r, row in enumerate(self.cells):
            for c, cell in enumerate(row):
                if not cell.hole:
                    yield (r, c), cell


def board_problems(board: Board) -> Iterator[Problem]:
    """Every finding on the board, its source and its goals."""
    yield from ready_lines(board)
    yield from _open_cells(board)
    yield from _hopper(board)
    yield from _drops(board)
    yield from _floating(board)
    yield from _pockets(board)
    yield from _colour_goals(board)
    yield from _layer_goals(board)
    yield from _special_goal(board)
    yield from _artifacts(board)
    yield from _score_goal(board)


def _on(square: Square, what: str, remedy: str, level: Literal["error", "warning"] = "error") -> Problem:
    """A problem of a cell."""
    row, column = square
    return Problem(write_square(row, column), what, remedy, row, column, level)


def _names(squares: Iterable[Square]) -> str:
    """Squares as text, such as `a1, b1 and c1`."""
    names = [write_square(row, column) for row, column in squares]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _lines(board: Board) -> Iterator[list[Square]]:
    """Every row and column, cut at holes, as squares from left to right and top to bottom."""
    across = [[(r, c) for c in range(board.width)] for r in range(board.height)]
    down = [[(r, c) for r in range(board.height)] for c in range(board.width)]
    for line in (*across, *down):
        part: list[Square] = []
        for square in line:
            if board.at(square) is not None:
                part.append(square)
            elif part:
                yield part
                part = []
        if part:
            yield part


def ready_lines(board: Board) -> Iterator[Problem]:
    """Three or more of a colour in a line already (M12, M27)."""
    for line in _lines(board):
        run: list[Square] = []
        for square in (*line, None):
            cell = board.at(square) if square else None
            first = board.at(run[0]) if run else None
            if cell and first and cell.colour == first.colour and square:
                run.append(square)
                continue
            if first and len(run) >= _LINE and first.colour > 0:
                what = f"{_names(run)} are a ready-made line of {COLOUR_NAMES[first.colour]} (M27)"
                yield _on(
                    run[0],
                    what,
                    f"change one of them, or leave it open (?), so that no {_LINE} stand in a row",
                )
            run = [square] if square else []


def _open_cells(board: Board) -> Iterator[Problem]:
    """A `?` needs a source that can fill it (M41)."""
    places = [square for square, cell in board.squares() if cell.colour < 0]
    if not places:
        return
    if not board.weights:
        for square in places:
            yield _on(
                square,
                "? is drawn from the source, and there is none (M41)",
                "name the piece, or give a source",
            )
        return
    if len(board.weights) == 1:
        return  # said of the source already
    cells = [cell for _, cell in board.squares() if cell.special == NORMAL and cell.colour > 0]
    if board.hopper:
        free = sum(board.weights.values()) - len(cells)
        if free < len(places):
            what = f"the hopper has {max(free, 0)} gems left for {len(places)} open cells (M31)"
            yield _on(places[0], what, "raise hopper_each, or leave fewer cells open")


def _hopper(board: Board) -> Iterator[Problem]:
    """No more gems of a colour than the hopper ever held (M31)."""
    if not board.hopper:
        return
    counts: dict[int, int] = {}
    for square, cell in board.squares():
        if cell.colour > 0 and cell.special == NORMAL:
            counts[cell.colour] = counts.get(cell.colour, 0) + 1
            if counts[cell.colour] > board.weights.get(cell.colour, 0):
                held = board.weights.get(cell.colour, 0)
                what = (
                    f"{COLOUR_NAMES[cell.colour]} number {counts[cell.colour]}; the hopper holds {held} (M31)"
                )
                yield _on(square, what, "change its colour, or raise hopper_each")


def _drops(board: Board) -> Iterator[Problem]:
    """Drops over a column of holes never fall."""
    for column, letters in board.drops.items():
        if letters and all(row[column].hole for row in board.cells):
            key = f"drops.{chr(ord('a') + column)}"
            yield Problem(key, "this column is nothing but holes", "take its drops out", level="warning")


def _floating(board: Board) -> Iterator[Problem]:
    """A free piece over an empty cell hangs there until the first move (a position is taken as it stands)."""
    for (row, column), cell in board.squares():
        piece = (cell.colour or cell.special) and not cell.ice
        below = board.at((row + 1, column))
        if piece and below and not (below.colour or below.special or below.box):
            what = f"this piece hangs over the empty {write_square(row + 1, column)} until the first move"
            yield _on((row, column), what, "put it where it would fall to", "warning")


def _lined(board: Board) -> set[Square]:
    """The squares that a line of three can ever cover, once every box is gone."""
    return {square for line in _lines(board) if len(line) >= _LINE for square in line}


def _pockets(board: Board) -> Iterator[Problem]:
    """Cells that no line of three can ever cover: only blasts reach them."""
    lined = _lined(board)
    seen: set[Square] = set()
    for square, cell in board.squares():
        near_line = cell.box and any(neighbour in lined for neighbour in _neighbours(square))
        if square in lined or square in seen or near_line:
            continue
        pocket = [s for s in _connected(board, square) if s not in lined]
        seen.update(pocket)
        cells = sorted(pocket)
        what = f"no line of {_LINE} can ever cover {_names(cells)}: only blasts reach there"
        yield _on(square, what, "widen this pocket, or make it a hole", "warning")


def _neighbours(square: Square) -> tuple[Square, ...]:
    """The four squares that share an edge with one."""
    row, column = square
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def _connected(board: Board, start: Square) -> set[Square]:
    """The squares connected with one by edges, holes apart."""
    found, border = {start}, [start]
    while border:
        for neighbour in _neighbours(border.pop()):
            if neighbour not in found and board.at(neighbour) is not None:
                found.add(neighbour)
                border.append(neighbour)
    return found


def _colour_goals(board: Board) -> Iterator[Problem]:
    """A colour that neither the board nor the source has enough of (M40)."""
    for colour in range(1, len(COLOUR_LETTERS)):
        letter = COLOUR_LETTERS[colour]
        goal = board.goals.get(letter, 0)
        if goal == 0 or colour in board.weights:
            continue
        have = sum(1 for _, cell in board.squares() if cell.colour == colour)
        have += sum(letters.count(letter) for letters in board.drops.values())
        if board.values["coloured_specials"]:
            have += (
                have // _LINE * 3 // 2
            )  # power gems that its matches leave count when they are cleared (M32)
        if goal > have:
            name = COLOUR_NAMES[colour]
            what = f"{goal} {name} pieces are asked for, but board and drops hold {have or 'none'}"
            remedy = (
                f"ask for fewer, or let the source give {name}" if have else f"let the source give {name}"
            )
            yield Problem(f"goals.{letter}", what, remedy)


def _layer_goals(board: Board) -> Iterator[Problem]:
    """More ice, grass or box hit points than there are (M40)."""
    counts: dict[str, tuple[str, int]] = {
        "ice": ("layers of ice", sum(cell.ice for _, cell in board.squares())),
        "grass": ("layers of grass", sum(cell.grass for _, cell in board.squares())),
        "box": ("box hit points", sum(cell.box for _, cell in board.squares())),
    }
    if board.seats > 1 and board.values["mana_full"]:
        del counts["ice"]  # Deep Freeze brings more (M34)
    for key, (name, have) in counts.items():
        goal = board.goals.get(key, 0)
        if goal > have:
            what = f"{goal} {name} are asked for, but the board has {have or 'none'}"
            yield Problem(
                f"goals.{key}", what, f"ask for at most {have}" if have else "put some on the board"
            )


def _special_goal(board: Board) -> Iterator[Problem]:
    """Specials that can neither be there nor be made (M14, M40)."""
    goal = board.goals.get("special", 0)
    if goal == 0:
        return
    have = sum(1 for _, cell in board.squares() if NORMAL < cell.special <= RAINBOW)
    made = _makes_specials(board)
    if not made and goal > have:
        what = (
            f"the board has {have or 'no'} specials, {goal} are to be fired, and no match can leave one (M14)"
        )
        yield Problem(
            "goals.special", what, f"ask for at most {have}" if have else "make room for a line of four"
        )
    elif not board.weights:
        pieces = sum(1 for _, cell in board.squares() if cell.colour > 0 or cell.special)
        pieces += sum(len(letters) for letters in board.drops.values())
        if goal > pieces:  # each special costs a piece at least, and without a source none comes
            what = f"{goal} specials are to be fired, but there are only {pieces} pieces and no refill"
            yield Problem("goals.special", what, f"ask for at most {pieces}")


def _makes_specials(board: Board) -> bool:
    """Whether some match on this shape can leave a special."""
    if board.values["tray"] == 0:
        return False
    lengths: dict[Square, list[int]] = {}
    for line in _lines(board):
        for square in line:
            lengths.setdefault(square, []).append(len(line))
    shortest = min(board.values["rocket_run"], board.values["rainbow_run"])
    if any(length >= shortest for both in lengths.values() for length in both):
        return True
    crossing = any(min(both) >= _LINE for both in lengths.values())
    return bool(board.values["bomb_shapes"]) and crossing


def _exits(board: Board) -> set[Square]:
    """The squares on which an artifact can be collected: all below are boxes and holes (M38)."""
    exits: set[Square] = set()
    for column in range(board.width):
        for row in range(board.height - 1, -1, -1):
            cell = board.at((row, column))
            if cell is None:
                continue
            exits.add((row, column))
            if not cell.box:
                break
    return exits


def _artifacts(board: Board) -> Iterator[Problem]:
    """Artifacts that are asked for, and those that can never come down (M38)."""
    exits = _exits(board)
    places = [square for square, cell in board.squares() if cell.special == ARTIFACT]
    can_fall = 0
    for square in places:
        row, column = square
        if not _connected(board, square) & exits:
            what = "this artifact can never come down: holes shut its part of the board off below (M38)"
            yield _on(square, what, "open a way to the bottom of a column", "warning")
            continue
        can_fall += 1
        cell = board.at(square)
        below = [(r, column) for r in range(row + 1, board.height)]
        floor = [s for s in below if board.at(s) is not None]
        blocked = next((s for s in below if board.at(s) is None and floor and s < floor[-1]), None)
        if cell and not cell.ice and all((under := board.at(s)) is None or under.box for s in below):
            what = "this artifact rests on the lowest floor cell: the first move collects it (M38)"
            yield _on(square, what, "put it higher up", "warning")
        elif blocked:
            what = f"the hole {write_square(*blocked)} stops this artifact: it must be swapped sideways"
            yield _on(square, what, "move it, or fill the hole", "warning")
    goal = board.goals.get("artifact", 0)
    if goal > can_fall:
        can = f", of which {can_fall} can come down" if can_fall < len(places) else ""
        what = f"{goal} artifacts are to be collected, but the board has {len(places) or 'none'}{can}"
        yield Problem(
            "goals.artifact", what, f"ask for at most {can_fall}" if can_fall else "put some on the board"
        )


def _score_goal(board: Board) -> Iterator[Problem]:
    """Points that no move can bring (M39)."""
    if board.goals.get("score", 0) == 0:
        return
    if not any(board.values[name] for name in (*_POINTS, *_MORE_POINTS, "points_two_rainbows")):
        yield Problem(
            "goals.score", "these rules give points for nothing", "give some tunable points_… a value"
        )
