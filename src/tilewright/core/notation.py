"""Squares, rows and game records: the text that boards and games are written in (rules/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)\Z")


def read_square(text: str) -> tuple[int, int]:
    """A square such as `c4` as (row, column), both from 0; row 1 is the top one, column a the left one.

    Raises:
        ValueError: `text` is no square.
    """
    match = _SQUARE.match(text)
    if match is None:
        raise ValueError(f"{text!r} is no square: write a column letter and a row number, such as c4")
    return int(match[2]) - 1, ord(match[1]) - ord("a")


def write_square(row: int, column: int) -> str:
    """The square in `row`, `column` (both from 0) as text such as `c4`."""
    return f"{chr(ord('a') + column)}{row + 1}"


def write_rows(cells: Iterable[Sequence[str]]) -> list[str]:
    """Cells as rows of text, one blank between two cells."""
    return [" ".join(row) for row in cells]


def read_rows(rows: Sequence[str]) -> list[list[str]]:
    """Rows of text as cells; white space between cells is free.

    Raises:
        ValueError: no rows, or rows of unequal length (the message names the row).
    """
    cells = [row.split() for row in rows]
    if not cells or not cells[0]:
        raise ValueError("the board has no cells: give at least one row")
    for number, row in enumerate(cells, start=1):
        if len(row) != len(cells[0]):
            raise ValueError(f"row {number} has {len(row)} cells, row 1 has {len(cells[0])}")
    return cells


class RecordMove(msgspec.Struct, frozen=True):
    """One line of a record: who moved, what, and how many milliseconds after the start."""

    seat: int
    move: str
    at_ms: int


class Record(msgspec.Struct, frozen=True):
    """A whole game as text: seed + setup + moves; save, replay and bug report are this one thing.

    `digests` maps a number of moves played to the digest of the state then.
    """

    game: str
    rules: str
    rules_version: int
    level: str
    setup: dict[str, object]
    seed: int
    seats: int
    started: str
    moves: tuple[RecordMove, ...] = ()
    digests: dict[int, str] = {}


FORMAT = 1
_LINE = re.compile(r"(\d{1,2}) +(.+?) +(\d+)\Z")
_DIGEST = re.compile(r"# *digest +(\d+) +([0-9a-f]+)\Z")
_KEYS = ("Tilewright-Record", "Game", "Rules", "Rules-Version", "Level", "Seed", "Seats", "Started", "Setup")


class RecordError(ValueError):
    """A record that cannot be read; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        """Name the line and say what is wrong with it and how to mend it."""
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def write_record(record: Record) -> str:
    """The record as text: header, a blank line, one move a line, digests as comments."""
    setup = msgspec.json.encode(record.setup).decode()
    values = (
        str(FORMAT),
        record.game,
        record.rules,
        str(record.rules_version),
        record.level,
        str(record.seed),
        str(record.seats),
        record.started,
        setup,
    )
    lines = [f"{key}: {value}" for key, value in zip(_KEYS, values, strict=True)]
    lines.append("")
    if 0 in record.digests:
        lines.append(f"# digest 0 {record.digests[0]}")
    for played, move in enumerate(record.moves, start=1):
        lines.append(f"{move.seat} {move.move} {move.at_ms}")
        if played in record.digests:
            lines.append(f"# digest {played} {record.digests[played]}")
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """Read a record.

    Raises:
        RecordError: a header key is missing or unreadable, or a line is no move; names the line.
    """
    lines = text.splitlines()
    header: dict[str, tuple[int, str]] = {}
    number = 0
    for number, line in enumerate(lines, start=1):  # `number` ends at the blank line
        if not line.strip():
            break
        if line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        if not colon:
            raise RecordError(number, "a header line reads `Key: value`; a blank line ends the header")
        if key.strip() in header:
            raise RecordError(number, f"the header names {key.strip()} twice")
        header[key.strip()] = (number, value.strip())

    def field(key: str) -> tuple[int, str]:
        if key not in header:
            raise RecordError(max(number, 1), f"the header lacks `{key}:`")
        return header[key]

    def whole(key: str) -> int:
        at_line, value = field(key)
        if not re.fullmatch(r"-?\d{1,19}", value):
            raise RecordError(at_line, f"{key} is a whole number, not {value!r}")
        return int(value)

    if whole("Tilewright-Record") != FORMAT:
        raise RecordError(
            field("Tilewright-Record")[0],
            f"this is record format {whole('Tilewright-Record')}; this version reads format {FORMAT}",
        )
    setup_line, setup_text = field("Setup")
    try:
        setup = msgspec.json.decode(setup_text, type=dict[str, object])
    except msgspec.DecodeError as error:
        raise RecordError(setup_line, f"Setup is one line of JSON: {error}") from None
    seats = whole("Seats")
    moves: list[RecordMove] = []
    digests: dict[int, str] = {}
    for at, line_text in enumerate(lines[number:], start=number + 1):
        stripped = line_text.strip()
        if not stripped:
            continue
        if stripped.startswith("#"):
            if digest := _DIGEST.match(stripped):
                digests[int(digest[1])] = digest[2]
            continue
        match = _LINE.match(stripped)
        if match is None:
            raise RecordError(at, f"{stripped!r} is no move: write `seat move milliseconds`")
        moves.append(RecordMove(int(match[1]), match[2], int(match[3])))
    return Record(
        game=field("Game")[1],
        rules=field("Rules")[1],
        rules_version=whole("Rules-Version"),
        level=field("Level")[1],
        setup=setup,
        seed=whole("Seed"),
        seats=seats,
        started=field("Started")[1],
        moves=tuple(moves),
        digests=digests,
    )
