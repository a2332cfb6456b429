"""A level file as text: read, with the line of every key, and what can be wrong with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from tilewright.content.lines import KeyPath, key_lines

#: The format of level files that this version reads and writes.
FORMAT: Final = 1

_SYNTAX: Final = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)\Z", re.DOTALL)


class LevelProblem(msgspec.Struct, frozen=True):
    """What is wrong with a level file, where, and how to mend it.

    `line` counts from 1; `where` is a cell such as `c4` or a key such as `goals.ice`; `row` and `column`
    count from 0 and are given for cells.
    """

    file: str
    line: int | None
    where: str
    what: str
    remedy: str
    level: Literal["error", "warning"] = "error"
    row: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        """The problem as one line, such as `my.toml:7: c4: … – …`."""
        place = f"{self.file}:{self.line}" if self.line is not None else self.file
        where = f" {self.where}:" if self.where else ""
        return f"{place}:{where} {self.what} – {self.remedy}"


class LevelError(ValueError):
    """A level that cannot be read or played; `problems` holds all that is wrong with it."""

    def __init__(self, problems: Sequence[LevelProblem]) -> None:
        """The message is one line for each error."""
        super().__init__("\n".join(str(problem) for problem in problems if problem.level == "error"))
        self.problems = tuple(problems)


class Document(msgspec.Struct, frozen=True):
    """A level file: its text, its values, and the line of each key."""

    file: str
    text: str
    data: Mapping[str, Any]
    lines: Mapping[KeyPath, int]

    def line_of(self, key: str) -> int:
        """The line of a dotted key, or of the nearest table above it; 1 for a key that is missing."""
        path: KeyPath = tuple(key.split("."))
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path[:-1]
        return 1


def read_document(path: Path) -> Document:
    """Read a level file.

    Raises:
        LevelError: it cannot be read, is no UTF-8 or no TOML; names the line.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        what = f"cannot be read: {error.strerror or error}"
        raise LevelError([LevelProblem(str(path), None, "", what, "check its name and rights")]) from None
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise LevelError(
            [LevelProblem(str(path), line, "", "this is no UTF-8 text", "save the file as UTF-8")]
        ) from None
    return parse_document(text, str(path))


def parse_document(text: str, file: str) -> Document:
    """A level document from its text; `file` is its name in messages.

    Raises:
        LevelError: the text is no TOML; names the line.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        match = _SYNTAX.match(str(error))
        last = text.count("\n") + 1
        line = int(match[2]) if match and match[2] else last
        what = f"this is no TOML: {match[1] if match else error}"
        if match and match[3]:
            what += f" (column {match[3]})"
        remedy = 'mend this line; texts stand in "quotes", a board in """three of them"""'
        raise LevelError([LevelProblem(file, line, "", what, remedy)]) from None
    return Document(file, text, data, key_lines(text))
