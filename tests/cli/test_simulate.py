"""`tilewright simulate`: what people read, what programs read, and what happens when something is wrong."""

from __future__ import annotations

import csv
import io
import json
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tilewright.cli import main

LEVEL = """
format = 1
game = "match3"
name = "{name}"
author = "A test"
idea = "Something to play."
rules = "designer-v1"
moves = {moves}
board = '''
? ? ? ? ? ?
? ? ? ? ? ?
? ? ?, ?, ? ?
? ? ?, ?, ? ?
? ? ? ? ? ?
'''

[goals]
r = 9
grass = 4

[source]
weights = {{ r = 1, b = 1, g = 1, y = 1 }}
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run the command; its exit code, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["simulate", *map(str, arguments)])
        said = capfd.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "meadow.toml"
    path.write_text(LEVEL.format(name="Meadow", moves=5), encoding="utf-8")
    return path


def test_a_person_gets_a_table(run: Run, level: Path) -> None:
    code, out, err = run(level, "--games", 200, "--bot", "greedy", "--seed", 5)
    assert (code, err) == (0, "")
    assert "\x1b" not in out, "no colours in a pipe"
    heads, row, foot, speed = out.splitlines()
    assert heads.split()[:2] == ["level", "name"]
    assert row.startswith("meadow")
    for column in ("pass", "95 %", "moves left", "failed most", "cascades/move", "reshuffles", "deadlocks"):
        assert column in heads
    assert row.index("200") + 3 == heads.index("games") + 5, "numbers stand under the end of their heading"
    assert foot.startswith("bot greedy · seeds 5 to 204")
    assert "games/s" in speed


def test_a_program_gets_json_that_is_the_same_every_time(run: Run, level: Path) -> None:
    answers = {run(level, "--games", 120, "--json", "--workers", workers)[1] for workers in (1, 2, 5)}
    (text,) = answers
    report = json.loads(text)
    assert (report["bot"], report["first_seed"], report["games"], report["interrupted"]) == (
        "goal",
        0,
        120,
        False,
    )
    (one,) = report["levels"]
    assert one["games"] == 120
    assert 0 <= one["low"] <= one["passed"] <= one["high"] <= 1
    assert one["passed"] == pytest.approx(one["won"] / 120, abs=1e-6)
    assert set(one["moves_left"]) == {"p10", "p25", "median", "p75", "p90"}
    assert one["failed_most"]["goal"] in ("r", "grass")
    assert "timing" not in report
    timed = json.loads(run(level, "--games", 120, "--json", "--timing")[1])
    assert timed["timing"]["games_per_second"] > 0
    assert timed["levels"] == report["levels"]


def test_a_spreadsheet_gets_the_same_numbers(run: Run, level: Path) -> None:
    (row,) = csv.DictReader(io.StringIO(run(level, "--games", 80, "--csv")[1]))
    (one,) = json.loads(run(level, "--games", 80, "--json")[1])["levels"]
    assert float(row["passed"]) == one["passed"]
    assert int(row["moves_left_median"]) == one["moves_left"]["median"]
    assert row["failed_most_goal"] == one["failed_most"]["goal"]


def test_a_folder_is_all_its_levels(run: Run, tmp_path: Path) -> None:
    for number, moves in enumerate((20, 5), start=1):
        file = tmp_path / "mine" / f"{number}.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(LEVEL.format(name=f"Number {number}", moves=moves), encoding="utf-8")
    code, out, _ = run(tmp_path / "mine", "--games", 60, "--json")
    assert code == 0
    easy, hard = json.loads(out)["levels"]
    assert (easy["name"], hard["name"]) == ("Number 1", "Number 2")
    assert easy["passed"] > hard["passed"]


def test_a_shipped_level_and_pack_go_by_their_ids(run: Run) -> None:
    from tilewright.content import packs

    pack = next(pack for pack in packs() if pack.id == "designer-v1")
    code, out, _ = run(pack.id, "--games", 1, "--bot", "random", "--json")
    assert code == 0
    assert [one["level"] for one in json.loads(out)["levels"]] == [level.id for level in pack.levels]
    code, out, _ = run(pack.levels[0].id, "--games", 1, "--bot", "random", "--json")
    assert [one["level"] for one in json.loads(out)["levels"]] == [pack.levels[0].id]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--bot", "chess"], ["'chess'", "random, greedy, goal, lookahead"]),
        (["--games", "0"], ["--games is 0", "from 1 to 10,000,000"]),
        (["--games", "many"], ["--games", "many"]),
        (["--workers", "0"], ["--workers is 0"]),
        (["--json", "--csv"], ["not allowed with"]),
    ],
)
def test_bad_options_are_told_in_a_sentence(
    run: Run, level: Path, options: list[str], told: list[str]
) -> None:
    code, out, err = run(level, *options)
    assert (code, out) == (2, "")
    assert all(part in err for part in told), err
    assert len(err.splitlines()) <= 2


def test_bad_levels_are_told_with_their_place(run: Run, tmp_path: Path, level: Path) -> None:
    missing = run(tmp_path / "none.toml", "--games", 1)
    assert missing[0] == 2
    assert "none.toml" in missing[2]
    (tmp_path / "empty").mkdir()
    assert run(tmp_path / "empty")[0] == 2
    level.write_text(LEVEL.format(name="x", moves=9).replace("r = 9", "q = 9"), encoding="utf-8")
    code, out, err = run(level, "--games", 1)
    assert (code, out) == (2, "")
    assert "meadow.toml:" in err
    assert "Traceback" not in err


def test_an_interruption_keeps_what_is_done(run: Run, level: Path) -> None:
    run(level, "--games", 10, "--bot", "random")  # compiled and loaded
    timer = threading.Timer(1.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    code, out, err = run(level, "--games", 3_000_000, "--bot", "random", "--json")
    timer.join()
    assert code == 130
    report = json.loads(out)
    assert report["interrupted"] is True
    (one,) = report["levels"]
    assert 0 < one["games"] < 3_000_000
    assert err == f"Stopped after {one['games']:,} of 3,000,000 games; the numbers are theirs.\n"
