"""Where each key of a TOML text stands: parsers give values, an editor wants lines.

The scan reads text that a TOML parser has already accepted, so it need not check anything itself.
"""

from __future__ import annotations

import re
from typing import Final

#: A key's path in the document; the parts that are numbers count the items of an array, or the lines of a
#: text that are not blank.
KeyPath = tuple[str | int, ...]

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}\n#]+")
_GAP: Final = re.compile(r"[ \t\r]*")
_LONG_GAP: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_QUOTED: Final = {'"': re.compile(r'"(?:\\.|[^"\\])*"'), "'": re.compile(r"'[^']*'")}
_TALL: Final = {
    '"': re.compile(r'"""\r?\n?((?:\\.|[^\\])*?)"""(?!")', re.DOTALL),
    "'": re.compile(r"'''\r?\n?(.*?)'''(?!')", re.DOTALL),
}


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line, from 1, of every key, table, array item and line of a tall text of a valid TOML document."""
    return _Scan(text).document()


class _Scan:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.arrays: dict[KeyPath, int] = {}  # how many tables an array of tables has so far

    def document(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        while True:
            self.skip(_LONG_GAP)
            if self.at >= len(self.text):
                return self.lines
            if self.peek() == "[":
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> KeyPath:
        """Read `[a.b]` or `[[a.b]]`."""
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        here = self.at
        named = self.key(())
        self.at += 2 if array else 1
        path: KeyPath = ()
        for part in named:
            path = (*path, part)
            if array and len(path) - sum(isinstance(one, int) for one in path) == len(named):
                self.note(path, here)
                self.arrays[path] = self.arrays.get(path, 0) + 1
            if path in self.arrays:  # a table in an array belongs to its last one
                path = (*path, self.arrays[path] - 1)
        self.note(path, here)
        return path

    def pair(self, table: KeyPath) -> None:
        """Read `key = value`."""
        here = self.at
        path = self.key(table)
        self.at += 1  # the sign between them
        self.skip(_GAP)
        self.note(path, here)
        self.value(path)

    def key(self, path: KeyPath) -> KeyPath:
        """Read a key, dotted or not, up to what follows it."""
        while True:
            self.skip(_GAP)
            quoted = _QUOTED.get(self.peek())
            part = self.skip(quoted or _BARE)
            path = (*path, part[1:-1] if quoted else part)
            self.skip(_GAP)
            if self.peek() != ".":
                return path
            self.at += 1

    def value(self, path: KeyPath) -> None:
        """Read a value, noting what stands in it."""
        sign = self.peek()
        if self.text.startswith(sign * 3, self.at) and sign in _TALL:
            self.tall(path, sign)
        elif sign in _QUOTED:
            self.skip(_QUOTED[sign])
        elif sign == "[":
            self.items(path)
        elif sign == "{":
            self.inline(path)
        else:
            self.skip(_SCALAR)

    def tall(self, path: KeyPath, sign: str) -> None:
        """Read a text of several lines."""
        match = _TALL[sign].match(self.text, self.at)
        if match is None:
            self.at = len(self.text)
            return
        place, count = match.start(1), 0
        for line in match[1].splitlines(keepends=True):
            if line.strip():
                self.note((*path, count), place)
                count += 1
            place += len(line)
        self.at = match.end()

    def items(self, path: KeyPath) -> None:
        """Read an array."""
        self.at += 1
        for count in range(len(self.text)):
            self.skip(_LONG_GAP)
            if self.peek() != "]":
                self.note((*path, count), self.at)
                self.value((*path, count))
                self.skip(_LONG_GAP)
            if self.peek() == ",":
                self.at += 1
            else:
                break
        self.at += 1

    def inline(self, path: KeyPath) -> None:
        """Read an inline table."""
        self.at += 1
        while True:
            self.skip(_LONG_GAP)
            if self.peek() in ("}", ""):
                break
            self.pair(path)
            self.skip(_LONG_GAP)
            if self.peek() == ",":
                self.at += 1
        self.at += 1

    def note(self, path: KeyPath, place: int) -> None:
        """Remember the line of a path, and of the tables above it that no line of their own names."""
        line = self.text.count("\n", 0, place) + 1
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def skip(self, pattern: re.Pattern[str]) -> str:
        """Step over what the pattern matches here, and return it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]
