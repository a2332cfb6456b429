"""The messages between server and browser, by docs/protocol.md; the client's types come from here."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from tilewright.core.events import Event

#: The largest whole number that every browser reads exactly.
LARGEST_NUMBER: Final = (1 << 53) - 1

#: Bytes of the largest frame or request body that is read; a real one has a hundred.
LARGEST_MESSAGE: Final = 4096

RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Text = Annotated[str, msgspec.Meta(max_length=200)]
SeedNumber = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_NUMBER)]

Cause = Literal["hello", "undo", "restart", "resync"]


# ── what both sides show ──


class Goal(msgspec.Struct, frozen=True):
    """A goal: `left` of `of` are still to do."""

    key: str
    left: int
    of: int


class LedgerLine(msgspec.Struct, frozen=True):
    """A part of the final total: the `score`, or what was added for `mana` or `moves` left."""

    what: str
    points: int


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended; `ledger` is empty where the total is the score and nothing else."""

    result: str
    reason: str
    winners: list[int]
    totals: list[int]
    ledger: list[LedgerLine]


class LevelInfo(msgspec.Struct, frozen=True):
    """The level of a match; `next` is the level to play after it."""

    id: str
    number: int
    name: str
    idea: str
    next: str | None
    theme: str


class RuleSwitches(msgspec.Struct, frozen=True):
    """What the rules of the match allow that a player must know of beforehand.

    `multipliers` are of the points of cascade 0, 1, 2 and so on, the last also of all after it; empty
    where the rules name none.
    """

    taps: bool
    multipliers: list[int]


class Mana(msgspec.Struct, frozen=True):
    """The player's meter: `left` of `full` units are there to spend on the ability of the affinity.

    `free_moves` are the next moves that cost nothing.
    """

    left: int
    full: int
    affinity: str
    ability: str
    free_moves: int


class Shown(msgspec.Struct, frozen=True):
    """All that a client shows of a position; the notation's object is in `position`, less what is hidden."""

    rows: list[str]
    position: dict[str, Any]
    legal: list[str]
    outcome: Outcome | None
    can_undo: bool
    undo_reason: str
    moves_made: int
    score: int
    goals: list[Goal]
    moves_left: int | None
    stars: int
    level: LevelInfo
    practice: bool
    rules: RuleSwitches
    mana: Mana | None


# ── server → client over the socket ──


class Position(msgspec.Struct, frozen=True, tag_field="type", tag="position"):
    """The whole truth; shown without animation."""

    v: int
    cause: Cause
    state: Shown


class Played(msgspec.Struct, frozen=True, tag_field="type", tag="played"):
    """A move was made."""

    v: int
    seat: int
    move: str
    events: list[Event]
    points: int
    state: Shown


class Accepted(msgspec.Struct, frozen=True, tag_field="type", tag="accepted"):
    """The request with this id is stored."""

    id: str
    v: int


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """The request with this id changed nothing; `message` is a sentence for the player."""

    id: str
    v: int
    code: str
    message: str


class HintGiven(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """A good move on the position `v`, and the same as a sentence."""

    id: str
    v: int
    move: str
    sentence: str


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping, with its `t`."""

    t: float


class Failure(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    """What is no answer to a request; unless the code is `bad-frame`, the connection then closes."""

    code: str
    message: str


ServerFrame = Position | Played | Accepted | Refused | HintGiven | Pong | Failure


# ── client → server over the socket ──


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first frame: what the client has already, −1 for nothing."""

    since: int = -1


class MoveWanted(msgspec.Struct, frozen=True, tag_field="type", tag="move"):
    """Play a move on the position `v`."""

    id: RequestId
    v: int
    move: Text


class UndoWanted(msgspec.Struct, frozen=True, tag_field="type", tag="undo"):
    """Take the last move back."""

    id: RequestId
    v: int


class RestartWanted(msgspec.Struct, frozen=True, tag_field="type", tag="restart"):
    """Start the level again, with the same seed or another."""

    id: RequestId
    v: int
    seed: SeedNumber | None = None


class HintWanted(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """Ask for a good move."""

    id: RequestId
    v: int


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Answered by a pong with the same `t`."""

    t: float


Change = MoveWanted | UndoWanted | RestartWanted
ClientFrame = Hello | MoveWanted | UndoWanted | RestartWanted | HintWanted | Ping


# ── over HTTP ──


class Me(msgspec.Struct, frozen=True):
    """Who the caller is, and the code that brings this guest back on another device."""

    name: str
    recovery: str


class Recovery(msgspec.Struct, frozen=True):
    """A recovery code, as its owner typed it."""

    recovery: Text


class LevelCard(msgspec.Struct, frozen=True):
    """A level in the list, with what this guest has done in it."""

    id: str
    number: int
    name: str
    idea: str
    author: str
    rows: list[str]
    moves: int | None
    goals: list[Goal]
    rules: str
    stars: int
    best: int | None
    open: str | None
    theme: str


class Pack(msgspec.Struct, frozen=True):
    """Levels in their order."""

    id: str
    title: str
    theme: str
    levels: list[LevelCard]


class GameCard(msgspec.Struct, frozen=True):
    """A game and its packs."""

    name: str
    title: str
    packs: list[Pack]


class NewMatch(msgspec.Struct, frozen=True):
    """Start a match on a level; without a seed the server draws one."""

    level: Text
    seed: SeedNumber | None = None
    practice: bool = False


class MatchMade(msgspec.Struct, frozen=True):
    """The id of a new match."""

    match: str


class OpenMatch(msgspec.Struct, frozen=True):
    """An unfinished match of the caller; `updated` is a time in UTC, ISO 8601."""

    match: str
    level: str
    moves: int
    updated: str


class RuleExample(msgspec.Struct, frozen=True, omit_defaults=True):
    """An executed example of the rules page; `move` is empty where it only shows a position."""

    rule: str
    text: str
    rows: list[str]
    move: str
    events: list[Event]
    after: list[str]
    points: int
    illegal: str | None = None


class RuleSection(msgspec.Struct, frozen=True):
    """A heading of the rules page, its Markdown and its examples."""

    title: str
    text: str
    examples: list[RuleExample]


class RuleBook(msgspec.Struct, frozen=True):
    """The rules of a game."""

    title: str
    sections: list[RuleSection]


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, for a program and for a person."""

    code: str
    message: str


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The body of an answer with a 4xx or 5xx status."""

    error: Fault


_encode: Final = msgspec.json.Encoder().encode
read_frame: Final = msgspec.json.Decoder(ClientFrame).decode


def write(message: msgspec.Struct | list[Any]) -> str:
    """A message as JSON text."""
    return _encode(message).decode()


class _Identified(msgspec.Struct, frozen=True):
    """As much of a broken frame as is needed to answer it."""

    id: RequestId


_read_id: Final = msgspec.json.Decoder(_Identified).decode


def id_of(text: str) -> str | None:
    """The id of a frame that is no request of this protocol, if it has one."""
    try:
        return _read_id(text).id
    except (msgspec.DecodeError, UnicodeError):
        return None
