"""Every tunable changes what it says it changes, and is refused outside its range."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.match3.play import DESIGNER, GAME, MASTER, cleared, load, notes, play, rows, rows_of, spawned
from tilewright.core import laws
from tilewright.core.game import BadPosition, BadRequest, Tunable


class Case(NamedTuple):
    """A tunable of a rule set, another value, and what a probe finds with the default and with that value."""

    base: str
    name: str
    value: int
    probe: Callable[[dict[str, Any]], Any]
    default: Any
    changed: Any


Probe = Callable[[dict[str, Any]], Any]


def points(board: str, move: str, **keys: Any) -> Probe:
    return lambda rules: play(board, move, rules, **keys).points


def reward(board: str, move: str, **keys: Any) -> Probe:
    return lambda rules: spawned(play(board, move, rules, **keys).events)


def burst(board: str, move: str, **keys: Any) -> Probe:
    return lambda rules: len(cleared(play(board, move, rules, **keys).events))


def fires(board: str, move: str, **keys: Any) -> Probe:
    return lambda rules: [note.token for note in notes(play(board, move, rules, **keys).events, "fired")]


def cell(board: str, move: str, row: int, column: int, **keys: Any) -> Probe:
    return lambda rules: rows(play(board, move, rules, **keys))[row].split()[column]


def key(name: str, board: str, move: str, **keys: Any) -> Probe:
    return lambda rules: GAME.position(play(board, move, rules, **keys).state).get(name)


def result(board: str, move: str, **keys: Any) -> Probe:
    return lambda rules: GAME.outcome(play(board, move, rules, **keys).state)


def totals(board: str, move: str, **keys: Any) -> Probe:
    return lambda rules: result(board, move, **keys)(rules).totals


def can(move: str, board: str, **keys: Any) -> Probe:
    return lambda rules: move in GAME.legal(load(board, rules, **keys), 0)


def loads(board: str, **keys: Any) -> Probe:
    def probe(rules: dict[str, Any]) -> bool:
        try:
            load(board, rules, **keys)
        except BadPosition:
            return False
        return True

    return probe


def opening_tray(rules: dict[str, Any]) -> int | None:
    setup = {"rules": rules, "position": {"rows": rows_of("r b g\nb g r\ng r b")}}
    tray: int | None = GAME.position(GAME.new(setup, 0)).get("tray")
    return tray


def squares_of_a_power_gem(rules: dict[str, Any]) -> bool:
    """Whether a reshuffle ever moves the power gem on a4."""
    board = "y  g b\nb  y r\ny  g y\nr- y b"
    after = [rows(play(board, "b4-b3", rules, seed=seed))[3].split()[0] for seed in range(20)]
    return any(text != "r-" for text in after)


THREE = "g p y p\ny y g p\np g p g"  # c1-c2
FOUR = "g p y p g\ny y g y p\np g p g p"  # c1-c2
FIVE = "g p y p g\ny y g y y\np g p p g"  # c1-c2
SHAPE = "y p g p\ny g p g\np y y p\ny g p g"  # a4-a3
SIDE = "y y g y p\np g y p g\ng p g g p"  # c1-c2: the line has no dropped cell
TAKEN = "y y' g y p\np g y p g\ng p g g p"
ROCKET = "p g p g\ng - y g\np g p p"  # b2!
BOMB = "p g p g p g p\ng p g * g p g\n" + "p g p g p g p\ng p g p g p g\n" * 2 + "p g p g p g p"  # d2!
CASCADE = "y p g\ny p g\nb g p\ny p g"  # a4-a3
LADDER = {"drops": {"a": "rrrgggyyygggrrrybr"}}  # six phases
BETWEEN = "g g p g\np y g p\ng y p g\np g y p\ng [3] g p\ny p g g"  # b4-c4
CROSSED = "p g p g p\n- p r'' - g\ng p g p g"  # a2!
PAIR = "p g p g p\ng p g p g\np - * g p\ng p g p g\np g p g p"  # b3-c3
BOMBS = "p g p g p g\ng p g p g p\np g * * p g\ng p g p g p\np g p g p g\ng p g p g p"  # d3-c3
POWERS = "p g p g\ng r- b| p\np g p g\ng p g p"  # b2-c2
MIX = "p g y g p\ng % b* p g\np g b y p\ng p y p b\ny g p g y"  # b2-c2
TURNED = "r g y r\ny % - g\ng y r b"  # b2-c2: rubies come first of equals
STUCK = "y g b\nb y r\ny g y\ng y b"  # b4-b3
ALL = "r % .\nb % .\ng # ."  # b1-b2
WIN = "p y y g\ng y p g\ny g p p"  # a3-b3

CASES = [
    Case(DESIGNER, "colours", 2, loads(THREE, source="hopper"), True, False),
    Case(DESIGNER, "coloured_specials", 1, reward(FOUR, "c1-c2"), [("c2", "|")], [("c2", "y|")]),
    Case(DESIGNER, "taps", 0, can("b2!", ROCKET), True, False),
    Case(DESIGNER, "frozen_taps", 1, can("b2!", ROCKET.replace("-", "-'")), False, True),
    Case(DESIGNER, "rocket_run", 3, reward(THREE, "c1-c2"), [], [("c2", "|")]),
    Case(DESIGNER, "rocket_run", 17, reward(FOUR, "c1-c2"), [("c2", "|")], []),
    Case(DESIGNER, "bomb_shapes", 0, reward(SHAPE, "a4-a3"), [("a3", "*")], []),
    Case(DESIGNER, "rainbow_run", 6, reward(FIVE, "c1-c2"), [("c2", "%")], [("c2", "|")]),
    Case(DESIGNER, "rainbow_run", 4, reward(FOUR, "c1-c2"), [("c2", "|")], [("c2", "%")]),
    Case(DESIGNER, "rocket_across", 0, reward(FOUR, "c1-c2"), [("c2", "|")], [("c2", "-")]),
    Case(DESIGNER, "late_middle", 1, reward(SIDE, "c1-c2"), [("b1", "|")], [("c1", "|")]),
    Case(DESIGNER, "reward_moves", 0, reward(TAKEN, "c1-c2"), [("a1", "|")], []),
    Case(DESIGNER, "box_hits_by_group", 0, cell(BETWEEN, "b4-c4", 4, 1), "[1]", "[2]"),
    Case(DESIGNER, "blasts_stack", 0, key("goals", CROSSED, "a2!", goals={"ice": 9}), {"ice": 7}, {"ice": 8}),
    Case(DESIGNER, "bomb_radius", 2, burst(BOMB, "d2!"), 9, 20),
    Case(DESIGNER, "rocket_bomb_radius", 0, burst(PAIR, "b3-c3"), 21, 9),
    Case(DESIGNER, "bomb_bomb_radius", 1, burst(BOMBS, "d3-c3"), 25, 9),
    Case(MASTER, "rainbow_own_colour", 0, lambda rules: len(fires(MIX, "b2-c2")(rules)), 2, 8),
    Case(DESIGNER, "even_across", 0, fires(TURNED, "b2-c2"), ["-", "|", "-"], ["|", "-", "|"]),
    Case(DESIGNER, "reshuffle_attempts", 0, lambda r: result(STUCK, "b4-b3")(r) is None, True, False),
    Case(MASTER, "reshuffle_specials", 0, squares_of_a_power_gem, True, False),
    Case(DESIGNER, "longest_cascade", 1, burst(CASCADE, "a4-a3", **LADDER), 18, 3),
    Case(DESIGNER, "hopper_each", 1, loads(THREE, source="hopper"), True, False),
    Case(DESIGNER, "tray", 5, opening_tray, None, 5),
    Case(MASTER, "tray", -1, opening_tray, 16, None),
    Case(DESIGNER, "points_matched", 7, points(THREE, "c1-c2"), 30, 21),
    Case(DESIGNER, "points_swept", 7, points(ROCKET, "b2!"), 3 * 10 + 20, 3 * 7 + 20),
    Case(DESIGNER, "points_fired", 7, points(ROCKET, "b2!"), 3 * 10 + 20, 3 * 10 + 7),
    Case(MASTER, "points_line_3", 7, points(THREE, "c1-c2"), 100, 7),
    Case(MASTER, "points_line_4", 7, points(FOUR, "c1-c2"), 250, 7),
    Case(MASTER, "points_shape", 7, points(SHAPE, "a4-a3"), 400, 7),
    Case(MASTER, "points_line_5", 7, points(FIVE, "c1-c2"), 600, 7),
    Case(MASTER, "points_pair", 7, points(POWERS, "b2-c2"), 1000 + 5 * 30, 7 + 5 * 30),
    Case(MASTER, "points_rainbow_pair", 7, points(MIX, "b2-c2"), 1500 + 11 * 30, 7 + 11 * 30),
    Case(MASTER, "points_two_rainbows", 7, points(ALL, "b1-b2"), 2000 + 3 * 30 + 1000, 7 + 3 * 30 + 1000),
    Case(DESIGNER, "multiplier_0", 0, points(CASCADE, "a4-a3", **LADDER), 630, 600),
    Case(DESIGNER, "multiplier_1", 0, points(CASCADE, "a4-a3", **LADDER), 630, 570),
    Case(DESIGNER, "multiplier_2", 0, points(CASCADE, "a4-a3", **LADDER), 630, 540),
    Case(DESIGNER, "multiplier_3", 0, points(CASCADE, "a4-a3", **LADDER), 630, 510),
    Case(DESIGNER, "multiplier_4", 0, points(CASCADE, "a4-a3", **LADDER), 630, 330),
    Case(DESIGNER, "multiplier_growth", 3, points(CASCADE, "a4-a3", **LADDER), 630, 690),
    Case(MASTER, "mana_full", 3, can("regrow", THREE, mana=[3], affinity=["g"]), False, True),
    Case(
        MASTER,
        "regrowth_moves",
        5,
        key("moves_left", THREE, "regrow", mana=[15], affinity=["g"], moves_left=8),
        10,
        13,
    ),
    Case(MASTER, "freeze_moves", 1, key("free_moves", THREE, "freeze a1", mana=[15], affinity=["b"]), 2, 1),
    Case(MASTER, "points_clear", 7, points(ALL, "b1-b2"), 3090, 2097),
    Case(
        MASTER,
        "points_mana",
        7,
        totals(WIN, "a3-b3", goals={"y": 3}, mana=[4], affinity=["r"]),
        (300,),
        (128,),
    ),
    Case(MASTER, "points_move_left", 7, totals(WIN, "a3-b3", goals={"y": 3}, moves_left=4), (700,), (121,)),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.name}={case.value}" for case in CASES])
def test_a_tunable_changes_what_it_says(case: Case) -> None:
    assert case.probe({"base": case.base}) == case.default
    assert case.probe({"base": case.base, case.name: case.value}) == case.changed


def test_every_tunable_has_its_case() -> None:
    assert {case.name for case in CASES} == {tunable.name for tunable in GAME.tunables(DESIGNER)}
    for case in CASES:
        (tunable,) = [t for t in GAME.tunables(case.base) if t.name == case.name]
        assert case.default != case.changed
        assert case.value != tunable.default


TUNABLES = [(base, tunable) for base in GAME.rule_sets for tunable in GAME.tunables(base)]
of_every_tunable = pytest.mark.parametrize(
    ("base", "tunable"), TUNABLES, ids=[f"{base}-{tunable.name}" for base, tunable in TUNABLES]
)


@of_every_tunable
def test_a_tunable_is_refused_outside_its_range(base: str, tunable: Tunable) -> None:
    assert tunable.low <= tunable.default <= tunable.high
    for value in (tunable.low - 1, tunable.high + 1, 1 << 70, "1", 1.0, None, [1]):
        with pytest.raises(BadRequest, match=tunable.name):
            load(THREE, {"base": base, tunable.name: value})
    is_switch = (tunable.low, tunable.high) == (0, 1)
    if is_switch:
        load(THREE, {"base": base, tunable.name: True})
    else:
        with pytest.raises(BadRequest, match=tunable.name):
            load(THREE, {"base": base, tunable.name: True})


def test_an_unknown_tunable_is_refused_by_name() -> None:
    with pytest.raises(BadRequest, match="bomb_radios"):
        load(THREE, {"base": DESIGNER, "bomb_radios": 2})
    with pytest.raises(BadRequest, match="designer-v2"):
        load(THREE, "designer-v2")


@of_every_tunable
def test_the_laws_hold_at_both_ends_of_a_tunable(base: str, tunable: Tunable) -> None:
    for value in (tunable.low, tunable.high):
        rules = {"base": base, tunable.name: value, "multiplier_0": 1000, "multiplier_1": 1000}
        rules[tunable.name] = value
        for number, board in enumerate((FOUR, SHAPE, PAIR, BOMBS, MIX, TURNED)):
            try:
                state = load(board, rules, seed=number, source={"weights": {"r": 1, "g": 1, "y": 1}})
            except BadPosition:  # a board of the other rule set's specials
                continue
            laws.random_walk(GAME, state, np.random.default_rng(number), 4)
