"""`greedy` against the slow oracle: it takes a move that clears the most before anything new falls in."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from tests.oracle.board import format_rows
from tests.oracle.match3 import legal, step
from tests.oracle.positions import random_board
from tilewright.games import GAMES

GAME = GAMES["match3"]
RULES = "designer-v1"


def positions(count: int, seed: int) -> list[dict[str, Any]]:
    """Crowded little boards with a legal move and one move left, so that no reshuffle follows.

    Without rainbows: a piece that one turns is cleared once, yet counted as a colour and as a special fired.
    """
    rng = random.Random(seed)
    found: list[dict[str, Any]] = []
    while len(found) < count:
        board, _ = random_board(rng, master=False)
        rows = format_rows(board)
        position = {"rows": rows, "source": "none", "moves_left": 1}
        if board.height * board.width <= 49 and "%" not in "".join(rows) and legal(RULES, position):
            found.append(position)
    return found


def best_moves(position: dict[str, Any]) -> set[str]:
    """The moves that clear the most pieces, by the oracle."""
    values: dict[str, int] = {}
    for move in legal(RULES, position):
        cleared = step(RULES, position, move)["cleared"]
        values[move] = sum(cleared.get(name, 0) for name in (*"rbgypo", "special"))
    return {move for move, value in values.items() if value == max(values.values())}


def test_greedy_takes_what_the_oracle_finds_best() -> None:
    rng = np.random.default_rng(7)
    for position in positions(150, 20):
        view = GAME.view(GAME.load(RULES, position), 0)
        chosen = {GAME.choose(view, "greedy", rng) for _ in range(6)}
        assert chosen <= best_moves(position), position


def test_ties_are_broken_by_luck() -> None:
    rng = np.random.default_rng(8)
    tied = 0
    for position in positions(40, 21):
        best = best_moves(position)
        if 2 <= len(best) <= 6:
            tied += 1
            view = GAME.view(GAME.load(RULES, position), 0)
            assert {GAME.choose(view, "greedy", rng) for _ in range(120)} == best
    assert tied > 5
