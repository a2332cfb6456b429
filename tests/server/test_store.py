"""The store: durable answers, shared commits, failures that stay with their job."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import asynchronous
from tilewright.server.store import DATABASE_FILE, MIGRATIONS, Conflict, Store, StoreError

GUEST = "INSERT INTO guests (id, name, recovery, created) VALUES (?, 'N', ?, 'now')"


def insert(name: str) -> Any:
    return lambda database: database.execute(GUEST, (name, f"code of {name}")) and None


def names(database: sqlite3.Connection) -> list[str]:
    return [name for (name,) in database.execute("SELECT id FROM guests ORDER BY id")]


def on_disk(path: Path) -> list[str]:
    """The guests that another process would find."""
    with sqlite3.connect(path) as database:
        found = names(database)
    database.close()
    return found


@asynchronous
async def test_what_was_answered_is_on_disk(tmp_path: Path) -> None:
    store = Store(tmp_path / DATABASE_FILE)
    try:
        await store.run(insert("a"))
        assert on_disk(store.path) == ["a"]
    finally:
        store.close()


@asynchronous
async def test_jobs_that_wait_share_a_commit_and_fail_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / DATABASE_FILE)
    try:
        gate = threading.Event()
        transactions: list[int] = []

        def noted(name: str) -> Any:
            def job(database: sqlite3.Connection) -> None:
                transactions.append(database.total_changes)
                database.execute(GUEST, (name, f"code of {name}"))

            return job

        def half(database: sqlite3.Connection) -> None:
            database.execute(GUEST, ("half", "half"))
            raise KeyError("half done")

        blocker = asyncio.ensure_future(store.run(lambda _: gate.wait()))
        waiting = [
            asyncio.ensure_future(store.run(job))
            for job in (
                noted("a"),
                insert("a"),
                half,
                noted("b"),
                lambda database: database.execute("NONSENSE"),
            )
        ]
        await asyncio.sleep(0)
        gate.set()
        await blocker
        a, twice, broken, b, nonsense = await asyncio.gather(*waiting, return_exceptions=True)
        assert (a, b) == (None, None)
        assert isinstance(twice, Conflict)
        assert isinstance(broken, KeyError)
        assert type(nonsense) is StoreError
        assert on_disk(store.path) == ["a", "b"]
        assert len(transactions) == 2
    finally:
        store.close()


@asynchronous
async def test_a_commit_that_fails_fails_everybody_in_it(tmp_path: Path) -> None:
    store = Store(tmp_path / DATABASE_FILE)
    try:
        await store.run(insert("before"))

        def sabotage(database: sqlite3.Connection) -> None:
            database.execute("ROLLBACK")  # as the database does by itself when the disk is full

        results = await asyncio.gather(
            store.run(insert("a")), store.run(sabotage), store.run(insert("b")), return_exceptions=True
        )
        assert any(isinstance(result, StoreError) for result in results)
        stored = [name for name, result in zip("a-b", results, strict=True) if result is None]
        assert on_disk(store.path) == [*stored, "before"]
        await store.run(insert("after"))
    finally:
        store.close()


@asynchronous
async def test_one_who_gave_up_waiting_disturbs_nobody(tmp_path: Path) -> None:
    store = Store(tmp_path / DATABASE_FILE)
    try:
        given_up = asyncio.ensure_future(store.run(insert("a")))
        await asyncio.sleep(0)
        given_up.cancel()
        await store.run(insert("b"))
        assert on_disk(store.path) == ["a", "b"]
    finally:
        store.close()


@asynchronous
async def test_a_closed_store_has_finished_and_takes_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / DATABASE_FILE)
    last = asyncio.ensure_future(store.run(insert("last")))
    await asyncio.sleep(0)
    await asyncio.to_thread(store.close)
    await last
    assert on_disk(store.path) == ["last"]
    with pytest.raises(StoreError, match="stopping"):
        await store.run(insert("late"))
    store.close()


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / DATABASE_FILE
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    database.close()
    with pytest.raises(StoreError, match="newer Tilewright"):
        Store(path)


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / DATABASE_FILE
    path.write_text("no database at all, but long enough to be looked at as one" * 20)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(path)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="rights are a matter of Unix")
def test_nobody_else_may_read_the_database(tmp_path: Path) -> None:
    path = tmp_path / DATABASE_FILE
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
