"""Policies from Python: one decision for `Match3.choose`, whole games for `Match3.run_many`.

Loaded when a policy is first asked for, so that plain play compiles and loads nothing of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.core.events import NO_EVENTS
from tilewright.core.game import BadRequest, Tally
from tilewright.core.rng import seeded
from tilewright.games.match3 import autoplay
from tilewright.games.match3.notation import GOAL_KEYS
from tilewright.games.match3.policies import BARE, POLICIES, POOL, VIEW
from tilewright.games.match3.position import Records
from tilewright.games.match3.pricing import MIND_DTYPE, MOST_MOVES
from tilewright.games.match3.rules import RULES_DTYPE
from tilewright.games.match3.state import (
    DEADLOCK,
    GOALS,
    LOST_MOVES,
    PLAYING,
    SOURCE_NONE,
    STATE_DTYPE,
    UNLIMITED,
    WON_GOALS,
    WORK_DTYPE,
)

#: A game without a limit of its own is left after so many moves.
LONGEST_GAME: Final = 1000

#: Keeps a bot's luck apart from the game that has the same seed.
_BOTS: Final = 0xB07_5EED

_REASONS: Final[dict[int, tuple[Literal["won", "lost", "open"], str]]] = {
    PLAYING: ("open", "unfinished"),
    WON_GOALS: ("won", "goals"),
    LOST_MOVES: ("lost", "moves"),
    DEADLOCK: ("lost", "deadlock"),
}


def policy_number(policy: str) -> int:
    """A policy by its name.

    Raises:
        BadRequest: there is no such policy.
    """
    if policy not in POLICIES:
        raise BadRequest(f"there is no policy {policy!r}; choose one of {', '.join(POLICIES)}")
    return POLICIES.index(policy)


def bot_luck(seed: int) -> np.uint64:
    """The word that a bot's generator starts with in the game of this seed."""
    return seeded(int(seeded(seed)) ^ _BOTS)


def known_rules(rules: Records) -> Records:
    """What a bot knows of the rules: without scripted drops; and bare, so that nothing new falls in."""
    known: Records = np.frombuffer(bytearray(rules.tobytes() * 2), dtype=RULES_DTYPE)
    known["drops_length"] = 0
    known["source"][BARE] = SOURCE_NONE
    known["reshuffle_attempts"][BARE] = 0
    return known


def as_words(records: Records) -> NDArray[np.uint64]:
    """The same memory as rows of 64-bit words."""
    return records.view(np.uint64).reshape(len(records), -1)


class BotDesk:
    """Scratch records of one thread in which a policy plays."""

    def __init__(self) -> None:
        """Made once in each thread that plays."""
        self.games = np.zeros(1, dtype=STATE_DTYPE)
        self.game_words = as_words(self.games)
        self.pool = np.zeros(POOL, dtype=STATE_DTYPE)
        self.words = as_words(self.pool)
        self.work = np.zeros(1, dtype=WORK_DTYPE)
        self.mind = np.zeros(1, dtype=MIND_DTYPE)
        self.luck: NDArray[np.uint64] = self.mind["luck"]
        self.codes = np.zeros(MOST_MOVES, dtype=np.int32)
        self.replies = np.zeros(MOST_MOVES, dtype=np.int32)
        self.results = np.zeros(1, dtype=autoplay.RESULT_DTYPE)

    def play(
        self, rules: Records, known: Records, places: NDArray[np.int32], policy: int, longest: int
    ) -> int:
        """Call the kernel; see `autoplay.autoplay`."""
        return autoplay.autoplay(
            rules,  # type: ignore[arg-type]
            known,  # type: ignore[arg-type]
            self.games,  # type: ignore[arg-type]
            self.game_words,
            self.pool,  # type: ignore[arg-type]
            self.words,
            self.work,  # type: ignore[arg-type]
            self.mind,  # type: ignore[arg-type]
            NO_EVENTS,
            self.codes,  # type: ignore[arg-type]
            self.replies,  # type: ignore[arg-type]
            places,  # type: ignore[arg-type]
            self.results,  # type: ignore[arg-type]
            policy,
            longest,
        )


class _Desks(threading.local):
    """A desk for each thread."""

    def __init__(self) -> None:
        self.desk = BotDesk()


_DESKS: Final = _Desks()
_NO_PLACES: Final = np.zeros(0, dtype=np.int32)


def decide(view: Records, rules: Records, policy: str, luck: int) -> int:
    """The code of the move that a policy makes on a view; -1 where the game is over.

    `luck` is a 64-bit word and all the chance that the decision has.

    Raises:
        BadRequest: there is no such policy.
    """
    number = policy_number(policy)
    desk = _DESKS.desk
    desk.words[VIEW] = as_words(view)[0]
    desk.luck[0] = luck
    return desk.play(rules, known_rules(rules), _NO_PLACES, number, 0)


def run_many(
    opening: Records,
    rules: Records,
    places: list[int],
    policy: str,
    seeds: NDArray[np.int64],
    stop: Callable[[], bool],
) -> list[Tally]:
    """Play one game a seed from an opening whose open cells, at `places`, the seed fills.

    Asks `stop` before every game and returns what is done when it says so.

    Raises:
        BadRequest: there is no such policy.
    """
    number = policy_number(policy)
    desk = BotDesk()
    known = known_rules(rules)
    opening_words = as_words(opening)
    where = np.array(places, dtype=np.int32)
    generator = desk.games["rng"]
    tallies: list[Tally] = []
    for seed in seeds.tolist():
        if stop():
            break
        desk.game_words[:] = opening_words
        generator[0] = seeded(seed)
        desk.luck[0] = bot_luck(seed)
        desk.play(rules, known, where, number, LONGEST_GAME)
        tallies.append(tally_of(seed, desk.results))
    return tallies


def tally_of(seed: int, results: Any) -> Tally:
    """A result record as the lab counts it."""
    one = results[0].tolist()
    fields = dict(zip(autoplay.RESULT_DTYPE.names or (), one, strict=True))
    result, reason = _REASONS[fields["over"]]
    goals = fields["goals"]
    unmet = {GOAL_KEYS[goal]: int(goals[goal]) for goal in range(1, GOALS) if goals[goal] > 0}
    moves_left = fields["moves_left"]
    return Tally(
        seed=seed,
        result=result,
        reason=reason,
        moves=fields["moves"],
        moves_left=None if moves_left == UNLIMITED else moves_left,
        score=int(max(fields["score"])),
        cascades=fields["cascades"],
        longest_cascade=fields["longest"],
        reshuffles=fields["reshuffles"],
        unmet=unmet,
    )
