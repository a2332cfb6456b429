"""Take: the smallest complete game, for tests of everything that knows no game.

A row of tiles `a`, `b`, `c`. A move takes one tile (`c1`) or two equal neighbours (`c1+d1`).

T1. The board is one row of 1 to 26 cells; `?` in a setup is drawn at the start, `.` is empty.
T2. A move takes one tile, or two equal neighbours.
T3. One tile scores `single` points, two score `pair`.
T4. While `refill` is above 0, a new tile is drawn for each that was taken, and `refill` goes down by one.
T5. The goal `tiles` counts down by the tiles taken; at 0 the game is won.
T6. The game is lost when no moves are left, and over when no tiles are left.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from tilewright.core.events import Clear, Event, Note, Score, Spawn
from tilewright.core.game import (
    BadMove,
    BadPosition,
    BadRequest,
    Illegal,
    Outcome,
    Played,
    Problem,
    Setup,
    Tally,
    Tunable,
)
from tilewright.core.notation import read_rows, read_square, write_square
from tilewright.core.rng import advance, below, seeded

TILES: Final = "abc"
MOST_CELLS: Final = 26

_TUNABLES: Final = (
    Tunable("single", "T3", "points of one tile", 0, 99, 1),
    Tunable("pair", "T3", "points of two equal neighbours", 0, 99, 3),
)
_MOVE: Final = re.compile(r"([a-z]1)(?:\+([a-z]1))?\Z")


class View(msgspec.Struct, frozen=True):
    """All that a player may see: everything but the generator."""

    cells: tuple[str, ...]
    rules: tuple[tuple[str, int], ...]
    moves_left: int | None
    tiles_left: int | None
    refill: int
    score: int


class State(View, frozen=True):
    """A position with the generator that draws its new tiles."""

    word: int


class Take:
    """The game; see the top of the file for its rules."""

    name: str = "take"
    title: str = "Take"
    rules_version: int = 1
    rule_sets: Sequence[str] = ("take-v1",)
    policies: Sequence[str] = ("random", "greedy")

    # ── setups ──

    def tunables(self, rules: str) -> Sequence[Tunable]:
        if rules not in self.rule_sets:
            raise BadRequest(f"there is no rule set {rules!r}; there is take-v1")
        return _TUNABLES

    def read_level(self, document: Mapping[str, Any]) -> Setup:
        keys = {"board": "rows", "moves": "moves_left", "goals": "goals", "refill": "refill"}
        position = {name: document[key] for key, name in keys.items() if key in document}
        if isinstance(position.get("rows"), str):
            position["rows"] = [line for line in position["rows"].splitlines() if line.strip()]
        return {"rules": document.get("rules"), "position": position}

    def level_schema(self) -> dict[str, Any]:
        return {
            "moves": {"type": "integer", "minimum": 1},
            "board": {"type": "string"},
            "goals": {"type": "object"},
            "refill": {"type": "integer", "minimum": 0},
        }

    def problems(self, setup: Setup) -> list[Problem]:
        try:
            self.new(setup, 0)
        except BadRequest as error:
            return [Problem("rules", str(error), "use take-v1 and its tunables")]
        except BadPosition as error:
            return [Problem("board", str(error), "mend the position")]
        return []

    def new(self, setup: Setup, seed: int, seats: int = 1) -> State:
        if seats != 1:
            raise BadRequest("Take is played alone: seats is 1")
        state = self._read(setup.get("rules"), setup.get("position"), TILES + ".?")
        word, cells = int(seeded(seed)), list(state.cells)
        for column, cell in enumerate(cells):
            if cell == "?":
                word, cells[column] = _draw(word)
        return msgspec.structs.replace(state, cells=tuple(cells), word=word)

    def load(self, rules: str | Mapping[str, Any], position: Mapping[str, Any]) -> State:
        return self._read(rules, position, TILES + ".")

    def _read(self, rules: Any, position: Any, allowed: str) -> State:
        """A position as it stands, with whatever is wrong in it named."""
        if not isinstance(position, Mapping) or not isinstance(position.get("rows"), list | tuple):
            raise BadPosition("rows: a position has rows of text")
        try:
            (cells,) = read_rows([str(row) for row in position["rows"]])
        except ValueError as error:
            raise BadPosition(f"rows: T1: the board is one row of cells ({error})") from None
        if len(cells) > MOST_CELLS:
            raise BadPosition(f"rows: T1: a board has 1 to {MOST_CELLS} cells, not {len(cells)}")
        for column, cell in enumerate(cells):
            if len(cell) != 1 or cell not in allowed:
                raise BadPosition(f"{write_square(0, column)}: {cell!r} is no cell; write one of {allowed}")
        goals = position.get("goals") or {}
        if not isinstance(goals, Mapping) or goals.keys() - {"tiles"}:
            raise BadPosition("goals: there is one goal, tiles")
        return State(
            cells=tuple(cells),
            rules=_read_rules(rules),
            moves_left=_whole(position, "moves_left", None),
            tiles_left=_whole(goals, "tiles", None),
            refill=_whole(position, "refill", 0) or 0,
            score=_whole(position, "score", 0) or 0,
            word=_whole(position, "seed", 0) or 0,
        )

    # ── a position as text ──

    def position(self, state: View) -> dict[str, Any]:
        position: dict[str, Any] = {"rows": self.rows(state), "refill": state.refill, "score": state.score}
        if state.moves_left is not None:
            position["moves_left"] = state.moves_left
        if state.tiles_left is not None:
            position["goals"] = {"tiles": state.tiles_left}
        if isinstance(state, State):
            position["seed"] = state.word
        return position

    def rows(self, state: View) -> list[str]:
        return [" ".join(state.cells)]

    # ── moves ──

    def to_act(self, state: View) -> tuple[int, ...]:
        return () if self.outcome(state) else (0,)

    def legal(self, state: View, seat: int) -> list[str]:
        if seat not in self.to_act(state):
            return []
        cells = state.cells
        singles = [write_square(0, column) for column, cell in enumerate(cells) if cell != "."]
        pairs = [
            f"{write_square(0, column)}+{write_square(0, column + 1)}"
            for column in range(len(cells) - 1)
            if cells[column] != "." and cells[column] == cells[column + 1]
        ]
        return sorted(singles + pairs)

    def parse(self, text: str) -> str:
        match = _MOVE.match(text)
        if match is None:
            raise BadMove(f"{text!r} is no move: write a tile, c1, or two neighbours, c1+d1")
        first, second = match[1], match[2]
        return first if second is None else "+".join(sorted((first, second)))

    def play(self, state: State, seat: int, move: str) -> Played[State]:
        squares = self.parse(move).split("+")
        if self.outcome(state) is not None:
            raise Illegal("the game is over")
        if seat != 0:
            raise Illegal(f"T2: there is no seat {seat}")
        columns = [read_square(square)[1] for square in squares]
        cells = list(state.cells)
        for square, column in zip(squares, columns, strict=True):
            if column >= len(cells) or cells[column] == ".":
                raise Illegal(f"T2: there is no tile on {square}")
        if len(columns) == 2 and (columns[1] - columns[0] != 1 or cells[columns[0]] != cells[columns[1]]):
            raise Illegal(f"T2: {' and '.join(squares)} are not two equal neighbours")
        points = dict(state.rules)["pair" if len(squares) == 2 else "single"]
        events: list[Event] = [Clear(1, square) for square in squares]
        events.append(Score(1, points, 0, squares[0]))
        word, refill = state.word, state.refill
        for square, column in zip(squares, columns, strict=True):
            cells[column] = "."
            if refill > 0:  # T4
                refill -= 1
                word, cells[column] = _draw(word)
                events.append(Spawn(2, square, cells[column], 1))
        tiles_left = state.tiles_left
        if tiles_left:
            tiles_left = max(0, tiles_left - len(squares))
            if tiles_left == 0:
                events.append(Note(3, "goal", token="tiles"))
        after = State(
            cells=tuple(cells),
            rules=state.rules,
            moves_left=None if state.moves_left is None else state.moves_left - 1,
            tiles_left=tiles_left,
            refill=refill,
            score=state.score + points,
            word=word,
        )
        return Played(after, events, points, chance=refill != state.refill)

    def describe(self, state: View, move: str) -> str:
        squares = self.parse(move).split("+")
        return "take " + " and ".join(f"{state.cells[read_square(square)[1]]} {square}" for square in squares)

    def outcome(self, state: View) -> Outcome | None:
        totals = (state.score,)
        if state.tiles_left == 0:
            return Outcome("won", "goals", (0,), totals)
        if state.moves_left == 0:
            return Outcome("lost", "moves", (), totals)
        if all(cell == "." for cell in state.cells):
            return Outcome("over", "clear", (), totals)
        return None

    # ── players ──

    def view(self, state: State, seat: int) -> View:
        return View(**{name: getattr(state, name) for name in View.__struct_fields__})

    def imagine(self, view: View, rng: np.random.Generator) -> State:
        known = {name: getattr(view, name) for name in View.__struct_fields__}
        return State(**known, word=int(rng.integers(0, 1 << 63)))

    def choose(self, view: View, policy: str, rng: np.random.Generator) -> str:
        legal = self.legal(view, 0)
        if policy not in self.policies:
            raise BadRequest(f"Take has no policy {policy!r}")
        if not legal:
            raise Illegal("the game is over")
        if policy == "greedy":
            legal = [move for move in legal if "+" in move] or legal
        return legal[int(rng.integers(len(legal)))]

    # ── many games, saving ──

    def save(self, state: State) -> bytes:
        return msgspec.msgpack.encode(state)

    def digest(self, state: State) -> str:
        return hashlib.sha256(self.save(state)).hexdigest()[:12]

    def run_many(
        self, setup: Setup, policy: str, seeds: NDArray[np.int64], stop: Callable[[], bool]
    ) -> list[Tally]:
        tallies: list[Tally] = []
        for seed in seeds.tolist():
            if stop():
                break
            state, moves, rng = self.new(setup, seed), 0, np.random.default_rng(seed & (1 << 63) - 1)
            while (outcome := self.outcome(state)) is None:
                state = self.play(state, 0, self.choose(self.view(state, 0), policy, rng)).state
                moves += 1
            unmet = {"tiles": state.tiles_left} if state.tiles_left else {}
            left, score = state.moves_left, state.score
            tallies.append(Tally(seed, outcome.result, outcome.reason, moves, left, score, 0, 0, 0, unmet))
        return tallies


def _draw(word: int) -> tuple[int, str]:
    """The next word of the generator, and a tile drawn from this one."""
    now: Any = np.uint64(word)  # kernels tell numbers apart by their types
    return int(advance(now)), TILES[int(below(now, len(TILES)))]


def _read_rules(rules: Any) -> tuple[tuple[str, int], ...]:
    """A rule set by name, or tunables over one."""
    given: Any = {"base": rules} if isinstance(rules, str) or rules is None else rules
    if not isinstance(given, Mapping) or given.get("base", "take-v1") not in (None, "take-v1"):
        raise BadRequest(f"there is no rule set {rules!r}; there is take-v1")
    known = {tunable.name: tunable for tunable in _TUNABLES}
    values = {tunable.name: tunable.default for tunable in _TUNABLES}
    for name, value in given.items():
        if name == "base":
            continue
        if name not in known:
            raise BadRequest(f"there is no tunable {name!r}; there are {', '.join(known)}")
        low, high = known[name].low, known[name].high
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BadRequest(f"{name} is a whole number from {low} to {high}, not {value!r}")
        values[name] = value
    return tuple(values.items())


def _whole(source: Mapping[str, Any], key: str, default: int | None) -> int | None:
    """A number of a position, 0 to 2^64 - 1."""
    value = source.get(key)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 64:
        raise BadPosition(f"{key}: a whole number from 0, not {value!r}")
    return value


TAKE: Final = Take()
