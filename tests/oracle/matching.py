"""Runs, groups, rewards and where they land: M12-M15."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.board import BOMB, COLUMN_ROCKET, RAINBOW, ROW_ROCKET, Board, Square

LINE = 3  # M12


@dataclass
class Run:
    """M12: its squares from left to right or from top to bottom."""

    colour: str
    horizontal: bool
    squares: list[Square]


@dataclass
class Group:
    """M13: runs of one colour connected by shared cells; `squares` in reading order."""

    colour: str
    runs: list[Run]
    squares: list[Square]


def match_colour(board: Board, square: Square) -> str | None:
    """The colour that a cell brings into runs (M6, M12); frozen pieces have theirs."""
    piece = board.piece(square)
    return None if piece is None else piece.colour


def find_runs(board: Board) -> list[Run]:
    """M12: all maximal lines of three or more, by first cell in reading order, horizontal before vertical."""
    runs = []
    for square in board.squares():
        colour = match_colour(board, square)
        if colour is None:
            continue
        row, column = square
        for down, right in ((0, 1), (1, 0)):
            if match_colour(board, (row - down, column - right)) == colour:
                continue  # the run began earlier
            squares = [square]
            while match_colour(board, (squares[-1][0] + down, squares[-1][1] + right)) == colour:
                squares.append((squares[-1][0] + down, squares[-1][1] + right))
            if len(squares) >= LINE:
                runs.append(Run(colour, right == 1, squares))
    return runs


def find_groups(board: Board) -> list[Group]:
    """M13, M18: all groups at once, in reading order of their first cell."""
    waiting = find_runs(board)
    groups = []
    while waiting:
        members = [waiting.pop(0)]
        for member in members:  # grows while we walk it
            for run in list(waiting):
                if run.colour == member.colour and set(run.squares) & set(member.squares):
                    waiting.remove(run)
                    members.append(run)
        squares = sorted({square for run in members for square in run.squares})
        groups.append(Group(members[0].colour, members, squares))
    return sorted(groups, key=lambda group: group.squares[0])


def shared_cells(group: Group) -> list[Square]:
    """The cells where a horizontal and a vertical run of the group meet, in reading order."""
    across = {square for run in group.runs if run.horizontal for square in run.squares}
    upright = {square for run in group.runs if not run.horizontal for square in run.squares}
    return sorted(across & upright)


def reward(group: Group) -> str | None:
    """M14: the first that applies."""
    if any(len(run.squares) >= 5 for run in group.runs):
        return RAINBOW
    if shared_cells(group):
        return BOMB
    for run in group.runs:
        if len(run.squares) == 4:
            return COLUMN_ROCKET if run.horizontal else ROW_ROCKET
    return None


def landing(group: Group, dropped: Square | None) -> Square:
    """M15: where the group's reward belongs; `dropped` is None in cascades."""
    if dropped in group.squares:
        assert dropped is not None
        return dropped
    if reward(group) == BOMB:
        return shared_cells(group)[0]
    longest = max(len(run.squares) for run in group.runs)
    tied = [run for run in group.runs if len(run.squares) == longest]
    # the first in reading order; where two begin in one cell, the horizontal one
    run = min(tied, key=lambda run: (run.squares[0], not run.horizontal))
    return run.squares[(len(run.squares) - 1) // 2]  # even length: the earlier of the two middle cells
