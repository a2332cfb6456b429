"""Level files survive reading and writing byte for byte; lines are found; the schema is fresh and true."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from tests.levels.samples import GOOD, changed
from tilewright.content import Measured, load_level, packs, write_measured
from tilewright.content.document import parse_document
from tilewright.content.levels import new_document
from tilewright.content.lines import key_lines
from tilewright.content.schema import FILE, schema_text

FILES = [Path(level.path) for pack in packs() for level in pack.levels]
MEASURED = Measured("goal", 1000, 0, 999, 0.5, 0.469, 0.531)

texts = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1).filter(
    lambda t: t.strip() != ""
)
numbers = st.integers(-(2**63), 2**63 - 1)
keys = st.text("abcdefghijklmnopqrstuvwxyz_-. #'", min_size=1, max_size=8)
values: st.SearchStrategy[Any] = st.recursive(
    texts | numbers | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
cells = st.sampled_from(["?", "#", "r", "b'", "g,", "[2],", "-", "|", "*", "%", "@", "y'',,"])
boards = st.integers(3, 9).flatmap(
    lambda width: st.lists(
        st.lists(cells, min_size=width, max_size=width).map(" ".join), min_size=3, max_size=9
    )
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_shipped_file_is_read_and_written_byte_for_byte(file: Path) -> None:
    raw = file.read_bytes()
    assert tomlkit.dumps(tomlkit.parse(raw.decode())).encode() == raw
    assert tomlkit.parse(raw.decode()).unwrap() == tomllib.loads(raw.decode())
    assert raw.startswith(b"#:schema ../../level.schema.json\n")


def test_measuring_changes_its_own_table_only(tmp_path: Path) -> None:
    file = tmp_path / "pond.toml"
    file.write_text(GOOD)
    write_measured(file, MEASURED)
    assert file.read_text().startswith(GOOD)
    assert load_level(file).measured == MEASURED
    again = Measured("goal", 10, 0, 9, 0.4, 0.1, 0.7)
    write_measured(file, again)
    assert load_level(file).measured == again
    assert file.read_text().startswith(GOOD)
    assert file.read_text().count("[measured]") == 1


def test_measuring_keeps_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "pond.toml"
    file.write_bytes(GOOD.replace("\n", "\r\n").encode())
    write_measured(file, MEASURED)
    assert file.read_bytes().startswith(GOOD.replace("\n", "\r\n").encode())
    assert load_level(file).measured == MEASURED


@given(name=texts, idea=texts, board=boards, goals=st.dictionaries(keys, numbers, max_size=4))
def test_a_new_document_reads_back_as_it_was_given(
    name: str, idea: str, board: list[str], goals: dict[str, int]
) -> None:
    data = {"name": name, "idea": idea, "board": board, "goals": goals}
    text = new_document(data)
    read = tomllib.loads(text)
    assert read.pop("format") == 1
    assert read.pop("board").splitlines()[0:] == board
    assert read == {"name": name, "idea": idea, "goals": goals}
    assert tomlkit.dumps(tomlkit.parse(text)) == text
    document = parse_document(text, "new.toml")
    lines = text.splitlines()
    for number, row in enumerate(board):
        assert lines[document.lines["board", number] - 1] == row


@given(st.dictionaries(keys, values, max_size=5))
def test_every_key_has_the_line_it_stands_on(data: dict[str, Any]) -> None:
    text = tomlkit.dumps(data)
    found = key_lines(text)
    lines = text.splitlines()

    def visit(value: Any, path: tuple[str | int, ...]) -> None:
        if path:
            assert path in found
            assert 1 <= found[path] <= len(lines)
            if isinstance(path[-1], str):
                assert path[-1] in lines[found[path] - 1].replace("\\", "")
        if isinstance(value, dict):
            for key, inner in value.items():
                visit(inner, (*path, key))
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                visit(inner, (*path, number))

    visit(tomllib.loads(text), ())


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("a.b.c = 1", ("a", "b"), 1),
        ('\n[x."y z"]\nq = 2', ("x", "y z", "q"), 3),
        ("[[t]]\na=1\n[[t]]\na=2", ("t", 1, "a"), 4),
        ("a = [ # one\n 1, # [\n 2]", ("a", 1), 3),
        ('a = """\n\nx\n\ny"""', ("a", 1), 5),
        ("a = '''x\ny'''\nb = 1", ("b",), 3),
        ('a = "x # \\" y"\nb = 1', ("b",), 2),
        ("t = { a = 1, b = [2, 3] }\nc = 1", ("t", "b", 1), 1),
        ("d = 1979-05-27T07:32:00Z # then\ne = 1", ("e",), 2),
    ],
)
def test_lines_of_written_things(text: str, path: tuple[str | int, ...], line: int) -> None:
    assert key_lines(text)[path] == line


def test_the_schema_is_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_text(), "run python -m tilewright.content.schema"


SCHEMA = json.loads(schema_text())


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_schema_accepts_the_shipped_levels(file: Path) -> None:
    jsonschema.validate(tomllib.loads(file.read_text(encoding="utf-8")), SCHEMA)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("format = 1", "format = 2"),
        ('"match3"', '"chess"'),
        ("moves = 20", ""),
        ("moves = 20", "moves = 0"),
        ("moves = 20", "movse = 20"),
        ('"designer-v1"', '"designer-v9"'),
        ("moves = 20", "moves = 20\noverrides = { bomb_radius = 99 }"),
        ("moves = 20", "moves = 20\noverrides = { bomb_radios = 1 }"),
        ("r = 10", "red = 10"),
        ("ice = 1", 'ice = "1"'),
        ("{ r = 1,", "{ z = 1,"),
        ("three = 6", ""),
        ('"Pond"', '" "'),
    ],
)
def test_the_schema_refuses(old: str, new: str) -> None:
    jsonschema.validate(tomllib.loads(GOOD), SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(changed((old, new))), SCHEMA)
