"""Perft: counted numbers of move sequences, and the same counts by the slow oracle (tests/oracle).

The oracle draws from the kernel's own generator, so it must walk the very same tree, refills and reshuffles
included. A changed number here means changed rules: bump `rules_version`.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.match3.differential import Luck
from tests.match3.play import DESIGNER, GAME, MASTER, rows_of
from tests.oracle import match3 as oracle
from tilewright.core.perft import divide, perft

COLUMNS = "rgbyrygbrbygrybgygrbyrgb" * 4

PLAIN = {
    "rows": rows_of(
        """
        r b g y r b
        b g y r b g
        g g r r y y
        y r b b g r
        r y g y b g
        b r r g y y
        """
    ),
    "drops": dict.fromkeys("abcdef", COLUMNS),
}
FULL = {
    "rows": rows_of(
        """
        r b' g  y  [1] r
        b g, y  -  b   g
        # r  *  r' y,  y
        y r  b  b  %   r
        r y  @  y  b   [2],
        b r  r  g  #   y
        """
    ),
    "drops": dict.fromkeys("abcdef", COLUMNS),
}
POWER = {
    "rows": rows_of(
        """
        r b  g  y p  r
        b g  y  r b- g
        # r* b| r g  g
        y r  b  % g  r
        r y  @  y b  [2],
        b r  r  g p' y
        """
    ),
    "source": {"weights": {"r": 2, "b": 1, "g": 1, "y": 1, "p": 1}},
    "seed": 11,
    "mana": [15],
    "affinity": ["y"],
    "tray": 16,
}
LEVEL = {
    "rules": DESIGNER,
    "position": {
        "rows": ["? ? ? ? ? ? ? ?"] * 8,
        "source": {"weights": {"r": 1, "b": 1, "g": 1, "y": 1, "p": 1}},
    },
}
DUEL = {
    "rules": MASTER,
    "position": {
        "rows": ["? ? ? ? ? ? ? ?"] * 8,
        "source": "hopper",
        "affinity": ["r", "b"],
        "moves_left": 20,
    },
}

POSITIONS: dict[str, tuple[str, Any]] = {
    "plain": (DESIGNER, GAME.load(DESIGNER, PLAIN)),
    "full": (DESIGNER, GAME.load(DESIGNER, FULL)),
    "power": (MASTER, GAME.load(MASTER, POWER)),
    "level": (DESIGNER, GAME.new(LEVEL, 7)),
    "duel": (MASTER, GAME.new(DUEL, 7, 2)),
}

#: Sequences of 1, 2 and 3 moves.
COUNTS = {
    "plain": [14, 308, 7718],
    "full": [17, 241, 3830],
    "power": [55, 1834, 45864],
    "level": [40, 1382, 45902],
    "duel": [38, 1372, 43812],
}


def oracle_perft(rules: str, position: dict[str, Any], depth: int) -> int:
    """`perft` once more, by the slow oracle."""
    if depth == 0:
        return 1
    moves = oracle.legal(rules, position)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        luck = Luck(position["seed"])
        answer = oracle.step(rules, position, move, draw=luck.draw, shuffle=luck.shuffle)
        if answer["outcome"] is None:
            total += oracle_perft(rules, {**answer["position"], "seed": luck.word}, depth - 1)
    return total


@pytest.mark.parametrize("name", list(POSITIONS))
def test_perft(name: str) -> None:
    _, state = POSITIONS[name]
    assert [perft(GAME, state, depth) for depth in (1, 2, 3)] == COUNTS[name]


@pytest.mark.parametrize(("name", "depth"), [*((name, 2) for name in POSITIONS), ("plain", 3), ("full", 3)])
def test_the_slow_oracle_counts_the_same(name: str, depth: int) -> None:
    rules, state = POSITIONS[name]
    assert oracle_perft(rules, GAME.position(state), depth) == COUNTS[name][depth - 1]


def test_divide_shares_perft_out() -> None:
    _, state = POSITIONS["full"]
    shares = divide(GAME, state, 2)
    assert list(shares) == GAME.legal(state, 0)
    assert sum(shares.values()) == COUNTS["full"][1]
