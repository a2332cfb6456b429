"""Storage: one SQLite file, one thread that owns it, and commits that many requests share.

A caller hands in a job and gets its result after the commit that makes it durable. Jobs that wait together
are committed together, so a busy server pays for few commits and a quiet one waits for none. Reads go the
same way: nobody ever sees what is not durable.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

DATABASE_FILE: Final = "tilewright.sqlite3"

#: Jobs that share one commit at most.
_MOST_JOBS: Final = 512

#: Seconds to wait for another server that writes to the same file.
_PATIENCE: Final = 5.0

#: The schema, step by step. A step that was released is never changed: add another.
MIGRATIONS: Final = (
    """
    CREATE TABLE guests (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, recovery TEXT NOT NULL UNIQUE, created TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE matches (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL REFERENCES guests (id), level TEXT NOT NULL,
        game TEXT NOT NULL, rules_version INTEGER NOT NULL, setup TEXT NOT NULL,
        seed INTEGER NOT NULL, seats INTEGER NOT NULL, practice INTEGER NOT NULL,
        started REAL NOT NULL, updated REAL NOT NULL,
        moves INTEGER NOT NULL DEFAULT 0, over INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX matches_of_guest ON matches (guest, over, updated);
    CREATE TABLE entries (
        match TEXT NOT NULL REFERENCES matches (id), v INTEGER NOT NULL, entry TEXT NOT NULL,
        request TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (match, v)
    ) WITHOUT ROWID;
    CREATE TABLE progress (
        guest TEXT NOT NULL REFERENCES guests (id), level TEXT NOT NULL, stars INTEGER NOT NULL, best INTEGER,
        PRIMARY KEY (guest, level)
    ) WITHOUT ROWID;
    """,
)

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]


class StoreError(Exception):
    """Nothing was stored, or nobody knows whether it was; the text says why."""


class Conflict(StoreError):
    """Something is stored already under this key: somebody else was faster."""


class Store:
    """The database of one data folder."""

    def __init__(self, path: Path) -> None:
        """Open the file, made and brought up to date if need be.

        Raises:
            StoreError: it cannot be opened, or belongs to a newer Tilewright.
        """
        self.path = path
        self._jobs: queue.SimpleQueue[tuple[Job[Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)  # nobody else's to read
            os.close(handle)
            self._database = sqlite3.connect(path, timeout=_PATIENCE, check_same_thread=False)
            self._database.isolation_level = None  # transactions are begun by hand
            _prepare(self._database)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"The database {path} cannot be opened: {error}.") from error
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def run(self, job: Job[T]) -> T:
        """Run a job in the database's thread; its result once it is durable.

        Raises:
            Conflict: the job met a row that is there already.
            StoreError: the job or the commit failed, or the store is closed.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._closing:
            if self._closed:
                raise StoreError("The server is stopping.")
            self._jobs.put((job, future))
        return await future

    def close(self) -> None:
        """Finish what was handed in, and close the file. May be called twice."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        """The thread: takes all jobs that wait, and commits them at once."""
        ending = False
        while not ending:
            batch = [self._jobs.get()]
            with contextlib.suppress(queue.Empty):
                while len(batch) < _MOST_JOBS:
                    batch.append(self._jobs.get_nowait())
            jobs = [one for one in batch if one is not None]
            ending = len(jobs) < len(batch)
            if jobs:
                _answer(
                    [(future, result) for (_, future), result in zip(jobs, self._commit(jobs), strict=True)]
                )
        self._database.close()

    def _commit(self, jobs: list[tuple[Job[Any], asyncio.Future[Any]]]) -> list[Any]:
        """Run jobs in one transaction: for each its result, or the exception it ends with."""
        database = self._database
        try:
            database.execute("BEGIN IMMEDIATE")
            results = [_run_one(database, job) for job, _ in jobs]
            database.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                database.execute("ROLLBACK")
            return [StoreError(f"The database refused: {error}.") for _ in jobs]
        return results


def _prepare(database: sqlite3.Connection) -> None:
    """Set a connection up and bring the schema up to date."""
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("BEGIN IMMEDIATE")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        database.execute("ROLLBACK")
        raise StoreError(
            f"The saved matches were written by a newer Tilewright (format {version}, this one knows "
            f"{len(MIGRATIONS)}): update Tilewright, or choose another data folder."
        )
    for step in MIGRATIONS[version:]:
        for statement in step.split(";"):
            if statement.strip():
                database.execute(statement)
    database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    database.execute("COMMIT")


def _run_one(database: sqlite3.Connection, job: Job[Any]) -> Any:
    """The result of a job, or its exception; a job that fails leaves nothing behind."""
    database.execute("SAVEPOINT job")
    try:
        result = job(database)
    except Exception as error:  # whatever it is, it belongs to the caller of this job alone
        database.execute("ROLLBACK TO job")
        result = _translated(error)
    database.execute("RELEASE job")
    return result


def _translated(error: Exception) -> Exception:
    """A failure of SQLite in our own words; any other as it is."""
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(f"The database refused: {error}.")
    if isinstance(error, sqlite3.Error):
        return StoreError(f"The database refused: {error}.")
    return error


def _answer(results: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """Hand results back to the loops that wait for them."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for future, result in results:
        by_loop.setdefault(future.get_loop(), []).append((future, result))
    for loop, mine in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, mine)


def _settle(results: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in results:
        if future.done():  # whoever waited has been cancelled
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
