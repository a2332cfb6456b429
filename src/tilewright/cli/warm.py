"""`tilewright warm`: compile the rules of every game now, so that later commands start at once."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

NAME: Final = "warm"
HELP: Final = """Compile the rules of every game now, so that later commands start at once.

Compiled rules are kept in a cache folder of their own for each state of the sources; folders of older sources
are dropped once they have not been warmed for a day."""

#: Seconds after which a cache of other sources is dropped: until then somebody may still work with it.
KEPT: Final = 24 * 3600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None: there is nothing to choose."""


def run(args: argparse.Namespace) -> int:
    """Compile, tell what took how long, and clear up."""
    begin = time.perf_counter()
    from tilewright.core.kernel import CACHE_DIRECTORY

    if not CACHE_DIRECTORY.is_dir():
        print("Compiling the rules; this is done once and takes about half a minute.", flush=True)
    watch = Watch(CACHE_DIRECTORY, _tell)
    sys.meta_path.insert(0, watch)
    try:
        games = importlib.import_module("tilewright.games")
        for module in pkgutil.walk_packages(games.__path__, f"{games.__name__}."):
            importlib.import_module(module.name)  # also what a game loads only when a bot first thinks
    finally:
        sys.meta_path.remove(watch)
    taken = time.perf_counter() - begin
    titles = ", ".join(game.title for game in games.GAMES.values())
    print(f"{titles}: {'compiled' if watch.told else 'ready'} ({taken:.1f} s).")
    if CACHE_DIRECTORY.is_dir():
        os.utime(CACHE_DIRECTORY)
    dropped = drop_old_caches(CACHE_DIRECTORY)
    if dropped:
        print(f"Dropped {len(dropped)} cache{'s' if len(dropped) > 1 else ''} of older sources.")
    return 0


def _tell(name: str, seconds: float) -> None:
    """A line for a module that was compiled."""
    print(f"  {name:<24} {seconds:5.1f} s", flush=True)


class Watch(MetaPathFinder):
    """Times how long each module of the rules takes to load, without those that it imports.

    Kernels compile while their module loads, so that is the time of compiling.
    """

    def __init__(self, cache: Path, tell: Callable[[str, float], None]) -> None:
        """`tell` gets the name and seconds of each module that put something into the folder `cache`."""
        self.cache = cache
        self.tell = tell
        self.told = 0
        self.kept = self.count()
        self.inner: list[float] = [0.0]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module as Python would find it, but timed; None for what is none of ours."""
        if not fullname.startswith(("tilewright.core.", "tilewright.games.")):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return spec
        return spec_from_file_location(
            fullname,
            spec.origin,
            loader=_Timed(fullname, spec.origin, self),
            submodule_search_locations=spec.submodule_search_locations,
        )

    def count(self) -> int:
        """The number of compiled kernels in the cache."""
        return sum(1 for _ in self.cache.rglob("*.nbc"))

    def done(self, name: str, total: float) -> None:
        """A module has loaded in `total` seconds, those that it imported included."""
        own = total - self.inner.pop()
        self.inner[-1] += total
        kept = self.count()
        if kept != self.kept:
            self.kept = kept
            self.told += 1
            self.tell(name.removeprefix("tilewright.").removeprefix("games."), own)


class _Timed(SourceFileLoader):
    """Python's own loader with a clock beside it."""

    def __init__(self, name: str, path: str, watch: Watch) -> None:
        super().__init__(name, path)
        self.watch = watch

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, and tell how long it took."""
        self.watch.inner.append(0.0)
        begin = time.perf_counter()
        try:
            super().exec_module(module)
        finally:
            self.watch.done(module.__name__, time.perf_counter() - begin)


def drop_old_caches(current: Path) -> list[Path]:
    """Drop the caches beside the current one that have not been warmed for long; the dropped ones."""
    dropped = []
    for folder in current.parent.glob("kernels-*"):
        try:
            old = folder != current and time.time() - folder.stat().st_mtime > KEPT
        except OSError:  # somebody else was faster
            continue
        if old:
            shutil.rmtree(folder, ignore_errors=True)
            dropped.append(folder)
    return dropped
