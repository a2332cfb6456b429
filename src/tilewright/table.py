"""One match: a game, its setup, its seed, and the log of what was done.

The log only grows: a move, an undo and a restart are entries alike, and the position is a function of the
log. So resuming after a crash, watching, replaying and reporting a bug are one thing: adding entries again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from tilewright.core.game import (
    BadMove,
    BadPosition,
    BadRequest,
    Game,
    Illegal,
    Outcome,
    Played,
    Seat,
    Setup,
)
from tilewright.core.notation import Record, RecordMove

#: A record carries a digest after every so many moves, and one after the last.
DIGEST_EVERY: Final = 10

#: Seats that a record may ask for; no game has more.
MOST_SEATS: Final = 8

StateT = TypeVar("StateT")


class Move(msgspec.Struct, frozen=True, tag_field="kind", tag="move"):
    """A seat played a move, `at_ms` milliseconds after the start of the match."""

    seat: Seat
    move: str
    at_ms: int


class Undo(msgspec.Struct, frozen=True, tag_field="kind", tag="undo"):
    """The last move was taken back."""

    at_ms: int


class Restart(msgspec.Struct, frozen=True, tag_field="kind", tag="restart"):
    """The match began anew, with this seed."""

    seed: int
    at_ms: int


Entry = Move | Undo | Restart


class UndoRefused(ValueError):
    """The last move stays; the text is a sentence that says why."""


class RecordRefused(ValueError):
    """A record that this program cannot replay; the text is a sentence that says why."""


class Diverged(RecordRefused):
    """A replay that differs from its record; `number` is the move, counted from 1, at which it was seen."""

    def __init__(self, number: int, message: str) -> None:
        """`message` names the move and both sides of the difference."""
        super().__init__(message)
        self.number = number


class Turn(msgspec.Struct, Generic[StateT], frozen=True):
    """A move of the present line, and the state after it."""

    seat: Seat
    move: str
    at_ms: int
    points: int
    chance: bool
    state: StateT


class Step(msgspec.Struct, Generic[StateT], frozen=True):
    """An entry that has been checked and worked out, but is not in the log yet.

    `played` is there for moves alone. A step fits only the log it was made for: `at` is its length.
    """

    entry: Entry
    at: int
    state: StateT
    played: Played[StateT] | None = None


class Match(Generic[StateT]):
    """A match that goes on; knows no game but through the interface, and reads no clock."""

    def __init__(
        self,
        game: Game[StateT, Any],
        setup: Setup,
        seed: int,
        *,
        seats: int = 1,
        level: str = "",
        practice: bool = False,
        started: str = "",
    ) -> None:
        """A match before its first move.

        `practice` lets any move be taken back; `started` is a time as text, for records.

        Raises:
            BadRequest, BadPosition: the setup has an error.
        """
        self.game = game
        self.setup = setup
        self.seats = seats
        self.level = level
        self.practice = practice
        self.started = started
        self.log: list[Entry] = []
        self.seed = seed
        self.opening: StateT = game.new(setup, seed, seats)
        self.turns: list[Turn[StateT]] = []

    @property
    def v(self) -> int:
        """The number of entries in the log, which names the position."""
        return len(self.log)

    @property
    def state(self) -> StateT:
        """The state now."""
        return self.turns[-1].state if self.turns else self.opening

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def last_ms(self) -> int:
        """When the last entry was made, in milliseconds after the start."""
        return self.log[-1].at_ms if self.log else 0

    def prepare(self, entry: Entry) -> Step[StateT]:
        """Check an entry and work out what it does; nothing changes until the step is appended.

        Time never runs backwards in a log: an entry from before the last one counts as made with it.

        Raises:
            BadMove, Illegal: the move cannot be played.
            UndoRefused: the last move cannot be taken back.
        """
        entry = msgspec.structs.replace(entry, at_ms=max(entry.at_ms, self.last_ms))
        if isinstance(entry, Move):
            entry = msgspec.structs.replace(entry, move=self.game.parse(entry.move))
            played = self.game.play(self.state, entry.seat, entry.move)
            return Step(entry, self.v, played.state, played)
        if isinstance(entry, Undo):
            reason = self.undo_reason()
            if reason:
                raise UndoRefused(reason)
            return Step(entry, self.v, self.turns[-2].state if len(self.turns) > 1 else self.opening)
        return Step(entry, self.v, self.game.new(self.setup, entry.seed, self.seats))

    def append(self, step: Step[StateT]) -> None:
        """Put a prepared step into the log.

        Raises:
            ValueError: the log has changed since the step was prepared.
        """
        if step.at != self.v:
            raise ValueError(f"the step was made for entry {step.at} of the log, which has {self.v} by now")
        entry, played = step.entry, step.played
        if isinstance(entry, Move):
            if played is None:
                raise ValueError("a move's step says what it played")
            self.turns.append(
                Turn(entry.seat, entry.move, entry.at_ms, played.points, played.chance, played.state)
            )
        elif isinstance(entry, Undo):
            self.turns.pop()
        else:
            self.seed = entry.seed
            self.opening = step.state
            self.turns.clear()
        self.log.append(entry)

    def add(self, entry: Entry) -> Step[StateT]:
        """Prepare and append an entry; raises what `prepare` raises, and then nothing has changed."""
        step = self.prepare(entry)
        self.append(step)
        return step

    def play(self, seat: Seat, move: str, at_ms: int) -> Played[StateT]:
        """Play a move. Raises BadMove or Illegal; then nothing has changed."""
        played = self.add(Move(seat, move, at_ms)).played
        assert played is not None  # a move's step has it
        return played

    def undo(self, at_ms: int) -> None:
        """Take the last move back. Raises UndoRefused with the reason as a sentence."""
        self.add(Undo(at_ms))

    def restart(self, at_ms: int, seed: int | None = None) -> None:
        """Begin anew, with the present seed or another; always allowed."""
        self.add(Restart(self.seed if seed is None else seed, at_ms))

    def undo_reason(self) -> str:
        """Why the last move cannot be taken back, as a sentence; empty where it can."""
        if not self.turns:
            return "There is no move to take back."
        if self.seats > 1:
            return "Moves are not taken back in company."
        if self.practice:
            return ""
        if self.outcome is not None:
            return "The game is over; start again to try another way."
        if self.turns[-1].chance:
            return "Chance had a hand in the last move, so it cannot be taken back."
        return ""

    def digest(self) -> str:
        """The digest of the state now."""
        return self.game.digest(self.state)

    def to_record(self) -> Record:
        """The present line as a record: what was taken back or given up is not in it."""
        turns = self.turns
        marked = {n for n in range(1, len(turns) + 1) if n % DIGEST_EVERY == 0 or n == len(turns)}
        return Record(
            game=self.game.name,
            rules=rules_name(self.setup, self.game),
            rules_version=self.game.rules_version,
            level=self.level,
            setup=dict(self.setup),
            seed=self.seed,
            seats=self.seats,
            started=self.started,
            moves=tuple(RecordMove(turn.seat, turn.move, turn.at_ms) for turn in turns),
            digests={n: self.game.digest(turns[n - 1].state) for n in sorted(marked)},
        )

    @staticmethod
    def from_record(
        record: Record, games: Mapping[str, Game[Any, Any]], *, practice: bool = False
    ) -> Match[Any]:
        """The match that a record tells, replayed to its end and checked against its digests.

        Raises:
            RecordRefused: no such game, another version of its rules, or a setup with an error.
            Diverged: the replay differs; names the first move that shows it.
        """
        match = open_record(record, games, practice=practice)
        for _ in replay(match, record):
            pass
        return match


def rules_name(setup: Setup, game: Game[Any, Any]) -> str:
    """The name of the rule set of a setup, without its overrides."""
    rules = setup.get("rules")
    base = rules.get("base") if isinstance(rules, Mapping) else rules
    return base if isinstance(base, str) else game.rule_sets[0]


def open_record(record: Record, games: Mapping[str, Game[Any, Any]], *, practice: bool = False) -> Match[Any]:
    """The match of a record before its first move.

    Raises:
        RecordRefused: no such game, another version of its rules, or a setup with an error.
    """
    game = games.get(record.game)
    if game is None:
        raise RecordRefused(
            f"This record is of a game {record.game!r}, which is not here; there are: "
            f"{', '.join(sorted(games))}."
        )
    check_version(game, record.rules_version)
    if not 1 <= record.seats <= MOST_SEATS:
        raise RecordRefused(f"This record has {record.seats} seats; a game has 1 to {MOST_SEATS}.")
    wrong = next((problem for problem in game.problems(record.setup) if problem.level == "error"), None)
    if wrong is not None:
        raise RecordRefused(f"The setup of this record cannot be: {wrong.where}: {wrong.what}.")
    try:
        return Match(
            game,
            record.setup,
            record.seed,
            seats=record.seats,
            level=record.level,
            practice=practice,
            started=record.started,
        )
    except (BadRequest, BadPosition) as error:
        raise RecordRefused(f"The setup of this record cannot be: {error}.") from error


def check_version(game: Game[Any, Any], version: int) -> None:
    """Refuse a record or a stored match of other rules.

    Raises:
        RecordRefused: names both versions.
    """
    if version != game.rules_version:
        raise RecordRefused(
            f"This match was played by version {version} of the rules of {game.title}; this program has "
            f"version {game.rules_version}, which could play it differently, so it is not replayed."
        )


def replay(match: Match[StateT], record: Record) -> Iterator[Played[StateT]]:
    """Play a record's moves on its opened match, one each time the next is asked for.

    Raises:
        Diverged: a move cannot be played, or the digest after it is not that of the record.
    """
    for number, line in enumerate(record.moves, start=1):
        played = replay_move(match, Move(line.seat, line.move, line.at_ms), number)
        check_digest(match, record.digests.get(number), number, known_good(record.digests, number))
        yield played


def replay_move(match: Match[StateT], entry: Move, number: int) -> Played[StateT]:
    """Play the move `number` of a record, counted from 1. Raises Diverged where it cannot be played."""
    try:
        played = match.add(entry).played
    except (BadMove, Illegal) as error:
        raise Diverged(
            number, f"Move {number}, {entry.move} by seat {entry.seat}, cannot be played: {error}."
        ) from None
    assert played is not None  # a move's step has it
    return played


def known_good(digests: Mapping[int, str], number: int) -> int:
    """The last move before `number` with a digest, which the replay has passed; 0 for the opening."""
    return max((n for n in digests if n < number), default=0)


def check_digest(match: Match[Any], wanted: str | None, number: int, good: int) -> None:
    """Compare the digest after move `number` with the recorded one, if there is one.

    Raises:
        Diverged: they differ; `good` is the last move after which they were known to agree.
    """
    if wanted is None:
        return
    got = match.digest()
    if got != wanted:
        first = f"move {number}" if good == number - 1 else f"one of the moves {good + 1} to {number}"
        raise Diverged(
            number,
            f"The replay differs from the record at {first}: after move {number} the record has the digest "
            f"{wanted}, the replay {got}.",
        )


def add_all(match: Match[Any], entries: Sequence[Entry], digests: Sequence[str]) -> None:
    """Add a stored log to a fresh match; `digests` has the digest after each entry, or an empty text.

    Raises:
        Diverged: an entry cannot be added or leads to another state; its number counts all entries.
    """
    for number, (entry, wanted) in enumerate(zip(entries, digests, strict=True), start=1):
        if isinstance(entry, Move):
            replay_move(match, entry, number)
        else:
            try:
                match.add(entry)
            except UndoRefused as error:
                raise Diverged(number, f"Entry {number} of the log, an undo, is refused: {error}") from None
        check_digest(match, wanted or None, number, number - 1)
