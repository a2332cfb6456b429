"""Match-3 as the rest of the house sees it: the Game interface over the kernels."""

from __future__ import annotations

import copy
import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from tilewright.core.events import COLUMNS, NO_EVENTS, Alphabet, EventBuffer, decode
from tilewright.core.game import BadPosition, Illegal, Outcome, Played, Problem, Setup, Tally, Tunable
from tilewright.core.rng import seeded
from tilewright.games.match3 import entries, levels
from tilewright.games.match3 import rules as rule_book
from tilewright.games.match3.notation import (
    SQUARES,
    canonical_move,
    piece_name,
    place,
    read_move,
    token_text,
    write_move,
)
from tilewright.games.match3.position import (
    Records,
    copy_records,
    hopper_overdrawn,
    kept,
    read_object,
    read_position,
    seats_of,
    write_board,
    write_position,
)
from tilewright.games.match3.problems import find_problems
from tilewright.games.match3.state import (
    CELL_MASK,
    CELL_SHIFT,
    DEADLOCK,
    KIND_SHIFT,
    LARGEST,
    LOST_MOVES,
    NO_GOAL,
    NOTES,
    PLAYING,
    SWAP,
    TAP,
    UNLIMITED,
    WON_GOALS,
    WORK_DTYPE,
)

#: The most moves one position can have: both directions of every swap, a tap or ability on every cell.
MOST_MOVES: Final = 6 * LARGEST * LARGEST

_REASONS: Final = {
    entries.OVER: "The game is over (M27).",
    entries.OFF_BOARD: "{squares} is not all on the board (M1).",
    entries.NOT_ADJACENT: "{squares} do not share an edge (M7).",
    entries.ON_HOLE: "A hole holds no piece to swap: {squares} (M7).",
    entries.ON_BOX: "A box cannot be swapped: {squares} (M7).",
    entries.ON_EMPTY: "An empty cell holds no piece to swap: {squares} (M7).",
    entries.FROZEN: "A frozen piece can be neither swapped nor tapped: {squares} (M4).",
    entries.NO_LINE: "Swapping {squares} makes no line of three and is no combination (M7).",
    entries.RAINBOW_ARTIFACT: "An artifact is never swapped with a rainbow: {squares} (M38).",
    entries.NO_TAPS: "These rules have no taps; specials fire when matched or blasted (M8).",
    entries.NOT_SPECIAL: "Only a rocket, bomb or rainbow can be tapped, not {squares} (M8).",
    entries.NO_MANA: "These rules have no abilities (M11).",
    entries.NOT_FULL: "The mana meter is not full (M34).",
    entries.OTHER_AFFINITY: "This ability belongs to another affinity (M34).",
    entries.BAD_TARGET: "This ability cannot target {squares} (M34).",
    entries.TRAY_EMPTY: "No power gem is left in the tray (M31).",
    entries.OTHER_BOARD: "There is no other board here (M34).",
}

#: Keys of a position that no seat may see: what chance will bring.
_HIDDEN: Final = ("seed", "drops")

_ALPHABET: Final = Alphabet(square=SQUARES.__getitem__, token=token_text, notes=NOTES)


class State:
    """One match-3 position: records that are never written after they were made."""

    __slots__ = ("given", "records", "rules")

    def __init__(self, records: Records, rules_record: Records, given: Mapping[str, Any]) -> None:
        """`given` is the position object it began with, whose keys it keeps."""
        self.records = records
        self.rules = rules_record
        self.given = given

    def __eq__(self, other: object) -> bool:
        """States are equal when their bytes are."""
        return isinstance(other, State) and self.records.tobytes() == other.records.tobytes()

    def __hash__(self) -> int:
        """A hash of the bytes."""
        return hash(self.records.tobytes())


class View:
    """What a seat sees of a position: no generator, no scripted drops; a copy, never an alias."""

    __slots__ = ("given", "records", "rules")

    def __init__(self, records: Records, rules_record: Records, given: Mapping[str, Any]) -> None:
        """See `Match3.view`."""
        self.records = records
        self.rules = rules_record
        self.given = given


class Desk(threading.local):
    """Scratch records and buffers of one thread."""

    def __init__(self) -> None:
        """Made once in each thread that plays."""
        self.work = np.zeros(1, dtype=WORK_DTYPE)
        self.event_count = self.work["events"]
        self.points = self.work["move_points"]
        self.chance = self.work["chance"]
        self.events: EventBuffer = np.zeros((4096, COLUMNS), dtype=np.int64)
        self.codes = np.zeros(MOST_MOVES, dtype=np.int32)


