"""Fuzzed parsers: whatever is thrown at them, they answer, or raise the error they promise and no other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.positions import DESIGNER, MASTER, positions
from tests.match3.play import GAME
from tilewright.core.events import paint
from tilewright.core.examples import PageError, perform, read_page
from tilewright.core.game import BadMove, BadPosition, BadRequest, Illegal
from tilewright.core.notation import (
    RecordError,
    read_record,
    read_rows,
    read_square,
    write_record,
    write_square,
)
from tilewright.games.match3.notation import read_cell, token_text

fuzz = settings(max_examples=300)

#: Text that looks like the notation, and text that does not.
notation = st.text("rbgypo-|*%@.#?[]0123456789',!> abch@\t\n", max_size=24)
anything = st.one_of(notation, st.text(max_size=30))

json_values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), anything),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(anything, inner, max_size=5)),
    max_leaves=12,
)
position_keys = st.sampled_from(
    [
        *["rows", "drops", "source", "seed", "moves_left", "goals", "score", "scores", "mana", "affinity"],
        *["tray", "seat", "free_moves", "charge"],
    ]
)
rule_sets = st.sampled_from([DESIGNER, MASTER])


def explains(error: Exception, start: str = "") -> None:
    """An error says something, and begins with where it is."""
    assert str(error).startswith(start)
    assert len(str(error)) > len(start)


def within(line: int, lines: int) -> None:
    """A line number counts from 1 and is one of the text."""
    assert 1 <= line <= lines


@fuzz
@given(text=anything, coloured=st.booleans(), opened=st.booleans())
def test_cells(text: str, coloured: bool, opened: bool) -> None:
    try:
        cell = read_cell(text, coloured_specials=coloured, open_cells=opened)
    except ValueError as error:
        explains(error)
        return
    if cell.colour >= 0:
        code = cell.colour | cell.special << 3 | cell.ice << 6 | cell.grass << 10 | cell.box << 14
        assert token_text(code | cell.hole << 18) == text


@fuzz
@given(text=anything)
def test_squares(text: str) -> None:
    try:
        row, column = read_square(text)
    except ValueError:
        return
    assert write_square(row, column) == text


@fuzz
@given(rows=st.lists(anything, max_size=6))
def test_rows(rows: list[str]) -> None:
    try:
        cells = read_rows(rows)
    except ValueError as error:
        explains(error)
        return
    assert len({len(row) for row in cells}) == 1


@fuzz
@given(text=st.one_of(anything, st.from_regex(r"(flame|cross|gift|freeze|regrow|[a-q][0-9]{1,3}).{0,6}")))
def test_moves(text: str) -> None:
    try:
        move = GAME.parse(text)
    except BadMove as error:
        explains(error)
        return
    assert GAME.parse(move) == move
    state = GAME.load(DESIGNER, {"rows": ["r b g", "b g r", "g r b"]})
    try:
        GAME.play(state, 0, move)
    except Illegal as error:
        explains(error)


@fuzz
@given(text=anything)
def test_moves_given_to_play_unread(text: str) -> None:
    state = GAME.load(DESIGNER, {"rows": ["r b g", "b g r", "g r b"]})
    with pytest.raises((BadMove, Illegal)):
        GAME.play(state, 0, text)


@fuzz
@given(
    rules=st.one_of(
        json_values, st.dictionaries(anything, json_values).map(lambda d: {"base": DESIGNER, **d})
    )
)
def test_rule_sets(rules: Any) -> None:
    try:
        GAME.load(rules, {"rows": ["r b g", "b g r", "g r b"]})
    except BadRequest as error:
        explains(error)


@fuzz
@given(
    rules=rule_sets,
    rows=st.lists(st.lists(notation, min_size=3, max_size=4).map(" ".join), min_size=3, max_size=4),
    extra=st.dictionaries(position_keys, json_values, max_size=3),
)
def test_positions_out_of_nothing(rules: str, rows: list[str], extra: dict[str, Any]) -> None:
    try:
        state = GAME.load(rules, {"rows": rows, **extra})
    except BadPosition as error:
        explains(error)
        return
    GAME.position(state)


@fuzz
@given(data=st.data(), rules=rule_sets, key=position_keys, value=json_values)
def test_positions_with_one_key_spoilt(data: st.DataObject, rules: str, key: str, value: Any) -> None:
    position = {**data.draw(positions(rules, 4)), key: value}
    try:
        state = GAME.load(rules, position)
    except BadPosition as error:
        explains(error)
        return
    again = GAME.load(rules, GAME.position(state))
    assert GAME.save(again) == GAME.save(state)
    for seat in GAME.to_act(state):
        for move in GAME.legal(state, seat)[:1]:
            GAME.position(GAME.play(state, seat, move).state)


@fuzz
@given(setup=json_values, seed=st.integers(-(2**70), 2**70), seats=st.integers(0, 6))
def test_setups(setup: Any, seed: int, seats: int) -> None:
    table = setup if isinstance(setup, dict) else {"rules": DESIGNER, "position": setup}
    try:
        GAME.new(table, seed, seats)
    except (BadPosition, BadRequest) as error:
        explains(error)


HEADER = """Tilewright-Record: 1
Game: match3
Rules: designer-v1
Rules-Version: 1
Level: l
Seed: 1
Seats: 1
Started: now
Setup: {}

0 a1-a2 10
# digest 1 abc
"""


@fuzz
@given(data=st.data(), text=anything)
def test_records(data: st.DataObject, text: str) -> None:
    lines = HEADER.splitlines()
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] = data.draw(st.sampled_from([text, lines[at] + text, text + lines[at], lines[at][:-1], ""]))
    for record_text in ("\n".join(lines), text):
        try:
            record = read_record(record_text)
        except RecordError as error:
            explains(error, f"line {error.line}: ")
            within(error.line, len(record_text) + 1)
        else:
            kept = {count: digest for count, digest in record.digests.items() if count <= len(record.moves)}
            assert read_record(write_record(record)) == msgspec.structs.replace(record, digests=kept)


BLOCK = """# Title

## Section

words

```example
M1: says what happens
goals: r 5, ice 2
r r b r
b g r g
y y g b
move: c2-c1
. . | .
b g b g
y y g b
points: 40
```
"""


@fuzz
@given(data=st.data(), text=anything)
def test_rule_pages(data: st.DataObject, text: str) -> None:
    lines = BLOCK.splitlines()
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] = data.draw(st.sampled_from([text, lines[at] + text, lines[at] + " " + text, "", "```"]))
    written = "\n".join(lines)
    try:
        page = read_page(written, "page.md")
    except PageError as error:
        explains(error, f"page.md:{error.line}: ")
        within(error.line, len(written.splitlines()))
        return
    for example in page.examples():
        perform(GAME, example)


@fuzz
@given(rows=st.lists(anything, min_size=1, max_size=3), data=st.data())
def test_painting_refuses_what_cannot_be(rows: list[str], data: st.DataObject) -> None:
    state = GAME.load(DESIGNER, {"rows": ["r r b", "b g r", "g r b"]})
    events = GAME.play(state, 0, "c1-c2").events
    try:
        paint(rows, data.draw(st.permutations(events)))
    except ValueError as error:
        explains(error)
