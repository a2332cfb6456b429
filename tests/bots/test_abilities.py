"""Bots spend a full meter (M34): on what it does here, and before the moves run out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright.games import GAMES

GAME = GAMES["match3"]
OPEN = ["? ? ? ? ? ? ? ?"] * 8
BOTS = ("goal", "lookahead")


def level(goals: dict[str, int], rows: list[str] = OPEN, moves: int = 8, **more: Any) -> dict[str, Any]:
    position = {"rows": rows, "source": "hopper", "moves_left": moves, "goals": goals, **more}
    return {"rules": "master-v1", "position": position}


def choices(setup: dict[str, Any], bot: str, games: int = 6) -> list[str]:
    """What the bot does first in some games."""
    states = [GAME.new(setup, seed) for seed in range(games)]
    return [GAME.choose(GAME.view(state, 0), bot, np.random.default_rng(1)) for state in states]


@pytest.mark.parametrize("bot", BOTS)
def test_flame_goes_where_the_boxes_are(bot: str) -> None:
    rows = [*OPEN[:5], "? ? ? [2] [2] [2] ? ?", "? ? ? [2] ? [2] ? ?", "? ? ? [2] [2] [2] ? ?"]
    setup = level({"box": 16}, rows, affinity=["r"], mana=[15])
    aimed = [move.split()[-1] for move in choices(setup, bot) if move.startswith("flame")]
    assert len(aimed) >= 4
    assert all(target[0] in "cdefg" and target[1] in "5678" for target in aimed)


@pytest.mark.parametrize("bot", BOTS)
def test_cross_follows_the_grass(bot: str) -> None:
    rows = ["?, ? ? ? ? ? ? ?"] * 4 + ["?, ?, ?, ?, ?, ?, ?, ?,"] + ["?, ? ? ? ? ? ? ?"] * 3
    setup = level({"grass": 15}, rows, affinity=["y"], mana=[15])
    found = choices(setup, bot)
    assert sum(move.startswith("cross") for move in found) >= 4
    assert max(set(found), key=found.count) == "cross a5"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("affinity", "move"), [("g", "regrow"), ("b", "freeze"), ("p", "gift")])
def test_moves_and_prisms_are_taken_before_the_last_swap(bot: str, affinity: str, move: str) -> None:
    setup = level({"r": 60}, moves=1, affinity=[affinity], mana=[15])
    assert all(choice.startswith(move) for choice in choices(setup, bot))


def test_a_meter_that_is_not_full_is_no_use_yet() -> None:
    setup = level({"r": 60}, moves=2, affinity=["g"], mana=[14])
    assert all("-" in choice for choice in choices(setup, "goal"))


@pytest.mark.parametrize("affinity", "rbgyp")
def test_an_affinity_wins_games(affinity: str) -> None:
    seeds = np.arange(200, dtype=np.int64)

    def passed(**more: Any) -> int:
        setup = level({"r": 18, "g": 18, "y": 18}, moves=9, **more)
        return sum(tally.result == "won" for tally in GAME.run_many(setup, "goal", seeds, lambda: False))

    assert passed(affinity=[affinity], mana=[15]) > passed() + 10
