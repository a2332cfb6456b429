"""The interface a game fills, and the plain values that cross it.

Nothing that holds a `Game` knows which game it is. A state is a value: `play` gives a new one and leaves the
old one as it was. A move is text everywhere. Bots and clients get a `View`, never a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from tilewright.core.events import Event

Seat = int

#: What a level or a request says about a game: `{"rules": NAME or {tunables}, "position": {...}}`.
Setup = Mapping[str, Any]


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a setup, where, and how to mend it.

    `where` is a square, or a key as level files spell it, such as `goals.r`; `row` and `column` count from 0
    and are given where a cell of the board is meant.
    """

    where: str
    what: str
    remedy: str
    row: int | None = None
    column: int | None = None
    level: Literal["error", "warning"] = "error"


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: `won`, `lost` or `over`, why, who won, and every seat's total."""

    result: Literal["won", "lost", "over"]
    reason: str
    winners: tuple[Seat, ...] = ()
    totals: tuple[int, ...] = ()


class Illegal(ValueError):
    """A move the rules refuse; the text says which rule. Nothing changed."""


class BadMove(ValueError):
    """Text that is no move of this game."""


class BadRequest(ValueError):
    """A rule set or setup that cannot be: names the tunable or key and its range."""


class BadPosition(ValueError):
    """A position that cannot stand on a board: names the cell."""


class Tunable(msgspec.Struct, frozen=True):
    """One number of a rule set that a designer may change: rule number, meaning, range and default."""

    name: str
    rule: str
    meaning: str
    low: int
    high: int
    default: int


StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")


class Played(msgspec.Struct, Generic[StateT], frozen=True):
    """What a move did: the new state, its events, its points, and whether chance had a part in it."""

    state: StateT
    events: list[Event]
    points: int
    chance: bool


class Tally(msgspec.Struct, frozen=True):
    """One game of a batch, as the lab counts it. Nothing of it depends on a clock.

    `moves_left` is None where moves are not limited, `cascades` counts the phases after the first of a move,
    `longest_cascade` the most of one move, `unmet` what was left of the goals that were not met.
    """

    seed: int
    result: Literal["won", "lost", "over", "open"]
    reason: str
    moves: int
    moves_left: int | None
    score: int
    cascades: int
    longest_cascade: int
    reshuffles: int
    unmet: Mapping[str, int]


class Game(Protocol[StateT, ViewT]):
    """What every game is to the rest of the house.

    What only looks at a position (`position`, `rows`, `to_act`, `legal`, `describe`, `outcome`) takes a view
    as well as a state, so that whoever has a view can ask the rules about it.
    """

    name: str
    title: str
    rules_version: int
    rule_sets: Sequence[str]
    policies: Sequence[str]

    def tunables(self, rules: str) -> Sequence[Tunable]:
        """The tunables of a rule set with its defaults. Raises BadRequest for an unknown name."""
        ...

    def read_level(self, document: Mapping[str, Any]) -> Setup:
        """The setup that a level document (the values of a level file) describes.

        Never raises: what is wrong in the document stays wrong in the setup, for `problems` to find.
        """
        ...

    def level_schema(self) -> dict[str, Any]:
        """The JSON Schema of each key that the game adds to level files."""
        ...

    def problems(self, setup: Setup) -> list[Problem]:
        """Everything wrong with a setup; a setup with no error never fails later."""
        ...

    def new(self, setup: Setup, seed: int, seats: int = 1) -> StateT:
        """The opening state of a setup. Raises BadRequest or BadPosition where `problems` has an error."""
        ...

    def load(self, rules: str | Mapping[str, Any], position: Mapping[str, Any]) -> StateT:
        """A position as it stands, nothing settled. Raises BadRequest or BadPosition."""
        ...

    def position(self, state: StateT | ViewT) -> dict[str, Any]:
        """A state or a view as the notation's position object; of a view without what it does not know."""
        ...

    def rows(self, state: StateT | ViewT) -> list[str]:
        """The board as rows of text."""
        ...

    def to_act(self, state: StateT | ViewT) -> tuple[Seat, ...]:
        """The seats that may move now; none when the game is over."""
        ...

    def legal(self, state: StateT | ViewT, seat: Seat) -> list[str]:
        """The legal moves of a seat, sorted by code point."""
        ...

    def parse(self, text: str) -> str:
        """The move in its one canonical spelling. Raises BadMove."""
        ...

    def play(self, state: StateT, seat: Seat, move: str) -> Played[StateT]:
        """Play a move. Raises BadMove or Illegal; the state given is never changed."""
        ...

    def describe(self, state: StateT | ViewT, move: str) -> str:
        """The move as a sentence for a person, such as `swap c3 with c4`."""
        ...

    def outcome(self, state: StateT | ViewT) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def view(self, state: StateT, seat: Seat) -> ViewT:
        """What a seat may see: never the generator, never what is still hidden."""
        ...

    def imagine(self, view: ViewT, rng: np.random.Generator) -> StateT:
        """A state that fits the view, with everything hidden invented from `rng`."""
        ...

    def choose(self, view: ViewT, policy: str, rng: np.random.Generator) -> str:
        """The move a built-in policy makes on a view, its luck drawn from `rng`."""
        ...

    def save(self, state: StateT) -> bytes:
        """The state as bytes; equal states give equal bytes."""
        ...

    def digest(self, state: StateT) -> str:
        """A short digest of the state, for records."""
        ...

    def run_many(
        self, setup: Setup, policy: str, seeds: NDArray[np.int64], stop: Callable[[], bool]
    ) -> list[Tally]:
        """Play one game a seed with a policy, in this thread; `stop` is asked between games."""
        ...
