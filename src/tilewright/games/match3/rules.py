"""The rules record: every tunable of match-3 with its rule, range and default, and the two presets.

A rule set is a name (`designer-v1`, `master-v1`) or an object of tunables over one: `{"base": NAME, ...}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, cast

import msgspec
import numpy as np

from tilewright.core.game import BadRequest, Tunable

DESIGNER: Final = "designer-v1"
MASTER: Final = "master-v1"
RULE_SETS: Final = (DESIGNER, MASTER)

_MOST: Final = 1_000_000


class _Row(msgspec.Struct, frozen=True):
    """One tunable and its value in each preset."""

    name: str
    rule: str
    meaning: str
    low: int
    high: int
    designer: int
    master: int


_TABLE: Final = (
    _Row("colours", "M5", "colours in play, in the order r b g y p o", 2, 6, 6, 5),
    _Row("coloured_specials", "M6", "rockets and bombs keep the colour that made them", 0, 1, 0, 1),
    _Row("taps", "M8", "a tap fires an unfrozen special in place", 0, 1, 1, 0),
    _Row("frozen_taps", "M4", "frozen specials can be tapped too", 0, 1, 0, 0),
    _Row("rocket_run", "M14", "shortest run that leaves a rocket; 17 for never", 3, 17, 4, 4),
    _Row("bomb_shapes", "M14", "crossing runs leave a bomb", 0, 1, 1, 1),
    _Row("rainbow_run", "M14", "shortest run that leaves a rainbow; 17 for never", 4, 17, 5, 5),
    _Row("rocket_across", "M14", "a rocket points across its run, else along it", 0, 1, 1, 1),
    _Row("late_middle", "M15", "an even run's reward lands on the later middle cell", 0, 1, 0, 0),
    _Row("reward_moves", "M16", "a reward whose cell is taken moves to the first cleared one", 0, 1, 1, 1),
    _Row("box_hits_by_group", "M19", "a box loses a hit point per group, else per phase", 0, 1, 1, 1),
    _Row("blasts_stack", "M20", "each blast of a phase takes a layer, else one in all", 0, 1, 1, 1),
    _Row("bomb_radius", "M20", "how far a bomb reaches: 1 is 3×3", 0, 15, 1, 1),
    _Row("rocket_bomb_radius", "M28", "rocket + bomb: lines beside the middle one", 0, 15, 1, 1),
    _Row("bomb_bomb_radius", "M28", "how far bomb + bomb reaches: 2 is 5×5", 0, 15, 2, 2),
    _Row("rainbow_own_colour", "M28", "rainbow + special turns the special's colour", 0, 1, 0, 1),
    _Row("even_across", "M28", "turned rockets on even cells lie across", 0, 1, 1, 1),
    _Row("reshuffle_attempts", "M27", "tries of a reshuffle before the deadlock", 0, 1000, 100, 100),
    _Row("reshuffle_specials", "M27", "unfrozen specials are shuffled too", 0, 1, 0, 1),
    _Row("longest_cascade", "M26", "phases of a move after which no refill falls", 1, 1000, 100, 100),
    _Row("hopper_each", "M31", "gems of each colour in a full hopper", 1, 256, 24, 24),
    _Row("tray", "M31", "power gems at the start; -1 for no limit", -1, 256, -1, 16),
    _Row("points_matched", "M39", "points for a normal piece cleared by matching", 0, _MOST, 10, 0),
    _Row("points_swept", "M32", "points for a normal piece swept by a blast or turned", 0, _MOST, 10, 30),
    _Row("points_fired", "M39", "points for a special fired", 0, _MOST, 20, 0),
    _Row("points_line_3", "M32", "points for a group that leaves no special", 0, _MOST, 0, 100),
    _Row("points_line_4", "M32", "points for a group worth a rocket", 0, _MOST, 0, 250),
    _Row("points_shape", "M32", "points for a group worth a bomb", 0, _MOST, 0, 400),
    _Row("points_line_5", "M32", "points for a group worth a rainbow", 0, _MOST, 0, 600),
    _Row("points_pair", "M32", "points for two of rocket and bomb combined", 0, _MOST, 0, 1000),
    _Row("points_rainbow_pair", "M32", "points for a rainbow with a rocket or bomb", 0, _MOST, 0, 1500),
    _Row("points_two_rainbows", "M32", "points for two rainbows", 0, _MOST, 0, 2000),
    _Row("multiplier_0", "M33", "multiplier of cascade index 0", 0, 1000, 1, 1),
    _Row("multiplier_1", "M33", "multiplier of cascade index 1", 0, 1000, 2, 2),
    _Row("multiplier_2", "M33", "multiplier of cascade index 2", 0, 1000, 3, 3),
    _Row("multiplier_3", "M33", "multiplier of cascade index 3", 0, 1000, 4, 5),
    _Row("multiplier_4", "M33", "multiplier of cascade index 4", 0, 1000, 5, 10),
    _Row("multiplier_growth", "M39", "added for each cascade index past 4", 0, 1000, 1, 0),
    _Row("mana_full", "M34", "a full mana meter; 0 for a game without mana", 0, 1000, 0, 15),
    _Row("regrowth_moves", "M34", "extra moves of Regrowth", 0, 100, 2, 2),
    _Row("freeze_moves", "M34", "moves that cost nothing after a solo Deep Freeze", 0, 100, 2, 2),
    _Row("points_clear", "M36", "points for a move that leaves the board empty", 0, _MOST, 0, 1000),
    _Row("points_mana", "M36", "final points for a unit of unspent mana", 0, _MOST, 0, 50),
    _Row("points_move_left", "M36", "final points for a move left when won", 0, _MOST, 0, 200),
)

NAMES: Final = tuple(row.name for row in _TABLE)

#: Not tunables but facts of a level that never change while it is played (H).
_LEVEL_FIELDS: Final = [
    ("source", "i4"),
    ("weights", "i4", (7,)),
    ("drops_length", "i4", (16,)),
    ("drops", "i1", (16 * 256,)),
]

RULES_DTYPE: Final = np.dtype([(name, "i4") for name in NAMES] + _LEVEL_FIELDS, align=True)


class Rules:
    """A rule set as kernels see it; see RULES_DTYPE and the table of tunables."""

    def __getattr__(self, name: str) -> int:
        """The tunable of that name, which the record has as a field."""
        raise AttributeError(name)

    weights: list[int]
    drops_length: list[int]
    drops: list[int]


@lru_cache(maxsize=8)
def tunables(rules: str) -> tuple[Tunable, ...]:
    """The tunables of a rule set, with its own defaults.

    Raises:
        BadRequest: there is no rule set of that name.
    """
    if rules not in RULE_SETS:
        raise BadRequest(f"there is no rule set {rules!r} for match3; choose {' or '.join(RULE_SETS)}")
    return tuple(
        Tunable(
            row.name,
            row.rule,
            row.meaning,
            row.low,
            row.high,
            row.designer if rules == DESIGNER else row.master,
        )
        for row in _TABLE
    )


def base_of(rules: Any) -> str:
    """The name of the preset that `rules` (a name or an object) stands on.

    Raises:
        BadRequest: neither a name nor an object with a known `base`.
    """
    base: Any = cast("Mapping[str, Any]", rules).get("base") if isinstance(rules, Mapping) else rules
    if not isinstance(base, str):
        raise BadRequest('rules are a name or an object with a "base", such as {"base": "designer-v1"}')
    tunables(base)
    return base


def read_rules(rules: Any) -> dict[str, int]:
    """All tunables of a rule set given as a name or as an object of tunables over one.

    Raises:
        BadRequest: an unknown rule set or tunable, or a value out of range; names it.
    """
    base = base_of(rules)
    result = dict(_defaults(base))
    if isinstance(rules, Mapping):
        values = {tunable.name: tunable for tunable in tunables(base)}
        overrides: dict[str, Any] = dict(cast("Mapping[str, Any]", rules))
        for name, value in overrides.items():
            if name == "base":
                continue
            if name not in values:
                raise BadRequest(f"there is no tunable {name!r} in {base}")
            result[name] = read_tunable(values[name], value)
    return result


@lru_cache(maxsize=8)
def _defaults(base: str) -> dict[str, int]:
    """The tunables of a preset; not to be changed."""
    return {tunable.name: tunable.default for tunable in tunables(base)}


def read_tunable(tunable: Tunable, value: Any) -> int:
    """The value of a tunable; a switch may be true or false.

    Raises:
        BadRequest: not a whole number in the tunable's range; names it.
    """
    switch = isinstance(value, bool) and (tunable.low, tunable.high) == (0, 1)
    if not switch and (isinstance(value, bool) or not isinstance(value, int)):
        raise BadRequest(f"the tunable {tunable.name} takes a whole number, not {value!r}")
    if not tunable.low <= value <= tunable.high:
        raise BadRequest(f"the tunable {tunable.name} is {tunable.low} to {tunable.high}, not {value}")
    return int(value)


def rules_record(values: Mapping[str, int]) -> Any:
    """An array of one Rules record with these tunables and no source."""
    template = _template(tuple(map(values.__getitem__, NAMES)))
    return np.frombuffer(bytearray(template), dtype=RULES_DTYPE)


@lru_cache(maxsize=256)
def _template(values: tuple[int, ...]) -> bytes:
    """The bytes of a Rules record, its tunables in the order of the table."""
    record = np.zeros(1, dtype=RULES_DTYPE)
    for name, value in zip(NAMES, values, strict=True):
        record[name][0] = value
    return record.tobytes()
