"""Falling, collecting and refilling: M24, M25, M38, M41."""

from __future__ import annotations

from collections import Counter

from tests.oracle.board import MASTER_COLOURS, Board, Draw, NeedsChance, Piece, Square

OF_EACH_COLOUR = 24  # M31


def segments(board: Board, column: int) -> list[list[Square]]:
    """M24: the stretches of a column between holes, boxes and frozen pieces; each from top to bottom."""
    found: list[list[Square]] = [[]]
    for row in range(1, board.height + 1):
        cell = board.cells[row, column]
        if not cell.floor or (cell.piece is not None and cell.piece.frozen):
            found.append([])
        else:
            found[-1].append((row, column))
    return [segment for segment in found if segment]


def fall(board: Board, segment: list[Square]) -> None:
    """M24: straight down, keeping the order."""
    pieces = [board.cells[square].piece for square in segment]
    standing = [piece for piece in pieces if piece is not None]
    gap = [None] * (len(pieces) - len(standing))
    for square, piece in zip(segment, [*gap, *standing], strict=True):
        board.cells[square].piece = piece


def settle(board: Board) -> int:
    """M24, then M38: let everything fall and collect what arrives; returns how many artifacts that were."""
    collected = 0
    for column in range(1, board.width + 1):
        floor = [(row, column) for row in range(1, board.height + 1) if board.cells[row, column].floor]
        for segment in segments(board, column):
            fall(board, segment)
            while segment[-1] == floor[-1]:  # the lowest floor cell of its column, unfrozen as in a segment
                last = board.cells[segment[-1]]
                if last.piece is None or not last.piece.artifact:
                    break
                last.piece = None
                collected += 1
                fall(board, segment)
    return collected


def hopper(board: Board) -> dict[str, int]:
    """M31: 24 of each colour less the normal gems on the board; may be below 0 on a board that cannot be."""
    count = Counter(piece.colour for _, piece in board.pieces() if piece.normal)
    return {colour: OF_EACH_COLOUR - count[colour] for colour in MASTER_COLOURS}


def refill(board: Board, draw: Draw | None) -> None:
    """M25: columns left to right, segments top to bottom, the empty cells of a segment bottom to top."""
    for column in range(1, board.width + 1):
        for segment in segments(board, column):
            for square in reversed(segment):
                if board.cells[square].piece is None:
                    colour = next_colour(board, column, draw)
                    if colour is not None:
                        board.cells[square].piece = Piece(colour)


def next_colour(board: Board, column: int, draw: Draw | None) -> str | None:
    """M41: scripted drops of the column first, then the source; None: nothing comes."""
    script = board.drops.get(column, "")
    if script:
        if board.source == "hopper" and hopper(board).get(script[0], 0) <= 0:
            # M31 has the drop come out of the hopper "while it has them" and does not go on
            raise NeedsChance(f"the hopper has none of the scripted {script[0]!r}")
        board.drops[column] = script[1:]
        return script[0]
    weights: dict[str, float]
    if board.source == "none":
        return None
    if isinstance(board.source, dict):
        weights = {colour: weight for colour, weight in board.source.items() if weight > 0}
    else:
        weights = {colour: float(left) for colour, left in hopper(board).items() if left > 0}
    if not weights:
        return None
    if draw is not None:
        return draw(weights)
    if len(weights) == 1:
        return next(iter(weights))
    raise NeedsChance("a new piece is drawn")
