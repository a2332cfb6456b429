"""What may be played: M7-M9, M34, and the proof that a reshuffle cannot help (M27)."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from tests.oracle.board import Board, OracleBadMove, Piece, Square, parse_square
from tests.oracle.matching import match_colour

NEXT_TO = ((-1, 0), (0, -1), (0, 1), (1, 0))
ABILITY_OF = {"r": "flame", "y": "cross", "g": "regrow", "p": "gift", "b": "freeze"}  # M34


@dataclass
class Action:
    """A move, parsed: `swap`, `tap` or an ability's word."""

    kind: str
    square: Square | None = None  # where from, or the target
    to: Square | None = None  # the dropped cell of a swap
    rival: int | None = None


def parse_move(text: str) -> Action:
    """Read a move text; raises OracleBadMove."""
    swap = re.fullmatch(r"([^-!\s]+)-([^-!\s]+)", text)
    if swap is not None:
        return Action("swap", parse_square(swap[1]), parse_square(swap[2]))
    tap = re.fullmatch(r"([^-!\s]+)!", text)
    if tap is not None:
        return Action("tap", parse_square(tap[1]))
    if text == "regrow":
        return Action("regrow")
    aimed = re.fullmatch(r"(flame|cross|gift|freeze) (\S+)", text)
    if aimed is not None:
        return Action(aimed[1], parse_square(aimed[2]))
    remote = re.fullmatch(r"freeze (\S+) @(\d)", text)
    if remote is not None:
        return Action("freeze", parse_square(remote[1]), rival=int(remote[2]))
    raise OracleBadMove(f"{text!r} is not a move")


def is_combination(one: Piece, other: Piece) -> bool:
    """M7: a rainbow with any piece but an artifact; two of rocket and bomb."""
    if one.artifact or other.artifact:
        return False
    return one.rainbow or other.rainbow or (one.rocket_or_bomb and other.rocket_or_bomb)


def in_a_line(board: Board, square: Square) -> bool:
    """Whether some line of three or more contains the square (M7, M12)."""
    colour = match_colour(board, square)
    if colour is None:
        return False
    for down, right in ((0, 1), (1, 0)):
        length = 1
        for way in (-1, 1):
            row, column = square[0] + way * down, square[1] + way * right
            while match_colour(board, (row, column)) == colour:
                length += 1
                row, column = row + way * down, column + way * right
        if length >= 3:
            return True
    return False


def exchange(board: Board, one: Square, other: Square) -> None:
    """Let two pieces change places; the grass stays where it is (M3)."""
    first, second = board.cells[one], board.cells[other]
    first.piece, second.piece = second.piece, first.piece


def why_no_swap(board: Board, start: Square, to: Square) -> str | None:
    """M7: the reason why a swap is illegal, or None."""
    if start not in board.cells or to not in board.cells:
        return "M7: off the board"
    if abs(start[0] - to[0]) + abs(start[1] - to[1]) != 1:
        return "M7: not edge-adjacent"
    one, other = board.piece(start), board.piece(to)
    if one is None or other is None:
        return "M7: a hole, a box or an empty cell"
    if one.frozen or other.frozen:
        return "M4: frozen"
    if is_combination(one, other):
        return None
    exchange(board, start, to)
    line = in_a_line(board, start) or in_a_line(board, to)
    exchange(board, start, to)
    return None if line else "M7: no line"


def why_no_tap(board: Board, square: Square, master: bool) -> str | None:
    """M8: the reason why a tap is illegal, or None."""
    if master:
        return "M8: no taps in master-v1"
    if square not in board.cells:
        return "M8: off the board"
    piece = board.piece(square)
    if piece is None or piece.special is None:
        return "M8: not a special"
    if piece.frozen:
        return "M4: frozen"
    return None


def why_no_target(board: Board, ability: str, square: Square) -> str | None:
    """M34: the reason why an ability cannot be aimed there, or None."""
    if square not in board.cells:
        return "M34: off the board"
    if board.cells[square].hole:
        return "M34: a hole"
    if ability == "gift":
        piece = board.piece(square)
        if piece is None or not piece.normal or piece.frozen:
            return "M34: not an unfrozen normal gem"
        if board.tray == 0:
            return "M31: the tray is empty"
    return None


def swaps(board: Board) -> list[tuple[Square, Square]]:
    """Every legal swap, both directions of each."""
    found = []
    for row, column in board.squares():
        for down, right in NEXT_TO:
            to = (row + down, column + right)
            if why_no_swap(board, (row, column), to) is None:
                found.append(((row, column), to))
    return found


def taps(board: Board, master: bool) -> list[Square]:
    """Every legal tap."""
    return [square for square in board.squares() if why_no_tap(board, square, master) is None]


def has_move(board: Board, master: bool) -> bool:
    """M27: whether there is a legal swap or tap."""
    if taps(board, master):
        return True
    return any(
        why_no_swap(board, (row, column), to) is None
        for row, column in board.squares()
        for to in ((row, column + 1), (row + 1, column))
    )


# ── reshuffling ───────────────────────────────────────────────────────────────


def movable(board: Board, master: bool) -> list[Square]:
    """M27: where the pieces are that a reshuffle mixes, in reading order."""
    return [
        square
        for square, piece in board.pieces()
        if not piece.frozen and (piece.normal or (master and piece.special is not None))
    ]


def lay(board: Board, squares: list[Square], pieces: list[Piece]) -> None:
    """Put pieces on squares, one each."""
    for square, piece in zip(squares, pieces, strict=True):
        board.cells[square].piece = piece


def stuck_for_good(board: Board, master: bool) -> bool:
    """Whether it is certain that no arrangement of the movable pieces has a legal move.

    False means only that this found no proof.
    """
    squares = movable(board, master)
    pieces = [piece for square in squares if (piece := board.piece(square)) is not None]
    if len(pieces) <= 5:  # few enough to try them all
        stuck = True
        tried: set[tuple[str, ...]] = set()
        for arrangement in itertools.permutations(pieces):
            names = tuple(piece.name for piece in arrangement)
            if names not in tried:
                tried.add(names)
                lay(board, squares, list(arrangement))
                stuck = stuck and not has_move(board, master)
        lay(board, squares, pieces)
        return stuck
    if len({piece.name for piece in pieces}) == 1:  # all arrangements are equal
        return not has_move(board, master)
    # a combination needs two specials, or a rainbow and anything, that can be side by side
    specials = [piece for _, piece in board.pieces() if piece.special is not None and not piece.frozen]
    if len(specials) >= 2 or any(piece.rainbow for piece in specials):
        return False
    return not any(line_thinkable(board, set(squares), colour) for colour in "rbgypo")


def line_thinkable(board: Board, free: set[Square], colour: str) -> bool:
    """Whether a swap might make a line of a colour if every free square could hold anything."""
    supply = sum(piece.colour == colour for _, piece in board.pieces())
    if supply < 3:
        return False

    def could_be(square: Square) -> bool:
        return square in free or match_colour(board, square) == colour

    def unfrozen(square: Square) -> bool:
        piece = board.piece(square)
        return piece is not None and not piece.frozen

    for row, column in board.squares():
        for down, right in ((0, 1), (1, 0)):
            line = [(row + step * down, column + step * right) for step in range(3)]
            for swapped in line:
                others = [square for square in line if square != swapped]
                partners = [(swapped[0] + down, swapped[1] + right) for down, right in NEXT_TO]
                if (
                    all(could_be(square) for square in others)
                    and unfrozen(swapped)
                    and any(unfrozen(partner) for partner in partners)
                ):
                    return True
    return False
