"""The command `tilewright validate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.levels.samples import GOOD, changed
from tilewright.cli import main
from tilewright.content.levels import FOLDER

Capture = pytest.CaptureFixture[str]


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_the_shipped_levels_are_fine(capsys: Capture) -> None:
    assert main(["validate", str(FOLDER)]) == 0
    assert capsys.readouterr().out == "50 levels: nothing is wrong.\n"


def test_problems_are_told_in_columns_and_end_with_2(tmp_path: Path, capsys: Capture) -> None:
    file = write(tmp_path, "pond.toml", changed(("?' r", "q  r"), ("moves = 20", "moves = 0")))
    assert main(["validate", str(file)]) == 2
    out = capsys.readouterr().out
    assert out.splitlines() == [
        str(file),
        "  line 8   error  moves  with 0 moves the level is lost before it begins",
        "                         → give at least 1",
        "  line 12  error  b3     'q' is no cell",
        "                         → a cell is . # ? [2], or a piece such as r - r-, then ' and ,",
        "",
        "1 level: 2 errors.",
    ]
    assert "\x1b" not in out


def test_warnings_alone_end_with_0(tmp_path: Path, capsys: Capture) -> None:
    file = write(tmp_path, "pond.toml", changed(("[goals]\nr = 10\nice = 1\n", "")))
    assert main(["validate", str(file)]) == 0
    assert "1 level: 1 warning." in capsys.readouterr().out


def test_folders_are_searched_below(tmp_path: Path, capsys: Capture) -> None:
    write(tmp_path, "a/one.toml", GOOD)
    write(tmp_path, "a/b/two.toml", GOOD)
    write(tmp_path, "a/pack.toml", "title = 'no level'")
    bad = write(tmp_path, "c/three.toml", "name = ")
    assert main(["validate", str(tmp_path)]) == 2
    out = capsys.readouterr().out
    assert f"{bad}\n  line 1  error  this is no TOML" in out
    assert "3 levels: 1 error in 1 of them." in out


def test_a_folder_without_levels_is_an_error(tmp_path: Path, capsys: Capture) -> None:
    assert main(["validate", str(tmp_path)]) == 2
    assert "There is no level file in" in capsys.readouterr().err


def test_what_cannot_be_read_is_told(tmp_path: Path, capsys: Capture) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"format = 1\nname = 'caf\xe9'\n")
    assert main(["validate", str(tmp_path / "none.toml"), str(latin)]) == 2
    out = capsys.readouterr().out
    assert "cannot be read: No such file" in out
    assert "line 2  error  this is no UTF-8 text" in out


def test_json_holds_everything(tmp_path: Path, capsys: Capture) -> None:
    file = write(tmp_path, "pond.toml", changed(("?' r", "q  r")))
    assert main(["validate", "--json", str(file)]) == 2
    report = json.loads(capsys.readouterr().out)
    assert (report["ok"], report["files"], report["errors"], report["warnings"]) == (False, 1, 1, 0)
    (problem,) = report["problems"]
    assert (problem["file"], problem["line"], problem["where"]) == (str(file), 12, "b3")
    assert (problem["row"], problem["column"], problem["level"]) == (2, 1, "error")
    assert problem["what"]
    assert problem["remedy"]
