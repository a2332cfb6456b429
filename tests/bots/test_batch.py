"""A batch plays the very games that a loop over the interface plays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright.core.events import Note
from tilewright.core.game import BadPosition, BadRequest, Tally
from tilewright.core.rng import advance, output
from tilewright.games import GAMES
from tilewright.games.match3.batch import LONGEST_GAME, bot_luck

GAME = GAMES["match3"]
FIVE = {"weights": {"r": 1, "b": 1, "g": 1, "y": 1, "p": 1}}

SETUPS: dict[str, dict[str, Any]] = {
    "mixed": {
        "rules": "designer-v1",
        "position": {
            "rows": [
                "? ?' ? ? ? ?",
                "? ? ?, ? [1] ?",
                "? # ? ? ? ?",
                "? ? [2], ? ? ?",
                "? ? ? @ ? ?",
                "? ? ? ? ? ?",
            ],
            "source": FIVE,
            "moves_left": 10,
            "goals": {"r": 6, "box": 2, "grass": 1},
        },
    },
    "scripted": {
        "rules": {"base": "designer-v1", "rainbow_run": 4},
        "position": {
            "rows": ["? ? ? ? ? ?"] * 5,
            "source": FIVE,
            "drops": {"a": "rrbrr", "c": "gg", "d": "yyy"},
            "moves_left": 8,
            "goals": {"y": 12},
        },
    },
    "stuck": {
        "rules": "designer-v1",
        "position": {
            "rows": ["r b r b", "b r b g", "r g g r", "y p y p"],
            "moves_left": 6,
            "goals": {"r": 5},
        },
    },
    "master": {
        "rules": "master-v1",
        "position": {
            "rows": ["? ? ? ? ? ? ? ?"] * 8,
            "source": "hopper",
            "moves_left": 12,
            "goals": {"score": 9000},
            "mana": [0],
            "affinity": ["r"],
        },
    },
}


class Words(np.random.Generator):
    """A generator that gives the words a batch gives its bot."""

    def __init__(self, seed: int) -> None:
        super().__init__(np.random.PCG64(0))
        self.word: Any = bot_luck(seed)

    def integers(self, *args: Any, **options: Any) -> Any:
        given = output(self.word)
        self.word = np.uint64(advance(self.word))
        return np.uint64(given)


def played(setup: dict[str, Any], policy: str, seed: int) -> Tally:
    """One game by the interface alone: new, view, choose, play."""
    state = GAME.new(setup, seed)
    luck = Words(seed)
    moves = cascades = longest = reshuffles = 0
    while GAME.to_act(state):
        turn = GAME.play(state, 0, GAME.choose(GAME.view(state, 0), policy, luck))
        notes = [event.what for event in turn.events if isinstance(event, Note)]
        state, moves = turn.state, moves + 1
        cascades += notes.count("cascade")
        longest = max(longest, notes.count("cascade"))
        reshuffles += notes.count("reshuffle")
    outcome = GAME.outcome(state)
    assert outcome is not None
    position = GAME.position(state)
    unmet = {goal: left for goal, left in position["goals"].items() if left}
    score = int(position["score"])
    return Tally(
        seed,
        outcome.result,
        outcome.reason,
        moves,
        position["moves_left"],
        score,
        cascades,
        longest,
        reshuffles,
        unmet,
    )


@pytest.mark.parametrize("policy", ["random", "greedy", "goal", "lookahead"])
@pytest.mark.parametrize("name", SETUPS)
def test_a_batch_is_the_loop_over_the_interface(policy: str, name: str) -> None:
    seeds = [*range(6), -3, 1 << 40]
    tallies = GAME.run_many(SETUPS[name], policy, np.array(seeds, dtype=np.int64), lambda: False)
    for seed, tally in zip(seeds, tallies, strict=True):
        loop = played(SETUPS[name], policy, seed)
        if loop.reshuffles:  # the phases of a reshuffle begin at cascade index 0 again
            loop = Tally(*(getattr(tally if "casc" in f else loop, f) for f in Tally.__struct_fields__))
        assert tally == loop


def test_every_seed_has_an_opening_of_its_own() -> None:
    rows = {tuple(GAME.rows(GAME.new(SETUPS["mixed"], seed))) for seed in range(50)}
    assert len(rows) == 50
    scores = {tally.score for tally in GAME.run_many(SETUPS["mixed"], "random", np.arange(50), lambda: False)}
    assert len(scores) > 10


def test_a_tally_depends_on_its_seed_alone() -> None:
    def run(seeds: list[int]) -> dict[int, Tally]:
        tallies = GAME.run_many(SETUPS["mixed"], "goal", np.array(seeds, dtype=np.int64), lambda: False)
        return {tally.seed: tally for tally in tallies}

    together = run(list(range(20)))
    assert run(list(reversed(range(20)))) == together
    for seed in (0, 7, 19):
        assert run([seed]) == {seed: together[seed]}


def test_stop_ends_between_games() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    tallies = GAME.run_many(SETUPS["mixed"], "random", np.arange(100), stop)
    assert [tally.seed for tally in tallies] == [0, 1, 2, 3, 4]


def test_a_game_without_an_end_is_left() -> None:
    position = {"rows": ["? ? ? ? ?"] * 5, "source": FIVE, "goals": {"r": 900_000}}
    (tally,) = GAME.run_many(
        {"rules": "designer-v1", "position": position}, "random", np.arange(1), lambda: False
    )
    assert (tally.result, tally.reason, tally.moves) == ("open", "unfinished", LONGEST_GAME)
    assert tally.moves_left is None


def test_bad_setups_and_policies_are_refused() -> None:
    with pytest.raises(BadRequest, match="no policy 'best'"):
        GAME.run_many(SETUPS["mixed"], "best", np.arange(1), lambda: False)
    with pytest.raises(BadPosition):
        GAME.run_many(
            {"rules": "designer-v1", "position": {"rows": ["r"]}}, "goal", np.arange(1), lambda: False
        )
