"""What is stored, as jobs for the store: guests, matches, their logs, and what guests have won."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from tilewright.server.store import Job
from tilewright.table import Entry

#: Open matches that a guest is told of.
_MOST_OPEN: Final = 100


class Guest(msgspec.Struct, frozen=True):
    """A player without sign-up."""

    id: str
    name: str
    recovery: str


class MatchHead(msgspec.Struct, frozen=True):
    """All of a match but its log; `started` is in seconds since 1970."""

    id: str
    guest: str
    level: str
    game: str
    rules_version: int
    setup: dict[str, Any]
    seed: int
    seats: int
    practice: bool
    started: float


class Logged(msgspec.Struct, frozen=True):
    """An entry as it is stored: with the request that asked for it, and the digest of the state after it."""

    entry: Entry
    request: str
    digest: str


class StoredMatch(msgspec.Struct, frozen=True):
    """A match with its log."""

    head: MatchHead
    log: list[Logged]


class Standing(msgspec.Struct, frozen=True):
    """What a match has come to: moves made, whether it is over, and what it won in which level."""

    moves: int
    over: bool
    stars: int = 0
    best: int | None = None


class OpenHead(msgspec.Struct, frozen=True):
    """A match in the list of open ones."""

    id: str
    level: str
    moves: int
    updated: float


class Progress(msgspec.Struct, frozen=True):
    """What a guest has done: stars and best score of levels, and an open match of them."""

    won: dict[str, tuple[int, int | None]]
    open: dict[str, str]


_write = msgspec.json.encode
_read_entry = msgspec.json.Decoder(Entry).decode
_read_setup = msgspec.json.Decoder(dict[str, Any]).decode


def add_guest(guest: Guest, created: str) -> Job[None]:
    """Store a new guest. Raises Conflict where the id or the code is taken."""

    def job(database: sqlite3.Connection) -> None:
        database.execute(
            "INSERT INTO guests (id, name, recovery, created) VALUES (?, ?, ?, ?)",
            (guest.id, guest.name, guest.recovery, created),
        )

    return job


def find_guest(guest: str) -> Job[Guest | None]:
    """The guest with an id."""
    return _guest_where("id", guest)


def find_recovered(recovery: str) -> Job[Guest | None]:
    """The guest with a recovery code."""
    return _guest_where("recovery", recovery)


def _guest_where(column: str, value: str) -> Job[Guest | None]:
    def job(database: sqlite3.Connection) -> Guest | None:
        row = database.execute(
            f"SELECT id, name, recovery FROM guests WHERE {column} = ?", (value,)
        ).fetchone()
        return Guest(*row) if row else None

    return job


def add_match(head: MatchHead, standing: Standing) -> Job[None]:
    """Store a new match without entries. Raises Conflict where its id is taken or its guest unknown."""

    def job(database: sqlite3.Connection) -> None:
        database.execute(
            "INSERT INTO matches (id, guest, level, game, rules_version, setup, seed, seats, practice,"
            " started, updated, moves, over) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                head.id,
                head.guest,
                head.level,
                head.game,
                head.rules_version,
                _write(head.setup).decode(),
                head.seed,
                head.seats,
                head.practice,
                head.started,
                head.started,
                standing.moves,
                standing.over,
            ),
        )

    return job


def load_match(match: str) -> Job[StoredMatch | None]:
    """A match with its log, or None where there is none."""

    def job(database: sqlite3.Connection) -> StoredMatch | None:
        head = _head(database, match)
        if head is None:
            return None
        rows = database.execute(
            "SELECT entry, request, digest FROM entries WHERE match = ? ORDER BY v", (match,)
        )
        return StoredMatch(
            head, [Logged(_read_entry(entry), request, digest) for entry, request, digest in rows]
        )

    return job


def load_head(match: str) -> Job[MatchHead | None]:
    """A match without its log, or None where there is none."""
    return lambda database: _head(database, match)


def _head(database: sqlite3.Connection, match: str) -> MatchHead | None:
    row = database.execute(
        "SELECT id, guest, level, game, rules_version, setup, seed, seats, practice, started FROM matches"
        " WHERE id = ?",
        (match,),
    ).fetchone()
    if row is None:
        return None
    identity, guest, level, game, version, setup, seed, seats, practice, started = row
    return MatchHead(
        identity, guest, level, game, version, _read_setup(setup), seed, seats, bool(practice), started
    )


def append_entry(head: MatchHead, v: int, logged: Logged, standing: Standing, updated: float) -> Job[None]:
    """Store the entry `v` (from 1) of a log, and what the match has come to by it.

    Raises Conflict where the log has such an entry already.
    """

    def job(database: sqlite3.Connection) -> None:
        database.execute(
            "INSERT INTO entries (match, v, entry, request, digest) VALUES (?, ?, ?, ?, ?)",
            (head.id, v, _write(logged.entry).decode(), logged.request, logged.digest),
        )
        database.execute(
            "UPDATE matches SET updated = ?, moves = ?, over = ? WHERE id = ?",
            (updated, standing.moves, standing.over, head.id),
        )
        if standing.stars or standing.best is not None:
            database.execute(
                "INSERT INTO progress (guest, level, stars, best) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET stars = MAX(stars, excluded.stars),"
                " best = COALESCE(MAX(best, excluded.best), best, excluded.best)",
                (head.guest, head.level, standing.stars, standing.best),
            )

    return job


def open_matches(guest: str, versions: Mapping[str, int]) -> Job[list[OpenHead]]:
    """A guest's unfinished matches, newest first; `versions` has the rules version of each game."""
    return lambda database: [OpenHead(*row) for row in _open_rows(database, guest, versions)]


def progress_of(guest: str, versions: Mapping[str, int]) -> Job[Progress]:
    """What a guest has done; of several open matches of a level the newest."""

    def job(database: sqlite3.Connection) -> Progress:
        rows = database.execute("SELECT level, stars, best FROM progress WHERE guest = ?", (guest,))
        won = {level: (stars, best) for level, stars, best in rows}
        newest: dict[str, str] = {}
        for match, level, _, _ in _open_rows(database, guest, versions):
            newest.setdefault(level, match)
        return Progress(won, newest)

    return job


def _open_rows(
    database: sqlite3.Connection, guest: str, versions: Mapping[str, int]
) -> Sequence[tuple[str, str, int, float]]:
    """The open matches whose rules are still those of this program: the others cannot go on."""
    rows = database.execute(
        "SELECT id, level, moves, updated, game, rules_version FROM matches WHERE guest = ? AND over = 0"
        " ORDER BY updated DESC, id LIMIT ?",
        (guest, _MOST_OPEN),
    )
    return [row[:4] for row in rows if versions.get(row[4]) == row[5]]
