"""Policies see views only, choose legal moves, and go for what they are named after."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from tilewright.bots import BOTS, PolicyBot, bot_for
from tilewright.core.game import BadRequest, Illegal
from tilewright.games import GAMES

GAME = GAMES["match3"]
POLICIES = tuple(BOTS)
FIVE = {"weights": {"r": 1, "b": 1, "g": 1, "y": 1, "p": 1}}

SETUP: dict[str, Any] = {
    "rules": "designer-v1",
    "position": {
        "rows": ["? ? ? ? ? ? ?", "? ? ?' ? ?, ? ?", "? [1] ? ? ? [2], ?", "? ? ? # ? ? ?", "? ? ? ? ? ? ?"],
        "source": FIVE,
        "moves_left": 12,
        "goals": {"r": 8, "box": 3, "ice": 1},
    },
}


def drawn(policy: str, view: Any, count: int = 12) -> list[str]:
    rng = np.random.default_rng(3)
    return [GAME.choose(view, policy, rng) for _ in range(count)]


def test_the_registry_names_the_policies_of_the_game() -> None:
    assert set(BOTS) <= set(GAME.policies)
    for name in BOTS:
        assert bot_for(GAME, name).name == name
    with pytest.raises(BadRequest, match=r"no bot 'chess'.*lookahead"):
        bot_for(GAME, "chess")
    with pytest.raises(BadRequest, match="match3 has no bot 'chess'"):
        PolicyBot(GAME, "chess")


@pytest.mark.parametrize("policy", POLICIES)
def test_every_choice_is_legal_and_a_bot_is_its_seed(policy: str) -> None:
    for seed in range(3):
        state = GAME.new(SETUP, seed)
        one, twin = bot_for(GAME, policy, seed), bot_for(GAME, policy, seed)
        while GAME.to_act(state):
            view = GAME.view(state, 0)
            move = one.choose(view)
            assert move in GAME.legal(state, 0)
            assert twin.choose(view) == move
            state = GAME.play(state, 0, move).state


@pytest.mark.parametrize("policy", POLICIES)
def test_choosing_changes_neither_view_nor_state(policy: str) -> None:
    state = GAME.new(SETUP, 5)
    view = GAME.view(state, 0)
    before = (GAME.save(state), GAME.position(view))
    drawn(policy, view, 3)
    assert (GAME.save(state), GAME.position(view)) == before


@pytest.mark.parametrize("policy", POLICIES)
def test_states_that_differ_in_what_is_hidden_get_the_same_choice(policy: str) -> None:
    rows = GAME.rows(GAME.new(SETUP, 1))
    position = {**SETUP["position"], "rows": rows}
    plain = GAME.load("designer-v1", {**position, "seed": 1})
    other = GAME.load("designer-v1", {**position, "seed": 2})
    scripted = GAME.load("designer-v1", {**position, "drops": {"a": "rrr", "c": "bbbb", "d": "r"}})
    assert GAME.save(plain) != GAME.save(other)
    wanted = drawn(policy, GAME.view(plain, 0))
    assert drawn(policy, GAME.view(other, 0)) == wanted
    assert drawn(policy, GAME.view(scripted, 0)) == wanted


def test_drops_half_used_are_hidden_too() -> None:
    position = {**SETUP["position"], "drops": dict.fromkeys("abcdefg", "rbgyp" * 3)}
    states = [GAME.new({"rules": "designer-v1", "position": p}, 4) for p in (position, SETUP["position"])]
    moves = set(GAME.legal(states[0], 0)) & set(GAME.legal(states[1], 0))
    after = GAME.play(states[0], 0, min(moves)).state
    bare = {**GAME.position(GAME.view(after, 0)), "source": FIVE}
    alike = GAME.load("designer-v1", bare)
    for policy in POLICIES:
        assert drawn(policy, GAME.view(after, 0), 4) == drawn(policy, GAME.view(alike, 0), 4)


def test_random_is_uniform() -> None:
    state = GAME.new(SETUP, 2)
    legal = GAME.legal(state, 0)
    counts = Counter(drawn("random", GAME.view(state, 0), 300 * len(legal)))
    assert set(counts) == set(legal)
    assert chisquare(list(counts.values())).pvalue > 0.001


@pytest.mark.parametrize("policy", POLICIES)
def test_a_finished_game_has_no_choice(policy: str) -> None:
    over = GAME.load("designer-v1", {"rows": ["r b r", "b r b", "g y g"], "goals": {"r": 0}})
    with pytest.raises(Illegal, match="over"):
        GAME.choose(GAME.view(over, 0), policy, np.random.default_rng(1))


def test_an_unknown_policy_is_named() -> None:
    view = GAME.view(GAME.new(SETUP, 1), 0)
    with pytest.raises(BadRequest, match="no policy 'best'"):
        GAME.choose(view, "best", np.random.default_rng(1))


def bare(position: dict[str, Any], move: str) -> dict[str, Any]:
    """The position after a move with nothing new falling in."""
    state = GAME.load("designer-v1", {**position, "source": "none"})
    return GAME.position(GAME.play(state, 0, move).state)


def opened(rows: list[str], goals: dict[str, int], moves_left: int, seeds: range) -> list[dict[str, Any]]:
    """Openings of a level, as positions."""
    position = {"rows": rows, "source": FIVE, "goals": goals, "moves_left": moves_left}
    states = [GAME.new({"rules": "designer-v1", "position": position}, seed) for seed in seeds]
    return [{**position, "rows": GAME.rows(state)} for state in states]


@pytest.mark.parametrize("policy", ["goal", "lookahead"])
@pytest.mark.parametrize("goal", ["r", "b", "g"])
def test_goal_bots_take_a_move_that_wins_for_sure(policy: str, goal: str) -> None:
    chances = 0
    for position in opened(["? ? ? ? ? ?"] * 6, {goal: 3}, 1, range(40)):
        state = GAME.load("designer-v1", position)
        wins = {move for move in GAME.legal(state, 0) if bare(position, move)["goals"][goal] == 0}
        if wins:
            chances += 1
            assert set(drawn(policy, GAME.view(state, 0), 3)) <= wins
    assert chances > 15


def depth(rows: list[str]) -> int:
    """The row of the artifact; below the board where it was collected."""
    return next((number for number, row in enumerate(rows) if "@" in row), len(rows))


def test_goal_brings_an_artifact_down() -> None:
    chances = 0
    rows = ["? ? @ ? ?", *["? ? ? ? ?"] * 5]
    for position in opened(rows, {"artifact": 1}, 1, range(40)):
        state = GAME.load("designer-v1", position)
        after = {move: depth(bare(position, move)["rows"]) for move in GAME.legal(state, 0)}
        deepest = {move for move, row in after.items() if row == max(after.values())}
        chances += max(after.values()) > 0
        assert set(drawn("goal", GAME.view(state, 0), 3)) <= deepest
    assert chances > 15


def test_goal_opens_the_box_that_hides_the_grass() -> None:
    chances = taken = 0
    rows = ["? ? ? ? ?", "? ? ? ? ?", "? ? [1], ? ?", "? ? ? ? ?", "? ? ? ? ?"]
    for position in opened(rows, {"grass": 1}, 9, range(60)):
        state = GAME.load("designer-v1", position)
        opens = {move for move in GAME.legal(state, 0) if "[1]" not in " ".join(bare(position, move)["rows"])}
        if opens:
            chances += 1
            taken += set(drawn("goal", GAME.view(state, 0), 3)) <= opens
    assert chances > 15
    assert taken >= 0.9 * chances
