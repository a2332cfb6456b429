"""The largest board fills the planes to their last row: nothing may be looked for beyond them."""

from __future__ import annotations

import random

import pytest

from tilewright.core.events import paint
from tilewright.games.match3.game import Match3
from tilewright.games.match3.state import LARGEST

MOVES = 12


@pytest.mark.parametrize("rules", ["designer-v1", "master-v1"])
@pytest.mark.parametrize(("height", "width"), [(LARGEST, LARGEST), (LARGEST, 3), (3, LARGEST)])
def test_games_on_the_largest_boards(rules: str, height: int, width: int) -> None:
    """Random games, specials on the last row included; run again with every index checked."""
    game = Match3()
    luck = random.Random(height * 100 + width)
    rows = [" ".join(["?"] * width)] * height
    position = {"rows": rows, "source": {"weights": dict.fromkeys("rbgyp", 1)}}
    state = game.new({"rules": rules, "position": position}, 7)
    for _ in range(MOVES):
        legal = game.legal(state, 0)
        if not legal:
            break
        last_row = [move for move in legal if move.endswith(str(height))]
        played = game.play(state, 0, luck.choice(last_row or legal))
        assert paint(game.rows(state), played.events) == game.rows(played.state)
        state = played.state
