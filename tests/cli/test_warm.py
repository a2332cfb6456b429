"""`tilewright warm`: the caches it keeps and drops."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tilewright.cli import main, warm
from tilewright.core.kernel import CACHE_DIRECTORY


def test_warm_is_quiet_when_there_is_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warm"]) == 0
    capsys.readouterr()
    assert main(["warm"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[0].startswith("Match-3: ready (")


def test_caches_of_older_sources_are_dropped_after_a_day(tmp_path: Path) -> None:
    names = ["kernels-now", "kernels-young", "kernels-old", "other"]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "x").touch()
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / "kernels-young", (time.time() - 3600,) * 2)
    dropped = warm.drop_old_caches(tmp_path / "kernels-now")
    assert [path.name for path in dropped] == ["kernels-old"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kernels-now", "kernels-young", "other"]


def test_modules_are_timed_without_what_they_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, float]] = []
    watch = warm.Watch(tmp_path, lambda name, seconds: told.append((name, seconds)))
    for total, inner in ((5.0, 3.0), (2.0, 0.0)):
        watch.inner.append(inner)
        (tmp_path / f"{total}.nbc").touch()
        watch.done("tilewright.games.toy.rules", total)
    watch.inner.append(0.0)
    watch.done("tilewright.core.rng", 1.0)
    assert told == [("toy.rules", 2.0), ("toy.rules", 2.0)]
    assert watch.told == 2


def test_a_fresh_process_times_the_modules_of_the_rules() -> None:
    code = """
import pathlib, sys
from tilewright.cli import warm
watch = warm.Watch(pathlib.Path("nowhere"), print)
watch.done = lambda name, seconds: print(name)
sys.meta_path.insert(0, watch)
import tilewright.games
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, env=os.environ, check=True
    )
    names = done.stdout.split()
    assert "tilewright.core.rng" in names
    assert any(name.endswith(".turn") for name in names)
    assert not any(name.startswith("tilewright.cli") for name in names)


def test_using_a_cache_marks_it_as_used() -> None:
    if not CACHE_DIRECTORY.is_dir():
        pytest.skip("nothing is cached here")
    os.utime(CACHE_DIRECTORY, (0, 0))
    assert warm.run(SimpleNamespace()) == 0  # type: ignore[arg-type]
    assert time.time() - CACHE_DIRECTORY.stat().st_mtime < 60
