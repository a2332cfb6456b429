"""One line for each step, with the time it took; on a terminal, a running line for what goes on now."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

_WIDTH = 52


class Progress:
    """The steps going on at this moment; several may, each in a thread of its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._going_on: dict[str, float] = {}
        self._stop = threading.Event()
        self._ticker: threading.Thread | None = None
        self._drawn = False

    def __enter__(self) -> Self:
        if sys.stdout.isatty():
            self._ticker = threading.Thread(target=self._tick, daemon=True)
            self._ticker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._ticker:
            self._ticker.join()
        with self._lock:
            self._wipe()

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """Tells of a step when it is over: how it went and how long it took."""
        started = time.monotonic()
        with self._lock:
            self._going_on[title] = started
        mark = "failed"
        try:
            yield
            mark = ""
        finally:
            with self._lock:
                self._going_on.pop(title, None)
                self._wipe()
                print(f"  {title:<{_WIDTH}} {time.monotonic() - started:6.1f} s  {mark}".rstrip(), flush=True)

    def say(self, text: str) -> None:
        with self._lock:
            self._wipe()
            print(text, flush=True)

    def _tick(self) -> None:
        while not self._stop.wait(0.5):
            with self._lock:
                if self._going_on:
                    seconds = time.monotonic() - min(self._going_on.values())
                    line = f"  … {', '.join(self._going_on)} ({seconds:.0f} s)"
                    print(f"\r\x1b[K{line[:78]}", end="", flush=True)
                    self._drawn = True

    def _wipe(self) -> None:
        if self._drawn:
            print("\r\x1b[K", end="", flush=True)
            self._drawn = False


def together(*jobs: Callable[[], None]) -> None:
    """Does several jobs at the same time; after all have ended, raises what the first of them failed of."""
    failures: list[BaseException] = []

    def guarded(job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as error:  # handed on below, in the thread that waits
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():  # in slices, so that Ctrl-C is noticed on every system
            thread.join(0.2)
    if failures:
        raise failures[0]
