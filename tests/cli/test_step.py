"""The page of the notation, sentence by sentence, as `tilewright step` answers it."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import match3 as oracle
from tests.oracle.positions import random_position
from tilewright.cli import step
from tilewright.cli.step import answer
from tilewright.core.events import paint
from tilewright.games import GAMES

ROWS = ["r b g", "b r b", "r g r"]
DESIGNER, MASTER = "designer-v1", "master-v1"

#: A board without a line and with moves, whose refills come from weights.
LARGE = {
    "rows": [
        "r b g y p r b g",
        "b r y g r p g b",
        "r g b r b y r y",
        "p r y b g r b r",
        "b y r p b g y p",
        "g b y r p r g b",
        "r g b y r b p y",
        "b r g p y g r b",
    ],
    "source": {"weights": {"r": 1, "b": 1, "g": 1, "y": 1, "p": 1}},
    "seed": 7,
    "moves_left": 20,
    "goals": {"r": 10, "score": 500},
}


def ask(position: object = None, *, rules: object = DESIGNER, **others: object) -> dict[str, Any]:
    """The answer to one request; the rows are those of a small board unless the position has some."""
    if position is None:
        position = {}
    if isinstance(position, dict):
        position = {"rows": ROWS, **position}
    request = {"game": "match3", "rules": rules, "position": position, **others}
    return sent(json.dumps(request).encode())


def sent(line: bytes) -> dict[str, Any]:
    """The answer to a line, held to what every answer has."""
    text = answer(line)
    assert text.isascii()
    assert b"\n" not in text
    assert b"\r" not in text
    found = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert isinstance(found, dict)
    assert found["ok"] in (True, False)
    if found["ok"]:
        assert set(found) - {"legal"} == {"id", "ok", "position", "events", "points", "outcome"}
    else:
        assert set(found) == {"id", "ok", "error"}
        assert set(found["error"]) == {"code", "message"}
        assert found["error"]["code"] in {"bad-json", "bad-request", "bad-position", "bad-move", "illegal"}
        assert found["error"]["message"]
    return found


def refused(found: dict[str, Any], code: str, *said: str) -> None:
    """The answer is an error of that code, and its message says all that."""
    assert not found["ok"], found
    assert found["error"]["code"] == code, found
    for word in said:
        assert word in found["error"]["message"], found


# ── squares and boards ────────────────────────────────────────────────────────


def test_row_1_is_at_the_top_and_column_a_at_the_left() -> None:
    found = ask({"rows": ["# # # r", "# # # #", "# # # #"]})
    assert found["position"]["rows"] == ["# # # r", "# # # #", "# # # #"]
    refused(ask({"rows": ["r r r x", ". . . .", ". . . ."]}), "bad-position", "d1")
    refused(ask({"rows": [". . .", ". . .", "x . ."]}), "bad-position", "a3")


@pytest.mark.parametrize(
    "cell",
    [
        *[
            ".",
            "#",
            "[1]",
            "[9]",
            "r",
            "b",
            "g",
            "y",
            "p",
            "o",
            "-",
            "|",
            "*",
            "%",
            "@",
            "r'",
            "r''",
            "r,",
            "r'',",
            "[2],",
            ".,",
            "@'",
            "%',",
            "-,,",
        ],
        "r'''''''''" + "," * 9,
    ],
)
def test_cells_are_read_and_written_alike(cell: str) -> None:
    found = ask({"rows": [f". . {cell}", ". . .", ". . ."]})
    assert found["position"]["rows"][0] == f". . {cell}"


@pytest.mark.parametrize("cell", ["r-", "b|", "o*", "r-'',"])
def test_coloured_specials_belong_to_rules_that_have_them(cell: str) -> None:
    rows = [f". . {cell}", ". . .", ". . ."]
    assert ask({"rows": rows}, rules=MASTER)["position"]["rows"] == rows
    refused(ask({"rows": rows}), "bad-position", "c1", "M6")


@pytest.mark.parametrize(
    "cell",
    [
        "x",
        "R",
        "rr",
        "r,'",
        ",",
        "'",
        ".'",
        "#,",
        "#'",
        "[0]",
        "[10]",
        "[2]'",
        "[a]",
        "[]",
        "r%",
        "b@",
        "-r",
        "?",
        "?,",
        "é",
        "[2",
        "2",
        "r" + "'" * 10,
        "r" + "," * 10,
    ],
)
def test_a_cell_that_is_none_is_named(cell: str) -> None:
    refused(ask({"rows": [". . .", f". {cell} .", ". . ."]}), "bad-position", "b2")


@pytest.mark.parametrize(
    "rows",
    [
        None,
        [],
        "r b g",
        [1, 2, 3],
        [[]],
        ["", "", ""],
        ["r b", "b r"],
        [". . .", ". .", ". . ."],
        [["r", "b", "g"]] * 3,
        [". " * 17] * 3,
        [". . ."] * 17,
        {"a": 1},
        5,
    ],
)
def test_a_board_that_is_none_is_a_bad_position(rows: object) -> None:
    refused(ask({"rows": rows}), "bad-position")


def test_white_space_between_cells_is_free_and_comes_back_single() -> None:
    found = ask({"rows": ["  r   b\tg ", "b r b", "r g  r"]})
    assert found["position"]["rows"] == ROWS


@pytest.mark.parametrize(("height", "width"), [(3, 3), (16, 16), (3, 16), (16, 3)])
def test_boards_of_every_size(height: int, width: int) -> None:
    rows = [" ".join("rbgy"[(r // 2 * 2 + c) % 4] for c in range(width)) for r in range(height)]
    found = ask({"rows": rows})
    assert found["ok"], found
    assert found["position"]["rows"] == rows


# ── moves ─────────────────────────────────────────────────────────────────────


def test_a_swap_is_dropped_on_its_second_square() -> None:
    rows = ["r r b r", "g g r g", "y p y p"]
    one = ask({"rows": rows}, move="c2-c1")
    other = ask({"rows": rows}, move="c1-c2")
    # One swap makes a line of four and one of three: the rocket lands where it was dropped.
    assert {"kind": "spawn", "wave": 2, "at": "c1", "token": "|"} in one["events"]
    assert {"kind": "spawn", "wave": 2, "at": "b1", "token": "|"} in other["events"]


def test_a_tap_fires_in_designer_v1_and_is_illegal_in_master_v1() -> None:
    found = ask({"rows": ["r b g", "b - b", "r b g", "b r b"]}, move="b2!")
    assert found["position"]["rows"] == [". . .", "r b g", "r b g", "b r b"]
    assert found["points"] == 10 + 10 + 20
    refused(ask({"rows": ["r b g", "b r- b", "r g r"]}, rules=MASTER, move="b2!"), "illegal", "M8")
    refused(ask({}, rules=MASTER, move="z9!"), "illegal")


@pytest.mark.parametrize(
    ("affinity", "move"),
    [("r", "flame c3"), ("y", "cross c3"), ("g", "regrow"), ("p", "gift c3"), ("b", "freeze c3")],
)
def test_abilities_are_listed_and_played_when_the_meter_is_full(affinity: str, move: str) -> None:
    full = {"rows": LARGE["rows"], "mana": [15], "affinity": [affinity]}
    listed = ask(full, rules=MASTER)["legal"]
    assert move in listed
    assert listed == sorted(listed)
    assert not [
        one for one in ask({**full, "mana": [14]}, rules=MASTER)["legal"] if " " in one or one == "regrow"
    ]
    found = ask(full, rules=MASTER, move=move)
    assert found["ok"], found
    assert found["position"]["mana"] == [0]
    refused(ask({**full, "mana": [14]}, rules=MASTER, move=move), "illegal", "M34")
    refused(ask({}, rules=MASTER, move=move), "illegal")
    refused(ask(full, move=move), "illegal")


@pytest.mark.parametrize(
    "move",
    [
        "",
        " ",
        "c3",
        "c3-",
        "-c3",
        "c3-c4-c5",
        "c3 c4",
        "c3>c4",
        "c3--c4",
        "33-c4",
        "c3-c4 ",
        " c3-c4",
        "C3-C4",
        "c3!!",
        "!c3",
        "flame",
        "flame c3 @2",
        "regrow c3",
        "freeze c3 2",
        "c03-c4",
        "c3–c4",
        "c3-c4\n",
        "é",
        "🙂",
        "aa1-aa2",
        "c-1-c1",
        "c1.0-c2",
        "x" * 100000,
        "\ud800",
    ],
)
def test_text_that_is_no_move_is_a_bad_move(move: str) -> None:
    refused(ask({}, move=move), "bad-move")


@pytest.mark.parametrize(
    "move", ["d3-c3", "c3-c4", "z9-z8", "a17-a16", "a0-a1", "a99-a98", "a100-a101", "z1!", "a0!", "a4-a5"]
)
@pytest.mark.parametrize("rules", [DESIGNER, MASTER])
def test_squares_off_the_board_are_illegal(move: str, rules: str) -> None:
    refused(ask({}, rules=rules, move=move), "illegal", "M")


def test_an_ability_that_aims_off_the_board_is_illegal() -> None:
    full = {"mana": [15], "affinity": ["r"]}
    refused(ask(full, rules=MASTER, move="flame d4"), "illegal")
    refused(ask(full, rules=MASTER, move="flame z99"), "illegal")


@pytest.mark.parametrize("move", [5, 1.5, True, [], {}, ["c3-c4"]])
def test_a_move_that_is_no_text_is_a_bad_request(move: object) -> None:
    refused(ask({}, move=move), "bad-request", "move")


@pytest.mark.parametrize(
    ("rows", "move", "rule"),
    [
        (ROWS, "a1-c1", "M7"),
        (ROWS, "a1-b2", "M7"),
        (ROWS, "a1-a1", "M7"),
        (ROWS, "a1-b1", "M7"),
        (["r . g", "b r b", "r g r"], "a1-b1", "M7"),
        (["r # g", "b r b", "r g r"], "a1-b1", "M7"),
        (["r [1] g", "b r b", "r g r"], "a1-b1", "M7"),
        (["r b' g", "b r b", "r g r"], "b1-b2", "M4"),
        (["r % @", "b r b", "r g r"], "b1-c1", "M38"),
        (["r - g", "b r b", "r g r"], "a1-b1", "M7"),
        (ROWS, "a1!", "M8"),
        (["r -' g", "b r b", "r g r"], "b1!", "M4"),
        (["r @ g", "b r b", "r g r"], "b1!", "M8"),
    ],
)
def test_an_illegal_move_is_refused_with_its_rule(rows: list[str], move: str, rule: str) -> None:
    refused(ask({"rows": rows}, move=move), "illegal", rule)


# ── the pipe ──────────────────────────────────────────────────────────────────


def test_an_answer_to_a_move() -> None:
    found = ask({"goals": {"r": 10, "score": 100}, "moves_left": 5}, move="b1-b2", id="x")
    assert found["id"] == "x"
    assert found["position"] == {
        "rows": [". . .", "r r g", "r g r"],
        "source": "none",
        "seed": 0,
        "moves_left": 4,
        "goals": {"r": 10, "score": 70},
        "score": 30,
    }
    assert found["points"] == 30
    assert found["outcome"] is None
    assert found["events"][0] == {"kind": "slide", "wave": 0, "from": "b1", "to": "b2"}
    assert {"kind": "clear", "wave": 1, "at": "a2"} in found["events"]
    assert {"kind": "score", "wave": 1, "points": 30, "at": "a2"} in found["events"]


def test_without_a_move_it_lists_the_legal_ones_sorted_both_ways() -> None:
    found = ask({}, id=1)
    assert found["legal"] == ["a2-b2", "b1-b2", "b2-a2", "b2-b1", "b2-b3", "b3-b2"]
    assert found["position"]["rows"] == ROWS
    assert (found["events"], found["points"], found["outcome"]) == ([], 0, None)
    assert ask({}, move=None)["legal"] == found["legal"]


def test_legal_is_sorted_by_code_point() -> None:
    rows = ["* " + " ".join("rbgy"[(r // 2 * 2 + c) % 4] for c in range(11)) for r in range(12)]
    legal = ask({"rows": rows})["legal"]
    assert legal == sorted(legal)
    taps = [move for move in legal if move.endswith("!")]
    assert taps == ["a1!", "a10!", "a11!", "a12!", *(f"a{row}!" for row in range(2, 10))]
    assert legal.index("a1-a2") < legal.index("a10-a11") < legal.index("a2-a3")
    for move in legal:
        if "-" in move:
            assert "-".join(reversed(move.split("-"))) in legal


@pytest.mark.parametrize(
    "text",
    [
        "null",
        "0",
        "-1",
        "1.0",
        "1e400",
        "12345678901234567890123456789",
        '"x"',
        '""',
        "true",
        "false",
        "[]",
        "{}",
        '[1, {"a": null}]',
        '"\\u2028\\u0085"',
        '"\\ud800"',
        "1E5",
        "1" * 5000,
    ],
)
@pytest.mark.parametrize("rest", ["", ',"game":"match3"', ',"game":5', ',"x":1e999', ',"move":"\\udfff"'])
def test_the_id_comes_back_as_it_was(text: str, rest: str) -> None:
    found = answer(f'{{"id":{text}{rest}}}'.encode())
    assert found.startswith(f'{{"id":{text},'.encode())
    if len(text) < 4000:
        sent(f'{{"id":{text}{rest}}}'.encode())


def test_an_id_beyond_ascii_comes_back_in_ascii() -> None:
    assert sent('{"id":"é\u2028🙂"}'.encode())["id"] == "é\u2028🙂"


def test_an_id_with_line_breaks_of_other_systems_stays_on_its_line() -> None:
    assert sent(b'{"id":[1,\r 2]}\r')["id"] == [1, 2]


def test_a_missing_id_comes_back_as_null() -> None:
    assert ask({})["id"] is None
    assert sent(b"{}")["id"] is None
    assert sent(b"nonsense")["id"] is None


def test_unknown_keys_are_ignored() -> None:
    assert ask({"wind": 3, "streak": "x", "shuffles": [], "idle": None}, weather={"x": [1]})["ok"]


def test_of_a_key_given_twice_the_last_counts() -> None:
    line = json.dumps({"game": "match3", "position": {"rows": ROWS}, "move": "a1-c1"})
    assert sent(line[:-1].encode() + b',"id":1,"id":2,"move":"b1-b2"}')["ok"]
    assert sent(b'{"id":1,"id":2}')["id"] == 2


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"\t\r",
        b"{",
        b"}",
        b'{"id":1',
        b'{"id":}',
        b"{'id':1}",
        b"{id:1}",
        b'{"id":1,}',
        b'{"id":1} x',
        b'{"id":NaN}',
        b'{"id":Infinity}',
        b'{"x":-Infinity}',
        b"nul",
        b'"',
        b"\xff",
        b'{"id":"\xff"}',
        b'{"x":"\xc3"}',
        b"\x00",
        b'{"id":01}',
        b'{"id":"a\x01"}',
        b'{"id":"\\x"}',
        b"[" * 100000,
        b'{"id":' * 100000,
        b"{" + b'"id":' + b"[" * 100000 + b"]" * 100000 + b"}",
        b'{"id":\xed\xa0\x80}',
        b"\xef\xbb\xbf{}",
    ],
)
def test_what_is_no_json_is_bad_json(line: bytes) -> None:
    found = sent(line)
    refused(found, "bad-json")
    assert found["id"] is None


@pytest.mark.parametrize("line", [b"[]", b"1", b"null", b'"x"', b"true", b"1e999", b"[{}]", b'"\\ud800"'])
def test_json_that_is_no_object_is_a_bad_request(line: bytes) -> None:
    refused(sent(line), "bad-request")


@pytest.mark.parametrize("game", ["chess", "", "MATCH3", None, 3, [], {}, True])
def test_an_unknown_game_is_a_bad_request_that_names_the_known(game: object) -> None:
    refused(ask({}, game=game, id=9), "bad-request", *GAMES)
    assert ask({}, game=game, id=9)["id"] == 9


@pytest.mark.parametrize("position", [[], "rows", 5, True, 1.5, ""])
def test_a_position_that_is_no_object_is_a_bad_request(position: object) -> None:
    refused(ask(position), "bad-request", "position")


def test_a_request_without_a_position_is_a_bad_request() -> None:
    refused(sent(b'{"game":"match3"}'), "bad-request", "position")
    refused(sent(b'{"game":"match3","position":null}'), "bad-request", "position")


# ── rules ─────────────────────────────────────────────────────────────────────


def test_rules_are_a_name_or_tunables_over_a_name() -> None:
    bomb = {"rows": ["r b g y p", "b r b g y", "r g * y r", "b r b g y", "g b g y p"]}
    near = ask(bomb, move="c3!")
    far = ask(bomb, rules={"base": DESIGNER, "bomb_radius": 2}, move="c3!")
    same = ask(bomb, rules={"base": DESIGNER}, move="c3!")
    assert near["points"] == 8 * 10 + 20
    assert far["points"] == 24 * 10 + 20
    assert same == near


def test_without_rules_it_is_the_first_rule_set_of_the_game() -> None:
    first = GAMES["match3"].rule_sets[0]
    position = {"rows": ["r - g", "b r b", "r g r"]}
    assert ask(position, rules=None) == ask(position, rules=first)


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ("designer-v2", "designer-v2"),
        ("connect-v1", "connect-v1"),
        ("", ""),
        ({}, "base"),
        ({"bomb_radius": 2}, "base"),
        ({"base": 5}, "base"),
        ({"base": "x"}, "x"),
        ({"base": DESIGNER, "bomb": 2}, "bomb"),
        ({"base": DESIGNER, "bomb_radius": 16}, "bomb_radius"),
        ({"base": DESIGNER, "bomb_radius": -1}, "bomb_radius"),
        ({"base": DESIGNER, "bomb_radius": 1.5}, "bomb_radius"),
        ({"base": DESIGNER, "bomb_radius": "2"}, "bomb_radius"),
        ({"base": DESIGNER, "bomb_radius": True}, "bomb_radius"),
        ({"base": DESIGNER, "bomb_radius": None}, "bomb_radius"),
        ({"base": DESIGNER, "bomb_radius": 10**30}, "bomb_radius"),
        ([], "rules"),
        (5, "rules"),
        (True, "rules"),
    ],
)
def test_a_rule_set_that_cannot_be_is_a_bad_request_that_names_it(rules: object, named: str) -> None:
    refused(ask({}, rules=rules), "bad-request", named)
    refused(ask({}, rules=rules, move="b1-b2"), "bad-request", named)


def test_every_tunable_is_taken_at_both_ends_and_refused_beyond() -> None:
    for base in GAMES["match3"].rule_sets:
        for tunable in GAMES["match3"].tunables(base):
            for value in (tunable.low, tunable.high):
                assert ask({}, rules={"base": base, tunable.name: value})["ok"]
            for value in (tunable.low - 1, tunable.high + 1):
                refused(ask({}, rules={"base": base, tunable.name: value}), "bad-request", tunable.name)


# ── positions ─────────────────────────────────────────────────────────────────


def test_a_position_comes_back_with_the_same_keys() -> None:
    position = {
        "rows": ["r b g' .", "b r b [2],", "r g r #"],
        "drops": {"a": "rrb", "c": ""},
        "source": "hopper",
        "seed": 12345,
        "moves_left": 20,
        "goals": {"r": 10, "ice": 4, "grass": 4, "box": 2, "special": 3, "artifact": 1, "score": 5000},
        "score": 7,
        "mana": [3],
        "affinity": ["r"],
        "tray": 16,
    }
    found = ask(position, rules=MASTER)
    assert found["position"] == position
    assert set(ask(position, rules=MASTER, move="b1-b2")["position"]) == set(position)


def test_every_key_but_rows_is_optional() -> None:
    assert set(ask({})["position"]) >= {"rows"}
    for key, value in LARGE.items():
        assert ask({"rows": LARGE["rows"], key: value})["ok"]


def test_absent_and_empty_keys_mean_the_same() -> None:
    legal = ask({}, rules=MASTER)
    empty: dict[str, object] = {
        "source": "",
        "mana": [],
        "tray": None,
        "score": None,
        "seat": None,
        "free_moves": None,
    }
    for key, value in empty.items():
        found = ask({key: value}, rules=MASTER)
        assert found["ok"], found
        assert {**found["position"], "mana": [0]} == {**legal["position"], "mana": [0]}
    for key in ("drops", "goals"):
        assert ask({key: {}})["ok"]
    for key in (
        "source",
        "mana",
        "tray",
        "score",
        "seat",
        "free_moves",
        "streak",
        "shuffles",
        "idle",
        "affinity",
    ):
        assert ask({key: None}, rules=MASTER)["ok"]


BAD_VALUES: dict[str, list[Any]] = {
    "moves_left": [-1, 1.5, "20", True, [], {}, 10**10],
    "score": [-1, 1.5, "20", True, [], {}],
    "tray": [-1, 1.5, "20", True, [], {}],
    "seed": [1.5, "20", True, [], {}, 1 << 64],
    "seat": [-1, 1, 1.5, "0", True, [1], {"a": 1}],
    "mana": [5, "15", {"a": 1}, [-1], ["x"], [1.5], [True], [0] * 5],
    "affinity": ["r", 5, ["x"], ["o"], ["rb"], [5], ["r"] * 5, {"r": 1}],
    "goal": [
        [1],
        5,
        "r",
        {"x": 1},
        {"r": -1},
        {"r": 1.5},
        {"r": "1"},
        {"r": None},
        {"R": 1},
        {"": 1},
        {"r": True},
        {"r": 10**30},
    ],
    "drops": [
        ["a"],
        5,
        "a",
        {"d": "r"},
        {"a": "x"},
        {"a": 5},
        {"A": "r"},
        {"": "r"},
        {"aa": "r"},
        {"a": "r" * 257},
        {"a": ["r"]},
        {"a": "r-"},
        {"a": "."},
    ],
    "weight": [
        "weights",
        5,
        True,
        [1],
        {"r": 1},
        *[{"weights": weights} for weights in ({}, {"r": 0}, {"x": 1})],
    ]
    + [{"weights": weights} for weights in ({"r": -1}, 5, {"r": "1"}, {"r": True}, {"": 1})],
}


@pytest.mark.parametrize(
    ("word", "value"), [(key, value) for key, values in BAD_VALUES.items() for value in values]
)
def test_a_value_that_cannot_be_is_a_bad_position_that_names_its_key(word: str, value: object) -> None:
    key = {"goal": "goals", "weight": "source"}.get(word, word)
    refused(ask({key: value}, rules=MASTER), "bad-position", word)


def test_drops_are_used_first_and_count_down() -> None:
    found = ask({"drops": {"b": "gyo", "c": "p"}}, move="b1-b2")
    assert found["position"]["rows"] == [". g p", "r r g", "r g r"]
    assert found["position"]["drops"] == {"b": "yo", "c": ""}
    # The first letter falls first, and so lies lowest; what has no drops is refilled from the source.
    deep = {"rows": ["# b .", "# b r", "r r b"], "drops": {"c": "yg"}, "source": {"weights": {"o": 1}}}
    found = ask(deep, rules={"base": DESIGNER, "reshuffle_attempts": 0}, move="c2-c3")
    assert [row[-1] for row in found["position"]["rows"]] == ["g", "y", "b"], found
    assert found["position"]["drops"] == {"c": ""}


def test_goals_count_down_to_nothing_and_keep_their_key() -> None:
    found = ask({"goals": {"b": 2, "ice": 1, "score": 20}}, move="b1-b2")
    assert found["position"]["goals"] == {"b": 0, "ice": 1, "score": 0}
    assert found["outcome"] is None


def test_points_are_the_move_and_score_the_total() -> None:
    found = ask({"score": 1000}, move="b1-b2")
    assert (found["points"], found["position"]["score"]) == (30, 1030)
    assert sum(event["points"] for event in found["events"] if event["kind"] == "score") == 30


def test_winning_is_told_before_losing() -> None:
    won = ask({"goals": {"b": 3}, "moves_left": 1}, move="b1-b2")
    assert won["outcome"] == {"result": "won", "reason": "goals", "winners": [0], "totals": [30]}
    lost = ask({"goals": {"b": 4}, "moves_left": 1}, move="b1-b2")
    assert lost["outcome"] == {"result": "lost", "reason": "moves", "winners": [], "totals": [30]}


def test_a_board_without_a_move_is_a_deadlock_after_a_move() -> None:
    rows = [
        "b g b",
        "r b y",
        "y p o",
    ]  # clearing the three b leaves nothing that could be arranged into a line
    found = ask({"rows": rows}, move="b1-b2")
    assert found["outcome"] == {"result": "lost", "reason": "deadlock", "winners": [], "totals": [30]}


def test_without_moves_left_moves_are_unlimited_and_without_goals_nothing_is_won() -> None:
    found = ask({"goals": {}}, move="b1-b2")
    assert found["outcome"] is None
    assert "moves_left" not in found["position"]


@pytest.mark.parametrize(
    "position", [{"moves_left": 0}, {"goals": {"r": 0}}, {"goals": {"r": 0}, "moves_left": 0}]
)
def test_a_position_that_is_over_has_no_legal_moves_and_refuses_any(position: dict[str, Any]) -> None:
    found = ask(position)
    assert found["legal"] == []
    assert found["outcome"]["result"] == ("won" if "goals" in position else "lost")
    for move in ("b1-b2", "a1-b1", "z9-z8", "c3!", "regrow"):
        refused(ask(position, move=move), "illegal")
    refused(ask(position, move="nonsense"), "bad-move")


@pytest.mark.parametrize(
    "rows",
    [["r r r", ". . .", ". . ."], ["r . .", "r . .", "r . ."], ["r r' r,", ". . .", ". . ."]],
)
def test_a_ready_made_line_is_a_bad_position_that_names_its_cells(rows: list[str]) -> None:
    refused(ask({"rows": rows}), "bad-position", "a1")
    refused(ask({"rows": rows}, move="a1-b1"), "bad-position", "a1")


def test_a_line_of_power_gems_is_ready_made_too() -> None:
    refused(ask({"rows": ["r r- r", ". . .", ". . ."]}, rules=MASTER), "bad-position", "b1")
    assert ask({"rows": ["r % r", ". . .", ". . ."]}, rules=MASTER)["ok"]


def test_a_position_is_taken_as_it_stands() -> None:
    rows = ["r . g", ". . .", ". @ ."]  # floating pieces, and an artifact that rests on the lowest cell
    assert ask({"rows": rows})["position"]["rows"] == rows
    no_moves = ["r b g", "y p o", "r b g"]
    found = ask({"rows": no_moves})
    assert (found["legal"], found["outcome"], found["position"]["rows"]) == ([], None, no_moves)
    floating = ask({"rows": ["r r .", ". . r", ". . g"]})
    assert floating["legal"] == []


def test_counts_of_tiles_are_not_checked_but_a_hopper_below_nothing_is_refused() -> None:
    two = [" ".join("rb"[(r // 2 + c) % 2] for c in range(8)) for r in range(8)]
    assert ask({"rows": two}, rules=MASTER)["ok"]
    assert ask({"rows": two, "tray": 0, "source": {"weights": {"r": 1}}}, rules=MASTER)["ok"]
    refused(ask({"rows": two, "source": "hopper"}, rules=MASTER), "bad-position", "a7", "M31")


# ── seats ─────────────────────────────────────────────────────────────────────


def test_the_seat_of_a_request_is_the_position_s() -> None:
    two = {"mana": [0, 0], "affinity": ["r", "b"], "seat": 1}
    assert ask(two, rules=MASTER, seat=1)["ok"]
    assert ask(two, rules=MASTER)["ok"]
    moved = ask(two, rules=MASTER, seat=1, move="b1-b2")
    assert moved["position"]["seat"] == 0
    for seat in (0, 2, -1, 10**30):
        refused(ask(two, rules=MASTER, seat=seat, move="b1-b2"), "illegal", "M35")
        refused(ask(two, rules=MASTER, seat=seat), "illegal", "seat")
    refused(ask({}, seat=1, move="b1-b2"), "illegal", "M35")
    assert ask({}, seat=0, move="b1-b2")["ok"]


@pytest.mark.parametrize("seat", ["0", 0.0, True, [], {}])
def test_a_seat_that_is_no_number_is_a_bad_request(seat: object) -> None:
    refused(ask({}, seat=seat), "bad-request", "seat")


# ── laws ──────────────────────────────────────────────────────────────────────


def painted(rows: list[str], events: list[dict[str, Any]]) -> list[str]:
    """The rows after the events of an answer."""
    import msgspec

    from tilewright.core.events import Event

    return paint(rows, msgspec.convert(events, list[Event]))


@pytest.mark.parametrize("rules", [DESIGNER, MASTER])
def test_legal_moves_play_their_events_paint_and_their_answers_can_be_asked_again(rules: str) -> None:
    position: dict[str, Any] = {**LARGE, "seed": 3}
    for turn in range(12):
        found = ask(position, rules=rules)
        if found["outcome"]:
            break
        assert found["position"] == position | {"score": position.get("score", 0)}
        move = found["legal"][turn * 7 % len(found["legal"])]
        played = ask(position, rules=rules, move=move)
        assert played["ok"], played
        assert played == ask(position, rules=rules, move=move), "the same request has the same answer"
        assert painted(position["rows"], played["events"]) == played["position"]["rows"]
        assert played["position"]["score"] == position.get("score", 0) + played["points"]
        position = played["position"]


@pytest.mark.parametrize("seed", range(30))
def test_random_positions_are_answered_as_the_oracle_answers(seed: int) -> None:
    rng = random.Random(seed)
    rules = rng.choice([DESIGNER, MASTER])
    position = random_position(rng, rules)
    listed = ask(position, rules=rules)
    assert listed["legal"] == oracle.legal(rules, position)
    assert oracle.canonical(listed["position"]) == oracle.canonical(position)
    for move in rng.sample(listed["legal"], min(8, len(listed["legal"]))):
        found = ask(position, rules=rules, move=move)
        assert set(found["position"]) >= set(position), "an answer has the keys of the request"
        try:
            expected = oracle.step(rules, position, move)
        except oracle.NeedsChance:
            continue
        assert found["points"] == expected["points"]
        assert found["outcome"] == expected["outcome"]
        if not (
            "score" in position and "seat" in position
        ):  # whose the score is, a duel's request does not say
            assert oracle.canonical(found["position"]) == oracle.canonical(expected["position"])


CELLS = st.sampled_from(
    [*"rbgypo.#-|*%@?", "[1]", "[3],", "r'", "b,", "r-", "y*'", "g|,", ".,", "x", "r,'", "'", ""]
)
JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["r", "none", "hopper", "b1-b2", DESIGNER, "rows", "c3!", 10**20, -(10**20), 0, 1, 15]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["r", "a", "weights", "base", "bomb_radius", "rows"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)
POSITIONS = st.fixed_dictionaries(
    {"rows": st.lists(st.lists(CELLS, min_size=3, max_size=4).map(" ".join), min_size=3, max_size=5) | JUNK},
    optional={
        "drops": JUNK | st.dictionaries(st.sampled_from("abcd"), st.text("rbgypo", max_size=5), max_size=3),
        "source": JUNK | st.sampled_from(["hopper", {"weights": {"r": 1, "b": 2}}]),
        "moves_left": JUNK | st.integers(0, 3),
        "goals": JUNK
        | st.dictionaries(st.sampled_from(["r", "ice", "score"]), st.integers(0, 30), max_size=2),
        "seed": JUNK | st.integers(0, 1 << 64),
        "score": JUNK,
        "mana": JUNK | st.just([15]),
        "affinity": JUNK | st.lists(st.sampled_from("rbgyp"), max_size=2),
        "tray": JUNK | st.integers(0, 2),
        "seat": JUNK,
        "charge": JUNK,
        "scores": JUNK,
        "free_moves": JUNK,
    },
)
SQUARES = st.builds("{}{}".format, st.sampled_from("abcdz"), st.integers(0, 7))
MOVES = (
    st.builds("{}-{}".format, SQUARES, SQUARES)
    | st.builds("{}!".format, SQUARES)
    | st.builds("{} {}".format, st.sampled_from(["flame", "cross", "gift", "freeze"]), SQUARES)
    | st.sampled_from(["regrow", "freeze a1 @2"])
    | st.text(max_size=6)
    | JUNK
)
REQUESTS = st.fixed_dictionaries(
    {"game": st.just("match3"), "position": POSITIONS},
    optional={
        "id": JUNK,
        "rules": st.sampled_from([DESIGNER, MASTER, {"base": MASTER, "reshuffle_attempts": 3}]) | JUNK,
        "move": MOVES,
        "seat": st.sampled_from([0, 0, 0, 1, "x", None]),
    },
)


@settings(max_examples=400)
@given(REQUESTS)
def test_whatever_is_asked_is_answered_by_one_line(request: dict[str, Any]) -> None:
    sent(json.dumps(request).encode("utf-8", "surrogatepass"))


@settings(max_examples=200)
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_answered_by_one_line(line: bytes) -> None:
    sent(line.replace(b"\n", b" "))


@settings(max_examples=150)
@given(JUNK)
def test_any_json_is_answered_with_its_id(value: object) -> None:
    request = {"id": value, "game": "match3", "position": {"rows": ROWS}}
    text = json.dumps(request)
    if re.search("NaN|Infinity", text):
        refused(sent(text.encode()), "bad-json")
    else:
        assert sent(text.encode())["id"] == value


@settings(max_examples=150)
@given(st.data())
def test_a_cut_or_spoilt_request_is_answered(data: st.DataObject) -> None:
    line = json.dumps({"id": 1, "game": "match3", "position": LARGE, "move": "c3-c4"}).encode()
    at = data.draw(st.integers(0, len(line) - 1))
    sent(line[:at])
    sent(line[:at] + bytes([data.draw(st.integers(11, 255))]) + line[at + 1 :])


def test_a_fault_inside_is_answered_and_logged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError("inside")

    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    monkeypatch.setattr(GAMES["match3"], "load", breaks)
    refused(ask({}, id=4), "bad-request", "ZeroDivisionError", str(tmp_path))
    (log,) = (tmp_path / "logs").iterdir()
    assert "ZeroDivisionError: inside" in log.read_text()


# ── the stream ────────────────────────────────────────────────────────────────


def through(text: bytes) -> list[dict[str, Any]]:
    """The answers to a whole input."""
    sink = io.BytesIO()
    step.serve(io.BytesIO(text), sink)
    written = sink.getvalue()
    assert written == b"" or written.endswith(b"\n")
    return [json.loads(line) for line in written.splitlines()]


def test_every_line_is_answered_in_order_and_a_bad_one_stops_nothing() -> None:
    good = json.dumps({"id": 1, "game": "match3", "position": {"rows": ROWS}}).encode()
    found = through(good + b"\nnonsense\n\n\xff\xfe\n[]\r\n" + good.replace(b"1,", b"2,", 1))
    assert [one["id"] for one in found] == [1, None, None, None, None, 2]
    codes = [one["error"]["code"] for one in found if not one["ok"]]
    assert codes == ["bad-json", "bad-json", "bad-json", "bad-request"]


def test_no_input_no_answer() -> None:
    assert through(b"") == []


def test_a_byte_order_mark_is_skipped() -> None:
    assert through(b"\xef\xbb\xbf" + b'{"id":3}\n')[0]["id"] == 3


def test_a_line_without_end_is_refused_and_the_next_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step, "LONGEST_LINE", 100)
    exact = b'{"id":1}' + b" " * 92
    found = through(b"x" * 1000 + b'\n{"id":7}\n' + exact + b"\n" + exact + b" \n" + b"y" * 250)
    assert [one["id"] for one in found] == [None, 7, 1, None, None]
    assert "100 bytes" in found[0]["error"]["message"]


def test_it_answers_at_once_over_a_pipe() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tilewright", "step"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for number in range(3):
            request = {"id": number, "game": "match3", "position": {"rows": ROWS}, "move": "b1-b2"}
            process.stdin.write(json.dumps(request).encode() + b"\nbad\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
            assert json.loads(process.stdout.readline())["error"]["code"] == "bad-json"
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""
        assert process.wait(20) == 0
