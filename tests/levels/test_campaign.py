"""The campaign: thirty stages in five chapters that open, can be won, and rise as a saw does."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tilewright.content import Level, check_level, packs
from tilewright.games import GAMES

PACK = next(pack for pack in packs() if pack.id == "crystal-citadel")
STAGES = PACK.levels
PUZZLES = [stage for stage in STAGES if stage.solution]
DRAWN = [stage for stage in STAGES if not stage.solution]
SEEDS = range(100)
CLEAR_BONUS = 1000


def id_of(stage: Level) -> str:
    return stage.id


def position_of(stage: Level) -> dict[str, Any]:
    position: dict[str, Any] = stage.setup["position"]
    return position


def is_empty(rows: list[str]) -> bool:
    return all(cell in ".#" for row in rows for cell in row.split())


def test_there_are_thirty_stages() -> None:
    assert PACK.title == "Crystal Citadel"
    assert [stage.id for stage in STAGES] == [f"crystal-citadel/{number:02}" for number in range(1, 31)]
    assert {stage.rules for stage in STAGES} == {"master-v1"}
    assert len({stage.name for stage in STAGES}) == 30
    assert len({stage.idea for stage in STAGES}) == 30


def test_five_chapters_of_six_cover_them() -> None:
    parts = [(chapter.first, chapter.last) for chapter in PACK.chapters]
    assert parts == [(1, 6), (7, 12), (13, 18), (19, 24), (25, 30)]
    assert all(chapter.name and chapter.idea for chapter in PACK.chapters)


@pytest.mark.parametrize("stage", STAGES, ids=id_of)
def test_nothing_is_wrong_with_it(stage: Level) -> None:
    assert check_level(Path(stage.path)) == []


@pytest.mark.parametrize("stage", STAGES, ids=id_of)
def test_it_is_an_eight_by_eight_board_that_opens(stage: Level) -> None:
    game = GAMES[stage.game]
    for seed in SEEDS:
        state = game.new(stage.setup, seed)
        assert game.outcome(state) is None
        assert game.legal(state, 0)
    assert [len(row.split()) for row in game.rows(state)] == [8] * 8


def test_all_but_the_puzzles_draw_from_the_hopper() -> None:
    assert len(PUZZLES) == 4
    assert {position_of(stage)["source"] for stage in DRAWN} == {"hopper"}
    assert {position_of(stage)["source"] for stage in PUZZLES} == {"none"}


@pytest.mark.parametrize("stage", PUZZLES, ids=id_of)
def test_its_solution_empties_the_board_on_the_last_move(stage: Level) -> None:
    game = GAMES[stage.game]
    for seed in (0, 1, 99):  # nothing is drawn, so that every seed plays the same
        state = game.new(stage.setup, seed)
        bonuses = []
        for move in stage.solution:
            played = game.play(state, 0, move)
            state = played.state
            bonuses.append(is_empty(game.rows(state)) and played.points > CLEAR_BONUS)
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.result == "won"
        assert bonuses == [False] * (len(stage.solution) - 1) + [True]
    assert position_of(stage)["moves_left"] == len(stage.solution)


@pytest.mark.parametrize("stage", PUZZLES, ids=id_of)
def test_no_line_of_play_wins_without_emptying_the_board(stage: Level) -> None:
    game = GAMES[stage.game]
    first = game.new(stage.setup, 0)
    waiting, seen = deque([first]), {game.digest(first)}
    wins = losses = 0
    while waiting:
        state = waiting.popleft()
        for move in game.legal(state, 0):
            after = game.play(state, 0, move).state
            if game.digest(after) in seen:
                continue
            seen.add(game.digest(after))
            outcome = game.outcome(after)
            if outcome is None:
                waiting.append(after)
            elif outcome.result == "won":
                wins += 1
                assert is_empty(game.rows(after))
            else:
                losses += 1
    assert wins
    assert losses > wins, "a puzzle can go wrong"


def test_each_ability_has_a_stage_of_its_own_and_starts_its_meter() -> None:
    affinities = [position_of(stage)["affinity"] for stage in STAGES[18:23]]
    assert affinities == [["r"], ["y"], ["g"], ["p"], ["b"]]
    assert all(position_of(stage)["mana"][0] > 0 for stage in STAGES[18:23])
    assert not any("affinity" in position_of(stage) for stage in STAGES[:18])


@pytest.mark.parametrize("stage", [stage for stage in STAGES if "affinity" in position_of(stage)], ids=id_of)
def test_the_bots_use_its_ability(stage: Level) -> None:
    game = GAMES[stage.game]
    setup = {**stage.setup, "position": {**position_of(stage), "mana": [15], "moves_left": 1}}

    for bot in ("goal", "lookahead"):
        used = 0
        for seed in range(5):
            state = game.new(setup, seed)
            move = game.choose(game.view(state, 0), bot, np.random.default_rng(seed))
            used += "-" not in move
        assert used >= 4, "before the last swap a full meter is better spent than kept"


@pytest.mark.parametrize("stage", DRAWN, ids=id_of)
def test_its_stars_and_measurement_are_sane(stage: Level) -> None:
    assert stage.stars is not None
    two, three = stage.stars
    assert 1 <= two < three < position_of(stage)["moves_left"]
    measured = stage.measured
    assert measured is not None
    assert measured.bot == "goal"
    assert measured.last - measured.first + 1 == measured.games >= 500
    assert 0.15 <= measured.low <= measured.passed <= measured.high


def passed(number: int) -> float:
    measured = STAGES[number - 1].measured
    assert measured is not None
    return measured.passed


def hardest(first: int, last: int) -> float:
    return min(passed(stage.number) for stage in DRAWN if first <= stage.number <= last)


def test_the_peaks_rise_from_chapter_to_chapter() -> None:
    peaks = [hardest(chapter.first, chapter.last) for chapter in PACK.chapters]
    assert peaks[0] > 0.6
    assert peaks[-1] < 0.45
    for before, after in pairwise(peaks):
        assert after < before + 0.08, "each examination is about as hard as the last, or harder"


def test_a_chapter_begins_easier_than_the_one_before_ended() -> None:
    for before, after in pairwise(PACK.chapters):
        assert passed(after.first) > hardest(before.first, before.last) + 0.1


@pytest.mark.parametrize(("breather", "before"), [(4, 3), (9, 8), (16, 15), (22, 21), (27, 26)])
def test_a_breather_is_easier_than_the_stage_before(breather: int, before: int) -> None:
    assert passed(breather) > passed(before)