class Match3:
    """The match-3 engine with its two rule sets, designer-v1 and master-v1."""

    name: str = "match3"
    title: str = "Match-3"
    rules_version: int = 1
    rule_sets: Sequence[str] = rule_book.RULE_SETS
    policies: Sequence[str] = ("random", "greedy", "goal", "lookahead")

    def __init__(self) -> None:
        """Nothing is compiled or loaded but the kernels."""
        self._desk = Desk()

    def tunables(self, rules: str) -> tuple[Tunable, ...]:
        """See `Game.tunables`."""
        return rule_book.tunables(rules)

    def read_level(self, document: Mapping[str, Any]) -> Setup:
        """See `Game.read_level`."""
        return levels.read_level(document)

    def level_schema(self) -> dict[str, Any]:
        """See `Game.level_schema`."""
        return levels.level_schema()

    def problems(self, setup: Setup) -> list[Problem]:
        """See `Game.problems`: what cannot be read, opened or won, all at once."""
        return find_problems(setup, lambda drawn, seed: self.outcome(self.new(drawn, seed)) is None)

    def load(self, rules: str | Mapping[str, Any], position: Mapping[str, Any]) -> State:
        """See `Game.load`: the position as it stands, nothing settled."""
        record = rule_book.rules_record(rule_book.read_rules(rules))
        records, _ = read_position(position, record, open_cells=False)
        state = State(records, record, kept(position))
        self._refuse_ready_lines(state)
        self._refuse_overdrawn(state)
        goals = records["goals"][0][1:]
        if (goals != NO_GOAL).any() and not (goals > 0).any():
            records["over"][0] = WON_GOALS
        elif records["moves_left"][0] == 0:
            records["over"][0] = LOST_MOVES
        return state

    def new(self, setup: Setup, seed: int, seats: int = 1) -> State:
        """See `Game.new`: draws the open cells of a level from its source (M27, M31)."""
        state, places = self._closed(setup, seats)
        state.records["rng"][0] = seeded(seed)
        codes = self._desk.codes
        codes[: len(places)] = places
        entries.open_game(state.rules, state.records, self._desk.work, NO_EVENTS, codes, len(places))  # type: ignore[arg-type]
        return state

    def _closed(self, setup: Setup, seats: int) -> tuple[State, list[int]]:
        """The state of a setup before chance comes in, and the places of its open cells."""
        values = rule_book.read_rules(setup.get("rules"))
        record = rule_book.rules_record(values)
        given = setup.get("position")
        remedy = f"the position is an object with rows, not {given!r}"
        position = copy.deepcopy({} if given is None else read_object(given, remedy))
        if position.get("tray") is None and values["tray"] >= 0:
            position["tray"] = values["tray"]
        if values["mana_full"] > 0 and position.get("mana") is None:
            position["mana"] = [0] * max(seats, seats_of(position))
        records, places = read_position(position, record, open_cells=True)
        state = State(records, record, position)
        self._refuse_ready_lines(state)
        self._refuse_overdrawn(state)
        return state, places

    def _refuse_ready_lines(self, state: State) -> None:
        """Refuse a board on which something already matches (M27)."""
        work = self._desk.work
        if entries.ready_groups(state.rules, state.records, work):  # type: ignore[arg-type]
            end = int(work["group_end"][0][0])
            places: list[int] = work["cells"][0][:end].tolist()
            cells = ", ".join(SQUARES[p] for p in places)
            raise BadPosition(f"{cells}: a ready-made line of one colour; change one of these cells (M27)")

    def _refuse_overdrawn(self, state: State) -> None:
        """Refuse more gems of a colour than the hopper ever held (M31)."""
        square = hopper_overdrawn(state.records, state.rules)
        if square is not None:
            raise BadPosition(
                f"{square}: the hopper never held so many gems of this colour; change some of them (M31)"
            )

    def position(self, state: State | View) -> dict[str, Any]:
        """See `Game.position`; of a view, without the seed and the drops, which it does not know."""
        position = write_position(state.records, state.rules, state.given)
        if isinstance(state, View):
            for key in _HIDDEN:
                position.pop(key, None)
        return position

    def rows(self, state: State | View) -> list[str]:
        """See `Game.rows`."""
        return write_board(state.records)

    def to_act(self, state: State | View) -> tuple[int, ...]:
        """See `Game.to_act`."""
        return () if state.records["over"][0] != PLAYING else (int(state.records["seat"][0]),)

    def legal(self, state: State | View, seat: int) -> list[str]:
        """See `Game.legal`: swaps in both directions, taps, and abilities when the meter is full."""
        if seat not in self.to_act(state):
            return []
        codes = self._desk.codes
        count = entries.legal_codes(state.rules, state.records, self._desk.work, codes)  # type: ignore[arg-type]
        return sorted(write_move(code) for code in codes[:count].tolist())

    def parse(self, text: str) -> str:
        """See `Game.parse`."""
        return canonical_move(text)

    def play(self, state: State, seat: int, move: str) -> Played[State]:
        """See `Game.play`."""
        code = read_move(move)
        if seat != state.records["seat"][0]:
            self._refuse_seat(state, seat)
        desk = self._desk
        while True:
            records = copy_records(state.records)
            reason = entries.try_move(state.rules, records, desk.work, desk.events, code)  # type: ignore[arg-type]
            if reason != entries.LEGAL:
                squares = " and ".join(_squares(move)) or move
                raise Illegal(_REASONS[reason].format(squares=squares))
            count = int(desk.event_count[0])
            if count <= len(desk.events):
                break
            desk.events = np.zeros((2 * count, COLUMNS), dtype=np.int64)
        return Played(
            State(records, state.rules, state.given),
            decode(desk.events, count, _ALPHABET),
            int(desk.points[0]),
            bool(desk.chance[0]),
        )

    def _refuse_seat(self, state: State, seat: int) -> None:
        """Say why this seat may not move."""
        if not self.to_act(state):
            raise Illegal(_REASONS[entries.OVER])
        raise Illegal(f"Seat {int(state.records['seat'][0])} is on turn, not seat {seat} (M35).")

    def describe(self, state: State | View, move: str) -> str:
        """See `Game.describe`."""
        code = read_move(move)
        kind = code >> KIND_SHIFT
        first = (code >> CELL_SHIFT) & CELL_MASK
        second = code & CELL_MASK
        if kind == SWAP:
            return f"swap {self._piece(state, first)} with {self._piece(state, second)}"
        if kind == TAP:
            return f"tap {self._piece(state, first)}"
        return f"use {move}"

    def _piece(self, state: State | View, p: int) -> str:
        """A piece and its square in words."""
        one = state.records[0]
        name = piece_name(int(one["colour"][p]), int(one["special"][p]))
        return f"{name or 'nothing'} {SQUARES[p]}"

    def outcome(self, state: State | View) -> Outcome | None:
        """See `Game.outcome`: `won` or `lost` alone, `over` with the ledger's totals in company (M36)."""
        one = state.records[0]
        over = int(one["over"])
        if over == PLAYING:
            return None
        seats = int(one["seats"])
        reason = {WON_GOALS: "goals", LOST_MOVES: "moves", DEADLOCK: "deadlock"}[over]
        terms = state.rules[0]
        moves_left = int(one["moves_left"])
        early = (
            int(terms["points_move_left"]) * moves_left
            if over == WON_GOALS and moves_left != UNLIMITED
            else 0
        )
        totals = tuple(
            int(one["score"][seat]) + int(terms["points_mana"]) * int(one["mana"][seat]) + early
            for seat in range(seats)
        )
        if seats == 1:
            won = over == WON_GOALS
            return Outcome("won" if won else "lost", reason, (0,) if won else (), totals)
        best = max(totals)
        return Outcome("over", reason, tuple(s for s in range(seats) if totals[s] == best), totals)

    def view(self, state: State, seat: int) -> View:
        """See `Game.view`: all seats of a shared board see the same."""
        records = copy_records(state.records)
        records["rng"][0] = 0
        records["drops_used"][0][:] = 0
        record = state.rules.copy()
        record["drops"][0][:] = 0
        record["drops_length"][0][:] = 0
        seen = {key: value for key, value in state.given.items() if key not in _HIDDEN}
        return View(records, record, seen)

    def imagine(self, view: View, rng: np.random.Generator) -> State:
        """See `Game.imagine`: the future draws of the source are invented."""
        records = copy_records(view.records)
        records["rng"][0] = np.uint64(rng.integers(0, 1 << 63))
        return State(records, view.rules, view.given)

    def choose(self, view: View, policy: str, rng: np.random.Generator) -> str:
        """See `Game.choose`; takes one 64-bit word from `rng`.

        Raises:
            BadRequest: there is no such policy.
            Illegal: the game is over.
        """
        from tilewright.games.match3 import batch  # noqa: PLC0415 (plain play loads no bots)

        luck = int(rng.integers(0, 1 << 64, dtype=np.uint64))
        code = batch.decide(view.records, view.rules, policy, luck)
        if code < 0:
            raise Illegal(_REASONS[entries.OVER])
        return write_move(code)

    def run_many(
        self, setup: Setup, policy: str, seeds: NDArray[np.int64], stop: Callable[[], bool]
    ) -> list[Tally]:
        """See `Game.run_many`; a game without a limit of moves ends `unfinished` after `batch.LONGEST_GAME`.

        Raises:
            BadRequest, BadPosition: the setup has an error, or there is no such policy.
        """
        from tilewright.games.match3 import batch  # noqa: PLC0415 (plain play loads no bots)

        state, places = self._closed(setup, 1)
        return batch.run_many(state.records, state.rules, places, policy, seeds, stop)

    def save(self, state: State) -> bytes:
        """See `Game.save`."""
        return state.records.tobytes()

    def digest(self, state: State) -> str:
        """See `Game.digest`: 12 hex digits, of the position's text, which outlives the layout of records."""
        return hashlib.sha256(msgspec.json.encode(self.position(state))).hexdigest()[:12]


def _squares(move: str) -> list[str]:
    """The squares that a move's text names."""
    words = move.replace("-", " ").replace("!", " ").split()
    return [word for word in words if place(word)] or words[-1:]
