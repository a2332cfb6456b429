"""The law of `problems`: a setup without an error never fails later, whatever was wrong with the others."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from tilewright.games import GAMES

GAME = GAMES["match3"]

odd = st.sampled_from(["q", "[0]", ".'", "r''''''''''", "b-", "r%", "-"])
plain = st.sampled_from("??????????##.rbgypo@") | st.sampled_from(
    ["[1]", "[3],", "?'", "?,", "?'',", "r'", "-", "*", "%"]
)
cell = plain | st.integers(0, 40).flatmap(lambda pick: odd if pick == 0 else plain)
rows = st.integers(2, 8).flatmap(
    lambda width: st.lists(
        st.lists(cell, min_size=width, max_size=width).map(" ".join), min_size=2, max_size=8
    )
)
colours = st.sampled_from("rbgypo")
source = st.one_of(
    st.none(),
    st.sampled_from(["none", "hopper", "tap", ""]),
    st.fixed_dictionaries({"weights": st.dictionaries(colours, st.integers(-1, 5), max_size=6)}),
    st.fixed_dictionaries({"weights": st.just({"r": 1, "b": 1, "g": 1, "y": 1})}),
)
goal_keys = st.sampled_from(["r", "b", "o", "ice", "grass", "box", "special", "artifact", "score", "red"])
position = st.fixed_dictionaries(
    {"rows": rows, "source": source, "moves_left": st.sampled_from([5, 9, 9, 9, 0, "9", None])},
    optional={
        "goals": st.dictionaries(goal_keys, st.integers(-1, 9), max_size=3),
        "drops": st.dictionaries(st.sampled_from("abcz"), st.text("rbgypox", max_size=6), max_size=2),
        "affinity": st.sampled_from([["r"], ["b"], "r", ["o"], [None], ["r", "b"]]),
        "tray": st.integers(-1, 3),
    },
)
tunable = st.dictionaries(
    st.sampled_from([tunable.name for tunable in GAME.tunables("designer-v1")]),
    st.integers(-1, 20),
    max_size=3,
)
rules = st.one_of(
    st.sampled_from(["designer-v1", "designer-v1", "master-v1", "designer-v2"]),
    tunable.map(lambda values: {"base": "designer-v1", **values}),
    tunable.map(lambda values: {"base": "master-v1", **values}),
)


# Nearly good: most of these pass, with anything on the board that a level may have.
sound_cell = st.sampled_from("???????????????????????????##") | st.sampled_from(
    [
        "?",
        "?'",
        "?,",
        "?'',",
        "[1]",
        "[3],",
        "[2]",
        "#",
        "-",
        "*",
        "%",
        "@",
        "|",
        "?",
        "?",
        "?",
        ".",
        "r",
        "b'",
        "@'",
    ]
)
sound_rows = st.integers(3, 9).flatmap(
    lambda width: st.lists(
        st.lists(sound_cell, min_size=width, max_size=width).map(" ".join), min_size=4, max_size=9
    )
)
four = {"weights": {"r": 1, "b": 1, "g": 1, "y": 1}}
sound_position = st.fixed_dictionaries(
    {"rows": sound_rows, "source": st.sampled_from([four, four, "hopper"]), "moves_left": st.integers(1, 12)},
    optional={
        "goals": st.dictionaries(
            st.sampled_from(["r", "b", "score", "special"]), st.integers(1, 30), max_size=2
        ),
        "drops": st.dictionaries(st.sampled_from("abc"), st.text("rbgypo", max_size=9), max_size=2),
        "tray": st.integers(0, 3),
    },
)
sound_tunables = st.fixed_dictionaries(
    {"base": st.just("designer-v1")},
    optional={
        tunable.name: st.integers(tunable.low, tunable.high) for tunable in GAME.tunables("designer-v1")
    },
)
sound_rules = (
    st.sampled_from(["designer-v1", {"base": "designer-v1", "reshuffle_attempts": 0}]) | sound_tunables
)


def play_through(setup: dict[str, Any], seed: int, luck: st.DataObject) -> None:
    """Open the setup and play moves picked by Hypothesis to the end."""
    state = GAME.new(setup, seed)
    assert GAME.outcome(state) is None
    assert GAME.legal(state, 0)
    for _ in range(12):
        seats = GAME.to_act(state)
        if not seats:
            break
        moves = GAME.legal(state, seats[0])
        state = GAME.play(state, seats[0], luck.draw(st.sampled_from(moves))).state
    assert GAME.load(setup["rules"], {"rows": ["r b g", "b g r", "g r b"]})


CALM = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=200, suppress_health_check=CALM)
@given(
    rules=rules | sound_rules,
    position=position | sound_position,
    seed=st.integers(0, 2**63 - 1),
    luck=st.data(),
)
def test_what_passes_never_fails_later_among_bad_ones(
    rules: Any, position: dict[str, Any], seed: int, luck: st.DataObject
) -> None:
    judge(rules, position, seed, luck)


@settings(max_examples=150, suppress_health_check=CALM)
@given(rules=sound_rules, position=sound_position, seed=st.integers(0, 2**63 - 1), luck=st.data())
def test_what_passes_never_fails_later(
    rules: Any, position: dict[str, Any], seed: int, luck: st.DataObject
) -> None:
    judge(rules, position, seed, luck)


def judge(rules: Any, position: dict[str, Any], seed: int, luck: st.DataObject) -> None:
    """Play the setup, if it has no error."""
    setup = {"rules": rules, "position": position}
    problems = GAME.problems(setup)
    assert all(problem.what and problem.remedy for problem in problems)
    errors = [problem for problem in problems if problem.level == "error"]
    event("passed" if not errors else "refused")
    if not errors:
        play_through(setup, seed, luck)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=200)
@given(
    st.dictionaries(st.sampled_from(["rules", "position", "x"]), junk)
    | position.map(lambda p: {"position": p})
)
def test_nothing_makes_it_fail(setup: dict[str, Any]) -> None:
    assert GAME.problems(setup)


KEYS = ["rows", "source", "moves_left", "goals", "drops", "affinity", "tray", "mana", "seat", "free_moves"]


@settings(max_examples=200)
@given(st.sampled_from(KEYS), junk)
def test_no_value_of_a_key_makes_it_fail(key: str, value: Any) -> None:
    good = {"rows": ["? ? ? ?"] * 4, "source": {"weights": {"r": 1, "b": 1, "g": 1}}, "moves_left": 5}
    setup = {"rules": "designer-v1", "position": {**good, "goals": {"r": 3}, key: value}}
    if not any(problem.level == "error" for problem in GAME.problems(setup)):
        assert GAME.outcome(GAME.new(setup, 1)) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_good_setup_passes(seed: int) -> None:
    rows = ["? ? ? ?"] * 4
    weights = {"r": 1, "b": 1, "g": 1, "y": 1}
    position = {"rows": rows, "source": {"weights": weights}, "moves_left": 9, "goals": {"r": 9}}
    setup = {"rules": "designer-v1", "position": position}
    assert GAME.problems(setup) == []
    assert GAME.legal(GAME.new(setup, seed), 0)
