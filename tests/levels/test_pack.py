"""The levels of designer-v1: each can be read, opened and solved as it says, and they get harder."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.levels.samples import GOOD
from tilewright.content import Level, check_level, load_level, packs
from tilewright.content.levels import FOLDER, LevelError
from tilewright.games import GAMES

PACKS = packs()
LEVELS = next(pack for pack in PACKS if pack.id == "designer-v1").levels
SEEDS = range(200)


def name_of(level: Level) -> str:
    return level.id


def lines_of(rows: list[str]) -> list[str]:
    """Every row and column of a board as its pieces' colours, `.` for what has none."""
    cells = [[cell[0] if cell[0] in "rbgypo" else "." for cell in row.split()] for row in rows]
    return ["".join(line) for line in (*cells, *zip(*cells, strict=True))]


def test_there_are_twenty_levels_numbered_in_order() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 21))
    assert [level.id for level in LEVELS] == [f"designer-v1/{number:02}" for number in range(1, 21)]
    assert len({level.name for level in LEVELS}) == 20
    assert len({level.idea for level in LEVELS}) == 20


@pytest.mark.parametrize("level", LEVELS, ids=name_of)
def test_nothing_is_wrong_with_it(level: Level) -> None:
    assert check_level(FOLDER / level.path) == []


@pytest.mark.parametrize("level", LEVELS, ids=name_of)
def test_it_opens_with_a_move_and_without_a_line(level: Level) -> None:
    game = GAMES[level.game]
    for seed in SEEDS:
        state = game.new(level.setup, seed)
        assert game.outcome(state) is None
        assert game.legal(state, 0)
        for line in lines_of(game.rows(state)):
            assert not any(colour * 3 in line for colour in "rbgypo"), (seed, line)


@pytest.mark.parametrize("level", [level for level in LEVELS if level.solution], ids=name_of)
def test_its_solution_wins(level: Level) -> None:
    game = GAMES[level.game]
    state = game.new(level.setup, 0)
    for move in level.solution:
        state = game.play(state, 0, move).state
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.result == "won"
    assert all("." in row or "#" in row for row in game.rows(state)), "no refill: cells stay empty"


def test_levels_without_refill_store_a_solution() -> None:
    for level in LEVELS:
        if level.setup["position"].get("source", "none") == "none":
            assert level.solution


@pytest.mark.parametrize("level", LEVELS, ids=name_of)
def test_it_was_measured_and_lies_in_the_band(level: Level) -> None:
    measured = level.measured
    assert measured is not None
    assert measured.bot == "goal"
    assert measured.last - measured.first + 1 == measured.games >= 1000
    assert measured.low <= measured.passed <= measured.high
    assert 0.35 <= measured.passed <= 0.95


def test_the_levels_get_harder() -> None:
    shares = [level.measured for level in LEVELS]
    for easier, harder in pairwise(shares):
        assert easier
        assert harder
        assert harder.low <= easier.high, "harder levels come later, within the noise of the measurement"
    first, last = shares[:5], shares[-5:]
    assert min(m.passed for m in first if m) - max(m.passed for m in last if m) > 0.25


@pytest.mark.parametrize("name", ["designer-v1/1", "designer-v1/01", "designer-v1/01-first-lines"])
def test_a_level_is_found_by_its_id(name: str) -> None:
    assert load_level(name).id == "designer-v1/01"


@pytest.mark.parametrize("name", ["designer-v1/99", "../designer-v1/01", "nothing", "designer-v1/"])
def test_an_unknown_level_is_told_what_there_is(name: str) -> None:
    with pytest.raises(LevelError, match="designer-v1/01 to designer-v1/20"):
        load_level(name)


def test_folders_of_ones_own_stand_beside_the_shipped_packs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.setenv("TILEWRIGHT_LEVELS", str(folder))
    with pytest.raises(LevelError, match="holds no level"):
        packs()
    (folder / "pond.toml").write_text(GOOD, encoding="utf-8")
    *shipped, own = packs()
    assert shipped == PACKS
    assert (own.id, own.title, own.game) == ("mine", "mine", "match3")
    assert [(level.id, level.number) for level in own.levels] == [("mine/pond", 1)]
    (folder / "bad.toml").write_text(GOOD.replace("moves = 20", "moves = 0"), encoding="utf-8")
    with pytest.raises(LevelError, match=r"bad\.toml:8: moves: with 0 moves"):
        packs()
