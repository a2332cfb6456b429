"""The kernels with every index checked: in ordinary runs an index out of range is silent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CHECKED = (
    "test_goldens.py",
    "test_faults.py",
    "test_conservation.py",
    "test_reshuffle.py",
    "test_largest.py",
)


@pytest.mark.slow
def test_no_kernel_reaches_outside_its_arrays() -> None:
    """Kernels compiled with bounds checks, in a cache of their own, play the same games."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            *(str(HERE / name) for name in CHECKED),
        ],
        cwd=HERE.parents[1],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_an_index_out_of_range_would_be_seen() -> None:
    """The check is on where it must be: inside records, whose planes are arrays in arrays."""
    probe = """
import tilewright.core.kernel
import numba, numpy

@numba.njit
def peek(probes, at):
    return probes[0].plane[at]

peek(numpy.zeros(1, numpy.dtype([("plane", "i1", (4,))])), 4)
"""
    done = subprocess.run(
        [sys.executable, "-c", probe],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert "IndexError" in done.stderr, done.stderr
