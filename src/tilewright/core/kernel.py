"""Compile rules kernels: Python functions with annotated types, compiled by Numba, cached safely.

Numba's own cache notices a change in the file of a kernel, not in a file whose constants it uses, and then
returns wrong results without a word. So the cache directory carries a hash of every kernel source: any change
gives a new directory. Import this module before anything else imports numba.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

import numpy as np

PACKAGE: Final = Path(__file__).resolve().parent.parent


def kernel_sources() -> list[Path]:
    """Every file whose text can change what a compiled kernel does, sorted."""
    return sorted([*(PACKAGE / "core").rglob("*.py"), *(PACKAGE / "games").rglob("*.py")])


def source_hash() -> str:
    """A hash of all kernel sources and the Python that runs them, as 16 hex digits."""
    digest = hashlib.sha256(sys.version.encode())
    for path in kernel_sources():
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled kernels are kept: $TILEWRIGHT_CACHE, the user's cache folder, or a temporary one."""
    wanted = os.environ.get("TILEWRIGHT_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    candidates = [
        Path(wanted) if wanted else None,
        Path(home) / "tilewright" if home else None,
        Path.home() / ".cache" / "tilewright",
    ]
    for candidate in candidates:
        if candidate is not None and _writable(candidate):
            return candidate
    return Path(tempfile.mkdtemp(prefix="tilewright-"))


def _writable(folder: Path) -> bool:
    """Whether files can be made in `folder` (which is created)."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _set_cache_directory() -> Path:
    """Point Numba's cache at the directory of the present sources."""
    flags = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    directory = cache_root() / f"kernels-{source_hash()}{flags}"
    os.environ["NUMBA_CACHE_DIR"] = str(directory)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(directory)
    return directory


CACHE_DIRECTORY: Final = _set_cache_directory()

import numba as nb  # noqa: E402  (the cache directory must be set before Numba reads it)

#: For type checkers: inside a kernel a plane is a flat row of small integers, codes a row of move codes,
#: words the records of an array as rows of 64-bit words, which is the fastest way to copy one.
Plane = list[int]
Codes = list[int]
Words = Any
#: An unsigned index. Numba gives a signed index a test for negative values, and that test alone keeps a loop
#: over a plane from becoming vector code (measured: 21 times slower).
Index = int

#: Casts that kernels use to keep a value narrow or unsigned.
byte: Final = cast("Callable[[int], int]", np.int8)
unsigned: Final = cast("Callable[[int], int]", np.uint64)
signed: Final = cast("Callable[[int], int]", np.int64)

P = ParamSpec("P")
R = TypeVar("R")

_SCALARS: Final[dict[str, Any]] = {
    "None": nb.void,
    "int": nb.int64,
    "bool": nb.boolean,
    "float": nb.float64,
    "Index": nb.uint64,
    "EventBuffer": nb.types.Array(nb.int64, 2, "C"),
    "Codes": nb.types.Array(nb.int32, 1, "C"),
    "Words": nb.types.Array(nb.uint64, 2, "C"),
}


class Compiler:
    """Turns annotated functions into kernels; one for each game, since each has records of its own.

    `records` maps the name used in annotations to a structured dtype; `Plane` is the type of the planes.
    """

    def __init__(self, **records: np.dtype[np.void]) -> None:
        """Register the record types; `NameArray` stands for an array of `Name` records."""
        self._types = dict(_SCALARS)
        for name, dtype in records.items():
            record: Any = nb.from_dtype(dtype)
            self._types[name] = record
            self._types[f"{name}Array"] = nb.types.Array(record, 1, "C")
            for field in dtype.names or ():
                nested = dtype[field].subdtype
                if nested is not None and nested[0] == np.int8 and len(nested[1]) == 1:
                    self._types.setdefault("Plane", record.typeof(field))

    def kernel(self, function: Callable[P, R], **options: Any) -> Callable[P, R]:
        """Compile a function by its annotations: a top-level entry, cached on disk, releasing the GIL."""
        annotations = dict(function.__annotations__)
        returns = self._types[annotations.pop("return")]
        signature = returns(*[self._types[name] for name in annotations.values()])
        compiled = nb.njit(signature, cache=True, nogil=True, **options)(function)
        result: Callable[P, R] = compiled
        return result

    def inlined(self, function: Callable[P, R]) -> Callable[P, R]:
        """Compile a small helper that is always inlined into its callers."""
        return self.kernel(function, forceinline=True)

    def pasted(self, function: Callable[P, R]) -> Callable[P, R]:
        """Paste the body of a function into its callers, never compiling it on its own.

        For a function that calls much and is called at one place: a kernel costs the compiling of all it
        calls.
        """
        compiled = nb.njit(inline="always")(function)
        result: Callable[P, R] = compiled
        return result
