"""The laws themselves: they pass on an honest little game, and each catches the game that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
import pytest

from tests.toygame.take import State, Take, View
from tilewright.core import laws
from tilewright.core.events import Change, Event
from tilewright.core.game import Illegal, Played, Setup, Tally
from tilewright.core.laws import LawBroken

POSITION = {"rows": ["a b b . c c a"], "refill": 3, "seed": 5, "goals": {"tiles": 30}, "moves_left": 9}
SETUP: Setup = {"rules": "take-v1", "position": {**POSITION, "rows": ["a b ? . ? c a"]}}
SQUARES = [f"{letter}1" for letter in "abcdefgh"]
TEXTS = [*SQUARES, *(f"{one}+{other}" for one in SQUARES for other in SQUARES)]


def start(game: Take) -> State:
    return game.load("take-v1", POSITION)


def text(game: Take) -> None:
    laws.position_survives_text(game, "take-v1", start(game))
    nearly_won = {**POSITION, "goals": {"tiles": 1}}
    laws.position_survives_text(game, "take-v1", game.load("take-v1", nearly_won))


def legality(game: Take) -> None:
    laws.legal_is_what_play_accepts(game, start(game), TEXTS)
    laws.over_means_over(game, start(game))


def play(game: Take) -> None:
    laws.random_walk(game, start(game), np.random.default_rng(1), 9)


def records(game: Take) -> None:
    laws.record_replays(game, SETUP, 7, 1, [(0, "a1"), (0, "b1"), (0, "g1")])


def hidden(game: Take) -> None:
    laws.view_hides(game, start(game), np.random.default_rng(1))


def aliases(game: Take) -> None:
    laws.nothing_is_an_alias(game, "take-v1", POSITION)


def batches(game: Take) -> None:
    laws.batches_do_not_matter(game, SETUP, "random", [3, 4, 5])


ALL = (text, legality, play, records, hidden, aliases, batches)


@pytest.mark.parametrize("law", ALL)
def test_an_honest_game_passes(law: Callable[[Take], None]) -> None:
    law(Take())


class ForgetsTheGoal(Take):
    def position(self, state: View) -> dict[str, Any]:
        return {key: value for key, value in super().position(state).items() if key != "goals"}


class ForgetsTheSeed(Take):
    def position(self, state: View) -> dict[str, Any]:
        return {key: value for key, value in super().position(state).items() if key != "seed"}


class ForgetsAMove(Take):
    def legal(self, state: View, seat: int) -> list[str]:
        return super().legal(state, seat)[1:]


class ListsAMoveTooMany(Take):
    def legal(self, state: View, seat: int) -> list[str]:
        return [*super().legal(state, seat), "h1"]


class DoesNotSort(Take):
    def legal(self, state: View, seat: int) -> list[str]:
        return super().legal(state, seat)[::-1]


class LetsAnybodyMove(Take):
    def play(self, state: State, seat: int, move: str) -> Played[State]:
        return super().play(state, 0, move)


class SaysNoReason(Take):
    def play(self, state: State, seat: int, move: str) -> Played[State]:
        try:
            return super().play(state, seat, move)
        except Illegal:
            raise Illegal("") from None


class ChangesWhatItWasGiven(Take):
    def play(self, state: State, seat: int, move: str) -> Played[State]:
        msgspec.structs.force_setattr(state, "score", state.score + 1)
        return super().play(state, seat, move)


class Altered(Take):
    """A game whose events are altered on the way out."""

    def alter(self, played: Played[State]) -> Sequence[Event]:
        return played.events

    def play(self, state: State, seat: int, move: str) -> Played[State]:
        played = super().play(state, seat, move)
        return msgspec.structs.replace(played, events=list(self.alter(played)))


class HidesAnEvent(Altered):
    def alter(self, played: Played[State]) -> Sequence[Event]:
        return played.events[1:]


class PaintsTooMuch(Altered):
    def alter(self, played: Played[State]) -> Sequence[Event]:
        return [*played.events, Change(9, "a1", "z")]


class ScoresNothing(Altered):
    def alter(self, played: Played[State]) -> Sequence[Event]:
        return [event for event in played.events if type(event).__name__ != "Score"]


class TellsItBackwards(Altered):
    def alter(self, played: Played[State]) -> Sequence[Event]:
        return sorted(played.events, key=lambda event: -event.wave)


class PlaysByItsMood(Take):
    mood = 0

    def play(self, state: State, seat: int, move: str) -> Played[State]:
        self.mood += 1
        played = super().play(state, seat, move)
        return msgspec.structs.replace(played, state=msgspec.structs.replace(played.state, word=self.mood))


class OpensByItsMood(Take):
    mood = 0

    def new(self, setup: Setup, seed: int, seats: int = 1) -> State:
        self.mood += 1
        return super().new(setup, seed + self.mood, seats)


class LeaksTheGenerator(Take):
    def choose(self, view: View, policy: str, rng: np.random.Generator) -> str:
        legal = self.legal(view, 0)
        return legal[getattr(view, "word", 0) % len(legal)]

    def view(self, state: State, seat: int) -> View:
        return state

    def imagine(self, view: View, rng: np.random.Generator) -> State:
        known = {name: getattr(view, name) for name in View.__struct_fields__}
        return State(**known, word=int(rng.integers(1, 1 << 63)))


class ImaginesAnotherBoard(Take):
    def imagine(self, view: View, rng: np.random.Generator) -> State:
        return msgspec.structs.replace(super().imagine(view, rng), cells=view.cells[::-1])


class HandsOutItsRows(Take):
    def __init__(self) -> None:
        self.shown: list[str] = []

    def rows(self, state: View) -> list[str]:
        self.shown = self.shown or super().rows(state)
        return self.shown


class KeepsWhatItWasGiven(Take):
    given: Mapping[str, Any]

    def load(self, rules: str | Mapping[str, Any], position: Mapping[str, Any]) -> State:
        self.given = position
        return super().load(rules, position)

    def position(self, state: View) -> dict[str, Any]:
        return {**super().position(state), "rows": self.given.get("rows")}


class RemembersTheLastGame(Take):
    played = 0

    def run_many(self, setup: Setup, policy: str, seeds: Any, stop: Callable[[], bool]) -> list[Tally]:
        tallies = super().run_many(setup, policy, seeds, stop)
        self.played += len(tallies)
        return [msgspec.structs.replace(tally, moves=self.played) for tally in tallies]


BROKEN = [
    (ForgetsTheGoal, text),
    (ForgetsTheSeed, text),
    (ForgetsAMove, legality),
    (ListsAMoveTooMany, legality),
    (DoesNotSort, legality),
    (LetsAnybodyMove, legality),
    (SaysNoReason, legality),
    (ChangesWhatItWasGiven, play),
    (ChangesWhatItWasGiven, legality),
    (HidesAnEvent, play),
    (PaintsTooMuch, play),
    (ScoresNothing, play),
    (TellsItBackwards, play),
    (PlaysByItsMood, play),
    (OpensByItsMood, records),
    (LeaksTheGenerator, hidden),
    (ImaginesAnotherBoard, hidden),
    (HandsOutItsRows, aliases),
    (KeepsWhatItWasGiven, aliases),
    (RemembersTheLastGame, batches),
]


@pytest.mark.parametrize(
    ("broken", "law"), BROKEN, ids=[f"{broken.__name__}-{law.__name__}" for broken, law in BROKEN]
)
def test_a_law_catches_who_breaks_it(broken: type[Take], law: Callable[[Take], None]) -> None:
    with pytest.raises(LawBroken, match=r"^law: |diverges|opens"):
        law(broken())


def test_a_record_of_other_rules_is_refused() -> None:
    game = Take()
    record = laws.record_of(game, SETUP, 7, 1, [(0, "a1")])
    with pytest.raises(LawBroken, match="own rules"):
        laws.replay(game, msgspec.structs.replace(record, rules_version=99))
    with pytest.raises(LawBroken, match="after move 1"):
        laws.replay(game, msgspec.structs.replace(record, digests={1: "0"}))
