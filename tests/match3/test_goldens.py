"""Golden playthroughs replay to the byte, and cover the rules; see `golden`."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from tests.match3.golden import ABILITIES, FOLDER, GAMES, ending
from tests.match3.play import GAME
from tilewright.core.events import Note
from tilewright.core.laws import painting_tells_the_truth, replay
from tilewright.core.notation import read_record, write_record

#: What the golden files of each version of the rules add up to. A line here never changes: a game that plays
#: differently has another `rules_version`, with files and a line of its own.
SUMS = {1: "ab65f2026b62e084"}

FILES = sorted(FOLDER.glob("*.txt"))


def test_the_golden_files_are_those_of_this_version() -> None:
    assert [file.stem for file in FILES] == sorted(GAMES)
    digest = hashlib.sha256()
    for file in FILES:
        digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    assert digest.hexdigest()[:16] == SUMS[GAME.rules_version]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_replays_to_the_byte(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = read_record(text)
    assert record.rules_version == GAME.rules_version
    assert sorted(record.digests) == list(range(len(record.moves) + 1))
    state = replay(GAME, record)
    assert text == write_record(record) + ending(state)


def test_golden_games_go_through_everything() -> None:
    seen: Counter[str] = Counter()
    for file in FILES:
        record = read_record(file.read_text(encoding="utf-8"))
        state = GAME.new(record.setup, record.seed, record.seats)
        for move in record.moves:
            played = GAME.play(state, move.seat, move.move)
            painting_tells_the_truth(GAME.rows(state), played.events, GAME.rows(played.state))
            seen.update(event.what for event in played.events if isinstance(event, Note))
            seen[move.move.split()[0] if " " in move.move or move.move == "regrow" else "plain"] += 1
            seen["chance"] += played.chance
            state = played.state
        outcome = GAME.outcome(state)
        seen[f"{outcome.result} {outcome.reason}" if outcome else "open"] += 1
    wanted = {"fired", "combo", "crafted", "cascade", "collected", "reshuffle", "goal", "chance", *ABILITIES}
    assert wanted <= seen.keys(), wanted - seen.keys()
    assert {"won goals", "lost moves", "over moves"} <= seen.keys(), seen
