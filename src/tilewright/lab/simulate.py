"""Many games of many levels on all cores; the result depends on the seeds alone.

Threads, because a whole game runs in one call that holds no lock: measured on two cores, processes take twice
the processor time for a pack of levels, since each loads the compiled rules anew. Every chunk of seeds gives
tallies that know of no other chunk; they are put together in the order of the seeds.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Final

import msgspec
import numpy as np

from tilewright.core.game import BadRequest, Game, Setup, Tally

#: Games of one chunk: enough that handing out work costs nothing, few enough that no core waits at the end.
CHUNK: Final = 50

#: Seconds between two reports of progress.
_TICK: Final = 0.1


class Job(msgspec.Struct, frozen=True):
    """One level to be played many times."""

    level: str
    name: str
    game: Game[Any, Any]
    setup: Setup


class Batch(msgspec.Struct, frozen=True):
    """The games of one job that were played, by seed; `wanted` is how many there were to be."""

    job: Job
    wanted: int
    tallies: tuple[Tally, ...]


class Simulation(msgspec.Struct, frozen=True):
    """What a simulation gave, one batch a job; `interrupted` when somebody stopped it before its end."""

    bot: str
    first: int
    games: int
    batches: tuple[Batch, ...]
    interrupted: bool


class _Count:
    """How many games were begun; each chunk counts in a place of its own, so that no lock is needed."""

    def __init__(self, chunks: int) -> None:
        self.begun = [0] * chunks

    def total(self) -> int:
        return sum(self.begun)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate(
    jobs: Sequence[Job],
    bot: str,
    games: int,
    first: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    chunk: int = CHUNK,
) -> Simulation:
    """Let a bot play every job with the seeds `first` to `first + games - 1`.

    `progress` hears the number of games begun, several times a second. An interruption (Ctrl-C) lets the
    games that are being played end, and keeps them and all before.

    Raises:
        BadRequest: some game has no such bot.
        BadRequest, BadPosition: a setup has an error.
    """
    for job in jobs:
        if bot not in job.game.policies:
            choice = ", ".join(job.game.policies)
            raise BadRequest(f"there is no bot {bot!r} for {job.game.name}; choose one of {choice}")
    end = first + games
    starts = range(first, end, chunk)
    tasks = [(job, np.arange(at, min(at + chunk, end), dtype=np.int64)) for job in jobs for at in starts]
    count = _Count(len(tasks))
    stop = threading.Event()

    def run(index: int) -> list[Tally]:
        job, seeds = tasks[index]

        def asked() -> bool:
            if stop.is_set():
                return True
            count.begun[index] += 1
            return False

        return job.game.run_many(job.setup, bot, seeds, asked)

    futures: list[Future[list[Tally]]] = []
    interrupted = False
    with ThreadPoolExecutor(max(1, workers or cores())) as pool:
        try:
            futures += (pool.submit(run, index) for index in range(len(tasks)))
            _await(futures, count, progress)
        except KeyboardInterrupt:
            interrupted = True
        finally:  # after an interruption or a fault, too: end what is being played, begin nothing more
            stop.set()
            for future in futures:
                future.cancel()
    done = [[] if future.cancelled() else future.result() for future in futures]
    done += [[] for _ in range(len(tasks) - len(futures))]
    batches: list[Batch] = []
    for index, job in enumerate(jobs):
        mine = done[index * len(starts) : (index + 1) * len(starts)]
        batches.append(Batch(job, games, tuple(tally for tallies in mine for tally in tallies)))
    return Simulation(bot, first, games, tuple(batches), interrupted)


def _await(
    futures: Sequence[Future[list[Tally]]], count: _Count, progress: Callable[[int], None] | None
) -> None:
    """Wait for all chunks, reporting progress; raises what a chunk raised."""
    waiting = set(futures)
    while waiting:
        done, waiting = wait(waiting, timeout=_TICK, return_when=FIRST_COMPLETED)
        for future in done:
            future.result()
        if progress is not None:
            progress(count.total())
