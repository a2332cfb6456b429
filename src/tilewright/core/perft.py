"""Perft: how many move sequences of a length a position has, chance frozen by the state's own generator.

One number that any change of legality, of the rules or of the generator moves: a fingerprint of a game.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.game import Game


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """The number of sequences of `depth` legal moves; games that end earlier have none of that length."""
    if depth == 0:
        return 1
    moves = [(seat, move) for seat in game.to_act(state) for move in game.legal(state, seat)]
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.play(state, seat, move).state, depth - 1) for seat, move in moves)


def divide(game: Game[Any, Any], state: Any, depth: int) -> dict[str, int]:
    """`perft` by first move, to find the move whose count is wrong."""
    return {
        move: perft(game, game.play(state, seat, move).state, depth - 1)
        for seat in game.to_act(state)
        for move in game.legal(state, seat)
    }
