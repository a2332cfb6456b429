"""The toy game keeps the laws that every game keeps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toygame.take import TAKE, State
from tilewright.core.events import paint
from tilewright.core.game import BadMove, BadPosition, BadRequest, Illegal

cells = st.lists(st.sampled_from("abc."), min_size=1, max_size=26)
positions = st.fixed_dictionaries(
    {"rows": cells.map(lambda row: [" ".join(row)])},
    optional={
        "refill": st.integers(0, 5),
        "moves_left": st.integers(0, 5),
        "goals": st.fixed_dictionaries({"tiles": st.integers(0, 5)}),
        "score": st.integers(0, 100),
        "seed": st.integers(0, (1 << 64) - 1),
    },
)
states = positions.map(lambda position: TAKE.load("take-v1", position))


@given(states)
def test_a_position_comes_back_from_its_text(state: State) -> None:
    assert TAKE.load("take-v1", TAKE.position(state)) == state


@given(states)
def test_events_paint_the_new_board(state: State) -> None:
    for move in TAKE.legal(state, 0):
        played = TAKE.play(state, 0, move)
        assert paint(TAKE.rows(state), played.events) == TAKE.rows(played.state)


@given(states)
def test_the_legal_moves_are_those_that_can_be_played(state: State) -> None:
    squares = [f"{chr(ord('a') + column)}1" for column in range(26)]
    every = squares + [f"{one}+{other}" for one, other in pairwise(squares)]
    before = TAKE.save(state)
    playable = []
    for move in every:
        try:
            TAKE.play(state, 0, move)
        except Illegal:
            continue
        playable.append(move)
    assert sorted(playable) == TAKE.legal(state, 0)
    assert TAKE.save(state) == before


@given(states)
def test_a_view_hides_the_generator_alone(state: State) -> None:
    view = TAKE.view(state, 0)
    assert not hasattr(view, "word")
    imagined = TAKE.imagine(view, np.random.default_rng(1))
    assert TAKE.view(imagined, 0) == view


@given(states, st.integers(0, 99), st.sampled_from(TAKE.policies))
def test_policies_make_legal_moves(state: State, seed: int, policy: str) -> None:
    if TAKE.to_act(state):
        assert TAKE.choose(TAKE.view(state, 0), policy, np.random.default_rng(seed)) in TAKE.legal(state, 0)


@given(st.integers(), cells)
def test_the_same_seed_gives_the_same_game(seed: int, row: list[str]) -> None:
    setup = {"position": {"rows": [" ".join("?" if cell == "." else cell for cell in row)]}}
    assert TAKE.save(TAKE.new(setup, seed)) == TAKE.save(TAKE.new(setup, seed))


@given(st.text(max_size=8))
def test_moves_read_back_as_written(text: str) -> None:
    try:
        move = TAKE.parse(text)
    except BadMove:
        return
    assert TAKE.parse(move) == move


@pytest.mark.parametrize(
    "position", [{}, {"rows": []}, {"rows": ["a", "b"]}, {"rows": ["x"]}, {"rows": ["a"], "refill": -1}]
)
def test_positions_that_cannot_be_are_refused(position: dict[str, object]) -> None:
    assert TAKE.problems({"position": position})
    with pytest.raises(BadPosition):
        TAKE.load("take-v1", position)


@pytest.mark.parametrize("rules", ["take-v2", {"pair": 100}, {"pair": True}, {"triple": 1}, 3])
def test_rules_that_cannot_be_are_refused(rules: object) -> None:
    with pytest.raises(BadRequest):
        TAKE.new({"rules": rules, "position": {"rows": ["a"]}}, 0)


def test_many_games_are_as_many_single_ones() -> None:
    setup = {"position": {"rows": ["? ? ? ? ?"], "refill": 4, "moves_left": 6, "goals": {"tiles": 6}}}
    tallies = TAKE.run_many(setup, "greedy", np.arange(20, dtype=np.int64), lambda: False)
    assert [tally.seed for tally in tallies] == list(range(20))
    assert {tally.result for tally in tallies} <= {"won", "lost"}
    assert TAKE.run_many(setup, "greedy", np.arange(20, dtype=np.int64), lambda: True) == []
