"""Random positions for differential tests: small, crowded, and full of everything at once."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tests.oracle.board import COLOURS, MASTER_COLOURS, Board, Cell, Piece, Square, format_rows
from tests.oracle.gravity import hopper
from tests.oracle.matching import find_runs


@dataclass
class Taste:
    """How likely things are on one board; every board draws its own."""

    colours: str
    special: float
    ice: float
    grass: float
    box: float
    hole: float
    empty: float
    artifact: float


def random_taste(rng: random.Random, master: bool) -> Taste:
    """Choose how likely everything is."""
    palette = list(MASTER_COLOURS if master else COLOURS)
    rng.shuffle(palette)
    return Taste(
        colours="".join(palette[: rng.choice((3, 3, 4, 4, 5, 6))]),
        special=rng.choice((0.0, 0.05, 0.15, 0.3, 0.5)),
        ice=rng.choice((0.0, 0.0, 0.1, 0.3)),
        grass=rng.choice((0.0, 0.2, 0.5)),
        box=rng.choice((0.0, 0.0, 0.08, 0.2)),
        hole=rng.choice((0.0, 0.0, 0.05, 0.15)),
        empty=rng.choice((0.0, 0.0, 0.05, 0.3)),
        artifact=rng.choice((0.0, 0.0, 0.03, 0.1)),
    )


def random_cell(rng: random.Random, taste: Taste, master: bool) -> Cell:
    """One cell."""
    grass = rng.choice((1, 1, 1, 2, 2, 3, 9)) if rng.random() < taste.grass else 0
    if rng.random() < taste.hole:
        return Cell(hole=True)
    if rng.random() < taste.box:
        return Cell(box=rng.choice((1, 1, 1, 2, 3, 9)), grass=grass)
    if rng.random() < taste.empty:
        return Cell(grass=grass)
    ice = rng.choice((1, 1, 1, 2, 3, 9)) if rng.random() < taste.ice else 0
    if rng.random() < taste.artifact:
        return Cell(grass=grass, piece=Piece(artifact=True, ice=ice))
    if rng.random() >= taste.special:
        return Cell(grass=grass, piece=Piece(rng.choice(taste.colours), ice=ice))
    special = rng.choice("--||**%")
    colour = rng.choice(taste.colours) if master and special != "%" else None
    return Cell(grass=grass, piece=Piece(colour, special, ice=ice))


def break_lines(rng: random.Random, board: Board, colours: str) -> None:
    """Re-colour pieces until no line is left; a piece that resists for long is taken away."""
    patience = 40 * len(board.cells)
    while runs := find_runs(board):
        square = rng.choice(rng.choice(runs).squares)
        piece = board.cells[square].piece
        assert piece is not None
        patience -= 1
        if patience < 0:
            board.cells[square].piece = None
        else:
            piece.colour = rng.choice(colours)


def random_board(rng: random.Random, master: bool) -> tuple[Board, Taste]:
    """A board without a ready-made line, with something on it."""
    size = (3, 10) if rng.random() < 0.95 else (3, 16)
    height, width = rng.randint(*size), rng.randint(*size)
    taste = random_taste(rng, master)
    cells: dict[Square, Cell] = {}
    for row in range(1, height + 1):
        for column in range(1, width + 1):
            cells[row, column] = random_cell(rng, taste, master)
    board = Board(height, width, cells)
    break_lines(rng, board, taste.colours)
    return board, taste


def random_drops(rng: random.Random, board: Board, colours: str) -> dict[str, str]:
    """Scripted drops for some columns, sometimes plenty for all."""
    plenty = rng.random() < 0.3
    drops = {}
    for column in range(board.width):
        if plenty or rng.random() < 0.5:
            length = rng.randint(20, 60) if plenty else rng.randint(1, 8)
            drops["abcdefghijklmnop"[column]] = "".join(rng.choices(colours, k=length))
    return drops


def random_goals(rng: random.Random, colours: str) -> dict[str, int]:
    """One to three goals, some within reach of one move, some met already."""
    names = rng.sample([*colours, "ice", "grass", "box", "special", "artifact", "score"], k=rng.randint(1, 3))
    goals = {}
    for name in names:
        most = rng.choice((3, 12))
        goals[name] = rng.randint(1, most) * (100 if name == "score" else 1)
    if len(goals) > 1 and rng.random() < 0.2:
        goals[names[0]] = 0
    return goals


def random_position(rng: random.Random, rules: str) -> dict[str, Any]:
    """A valid position of `designer-v1` or `master-v1` that is not over."""
    master = rules == "master-v1"
    board, taste = random_board(rng, master)
    position: dict[str, Any] = {"rows": format_rows(board)}
    if rng.random() < 0.6:
        position["drops"] = random_drops(rng, board, taste.colours)
    luck = rng.random()
    if luck < 0.1 and master and min(hopper(board).values()) >= 0:
        position["source"] = "hopper"
    elif luck < 0.15:
        position["source"] = {"weights": {colour: rng.randint(1, 3) for colour in taste.colours}}
    elif luck < 0.5:
        position["source"] = "none"
    if rng.random() < 0.8:
        position["moves_left"] = rng.choice((1, 2, 3, rng.randint(1, 30)))
    if rng.random() < 0.3:
        position["score"] = rng.randint(0, 50) * 10
    seats = 2 if master and rng.random() < 0.3 else 1
    if seats == 1 and rng.random() < 0.6:
        position["goals"] = random_goals(rng, taste.colours)
    if master:
        random_dashboards(rng, position, seats)
    return position


def random_dashboards(rng: random.Random, position: dict[str, Any], seats: int) -> None:
    """Mana, affinity, tray and turn order, as master-v1 has them."""
    if seats > 1 or rng.random() < 0.8:
        position["affinity"] = [rng.choice(MASTER_COLOURS) for _ in range(seats)]
        position["mana"] = [rng.choice((0, 3, 13, 15, 15)) for _ in range(seats)]
    if rng.random() < 0.5:
        position["tray"] = rng.choice((0, 1, 2, 16))
    if seats > 1:
        position["seat"] = rng.randrange(seats)
    if rng.random() < 0.15:
        position["free_moves"] = rng.randint(1, 2)
    if "affinity" in position and rng.random() < 0.1:
        seat = position.get("seat", 0)
        position["charge"] = [rng.randint(1, 5) if other == seat else 0 for other in range(seats)]
