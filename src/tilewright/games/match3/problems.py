"""What is wrong with a match-3 setup, all at once: first what cannot be read, then what cannot be played.

A problem's `where` is a cell such as `c4`, or a key as level files spell it, such as `moves` or `goals.ice`.
The law: a setup without an error never fails later, in `new` or in `play`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, TypeGuard

from tilewright.core.game import BadPosition, BadRequest, Problem, Setup, Tunable
from tilewright.core.notation import read_square, write_square
from tilewright.games.match3 import rules
from tilewright.games.match3.feasible import Board, board_problems, ready_lines
from tilewright.games.match3.levels import POSITION_TO_LEVEL
from tilewright.games.match3.notation import COLOUR_LETTERS, COLOUR_NAMES, GOAL_KEYS, OPEN, Cell, read_cell
from tilewright.games.match3.position import MOST_WEIGHT, read_position
from tilewright.games.match3.state import LARGEST, LONGEST_DROPS, SMALLEST

#: How many openings of a board with `?` are tried; one without has only one.
OPENINGS: Final = 200

#: Opens a setup with a seed; whether there is a legal move.
Opens = Callable[[Setup, int], bool]

_LETTERS: Final = COLOUR_LETTERS[1:]
_MOST_COUNT: Final = 1_000_000_000


def find_problems(setup: Setup, opens: Opens) -> list[Problem]:
    """Every problem of a setup; `opens` is only asked when nothing else is wrong."""
    found = _Problems()
    values = found.rules(setup.get("rules"))
    position = _table(setup.get("position"))
    if position is None:
        found.error("board", "there is no position", "give at least the rows of a board")
        return found.list
    cells = found.rows(position.get("rows"), coloured=values["coloured_specials"] != 0)
    width = max((len(row) for row in cells), default=0) if cells else LARGEST
    drops = found.drops(position.get("drops"), width)
    weights = found.source(position.get("source"), values)
    goals = found.goals(position.get("goals"))
    found.moves(position.get("moves_left"))
    if not found.failed:
        found.otherwise(setup, position)
    found.mana(position, values)
    if cells:
        whole = not found.broken_board and weights is not None
        board = Board(cells, values, weights or {}, drops, goals, _is_hopper(position), _seats(position))
        found.list.extend(board_problems(board) if whole else ready_lines(board))
    if not found.failed:
        found.openings(setup, cells or [], opens)
    return found.list


def _seats(position: Mapping[str, Any]) -> int:
    """How many seats the position is for, by its lists."""
    lists = [_list(position.get(key)) for key in ("mana", "affinity")]
    return max((len(value) for value in lists if value), default=1)


def _is_hopper(position: Mapping[str, Any]) -> bool:
    """Whether new pieces come from the hopper."""
    return position.get("source") == "hopper"


def _is_table(value: Any) -> TypeGuard[dict[Any, Any]]:
    return isinstance(value, dict)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _table(value: Any) -> dict[Any, Any] | None:
    """A value as a table, or None when it is something else."""
    return value if _is_table(value) else None


def _list(value: Any) -> list[Any] | None:
    """A value as a list, or None when it is something else."""
    return value if _is_list(value) else None


def _near(word: Any, words: Iterable[str]) -> str:
    """What may have been meant, as the beginning of a remedy."""
    near = difflib.get_close_matches(str(word), list(words), n=1)
    return f"did you mean {near[0]}? " if near else ""


def _is_count(value: Any, low: int, high: int) -> bool:
    """Whether a value is a whole number in a range."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


class _Problems:
    """Collects problems; each method reads one part of a setup and returns what of it can be used."""

    def __init__(self) -> None:
        self.list: list[Problem] = []
        self.broken_board = False

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(problem.level == "error" for problem in self.list)

    def add(self, problem: Problem) -> None:
        self.list.append(problem)

    def error(self, where: str, what: str, remedy: str) -> None:
        self.add(Problem(where=where, what=what, remedy=remedy))

    def warning(self, where: str, what: str, remedy: str) -> None:
        self.add(Problem(where=where, what=what, remedy=remedy, level="warning"))

    def cell(self, row: int, column: int, what: str, remedy: str) -> None:
        self.add(Problem(where=write_square(row, column), what=what, remedy=remedy, row=row, column=column))

    def rules(self, given: Any) -> dict[str, int]:
        """The tunables, with defaults in place of what is wrong."""
        try:
            base = rules.base_of(given)
        except BadRequest as error:
            self.error("rules", str(error), f"choose {' or '.join(rules.RULE_SETS)}")
            return {tunable.name: tunable.default for tunable in rules.tunables(rules.DESIGNER)}
        known = {tunable.name: tunable for tunable in rules.tunables(base)}
        values = {name: tunable.default for name, tunable in known.items()}
        for name, value in (_table(given) or {}).items():
            if name != "base":
                self.tunable(name, value, known, values, base)
        return values

    def tunable(
        self, name: Any, value: Any, known: Mapping[str, Tunable], values: dict[str, int], base: str
    ) -> None:
        """One tunable that differs from the preset."""
        where = f"overrides.{name}"
        if not isinstance(name, str) or name not in known:
            remedy = f"{_near(name, known)}level.schema.json lists them"
            self.error(where, f"there is no tunable {name!r} in {base}", remedy)
            return
        tunable = known[name]
        if isinstance(value, bool) and (tunable.low, tunable.high) == (0, 1):
            values[name] = int(value)
        elif not _is_count(value, tunable.low, tunable.high):
            what = f"{name} = {value!r} is out of range ({tunable.rule}: {tunable.meaning})"
            self.error(where, what, f"write a whole number from {tunable.low} to {tunable.high}")
        else:
            assert isinstance(value, int)
            values[name] = value

    def rows(self, rows: Any, *, coloured: bool) -> list[list[Cell]] | None:
        """The cells of the board, or None when there are none; bad and missing ones read as holes."""
        self.broken_board = True
        if rows is None:
            self.error("board", "the board is missing", 'write board = """, one row a line, then """')
            return None
        lines = _list(rows)
        if lines is None or not all(isinstance(line, str) for line in lines):
            self.error("board", "the board is no list of rows", "write one text for each row")
            return None
        texts: list[list[str]] = [line.split() for line in lines]
        if not texts or not any(texts):
            self.error(
                "board", "the board has no cells", f"write at least {SMALLEST} rows of {SMALLEST} cells"
            )
            return None
        before = len(self.list)
        self.shape(texts)
        cells = [
            [self.read(text, r, c, coloured=coloured) for c, text in enumerate(row[:LARGEST])]
            for r, row in enumerate(texts[:LARGEST])
        ]
        self.broken_board = len(self.list) > before
        width = max(len(row) for row in cells)
        return [row + [Cell(hole=True)] * (width - len(row)) for row in cells]

    def shape(self, texts: list[list[str]]) -> None:
        """Size, and rows of one length (M1)."""
        lengths = [len(row) for row in texts]
        width = max(set(lengths), key=lambda length: (lengths.count(length), length))
        for number, length in enumerate(lengths):
            if length != width:
                what = f"row {number + 1} has {length} cells, the others have {width}"
                square = write_square(number, max(0, min(length, width) - 1))
                self.add(
                    Problem(
                        where=square,
                        what=what,
                        remedy=f"give every row {width} cells; a cell outside the shape is #",
                        row=number,
                        column=max(0, min(length, width) - 1),
                    )
                )
        if not (SMALLEST <= len(texts) <= LARGEST and SMALLEST <= width <= LARGEST):
            what = f"the board has {len(texts)} rows and {width} columns (M1)"
            self.error("board", what, f"a board has {SMALLEST} to {LARGEST} of both")
        if all(text == "#" for row in texts for text in row):
            self.error("board", "the board is nothing but holes", "give it floor")

    def read(self, text: str, row: int, column: int, *, coloured: bool) -> Cell:
        """One cell; a hole when it cannot be read."""
        try:
            return read_cell(text, coloured_specials=coloured, open_cells=True)
        except ValueError as error:
            what, _, remedy = str(error).partition(": ")
            if not remedy:
                what, _, remedy = str(error).partition("; ")
            self.cell(row, column, what, remedy or "see the notation of boards")
            return Cell(hole=True)

    def drops(self, drops: Any, width: int) -> dict[int, str]:
        """The scripted drops by column (M41)."""
        columns = {} if drops is None else _table(drops)
        if columns is None:
            self.error("drops", "drops are no table", 'write a line for a column, such as a = "rrb"')
            return {}
        read: dict[int, str] = {}
        for column, letters in columns.items():
            where = f"drops.{column}"
            index = ord(column) - ord("a") if isinstance(column, str) and len(column) == 1 else -1
            if not 0 <= index < width:
                last = chr(ord("a") + width - 1)
                self.error(
                    where, f"there is no column {column!r} on this board", f"its columns are a to {last}"
                )
            elif not isinstance(letters, str) or any(letter not in _LETTERS for letter in letters):
                self.error(where, f"{letters!r} are not all colours", f"write letters out of {_LETTERS}")
            elif len(letters) > LONGEST_DROPS:
                self.error(where, f"these are {len(letters)} drops", f"write at most {LONGEST_DROPS}")
            else:
                read[index] = letters
        return read

    def source(self, source: Any, values: Mapping[str, int]) -> dict[int, int] | None:
        """The colours that new pieces can have, with their weights; None when it cannot be read (M41)."""
        if source is None or source == "none":
            return {}
        if source == "hopper":
            return dict.fromkeys(range(1, values["colours"] + 1), values["hopper_each"])
        weights = _table((_table(source) or {}).get("weights"))
        if weights is None:
            what = f"{source!r} is no source of new pieces"
            self.error("source", what, 'write "none", "hopper" or { weights = { r = 1, b = 1, … } }')
            return None
        read: dict[int, int] = {}
        bad = False
        for letter, weight in weights.items():
            where = f"source.weights.{letter}"
            if not isinstance(letter, str) or len(letter) != 1 or letter not in _LETTERS:
                self.error(where, f"{letter!r} is no colour", f"colours are {' '.join(_LETTERS)}")
                bad = True
            elif not _is_count(weight, 0, MOST_WEIGHT):
                self.error(where, f"{weight!r} is no weight", f"write a whole number from 0 to {MOST_WEIGHT}")
                bad = True
            elif weight > 0:
                read[COLOUR_LETTERS.index(letter)] = weight
        if bad:
            return None
        self.variety(read, values)
        return read

    def variety(self, weights: Mapping[int, int], values: Mapping[str, int]) -> None:
        """One colour alone matches for ever; two nearly do."""
        if not weights:
            self.error(
                "source.weights", "no colour has a weight", 'give some a weight, or write source = "none"'
            )
        elif len(weights) == 1:
            only = COLOUR_NAMES[next(iter(weights))]
            what = f"the source gives {only} alone: cascades would not end (M26)"
            self.error("source.weights", what, "give at least three colours a weight")
        elif len(weights) == 2:
            what = "the source gives two colours: nearly every move starts a long cascade"
            self.warning("source.weights", what, "give at least three colours a weight")
        for colour in weights:
            if colour > values["colours"]:
                what = f"{COLOUR_NAMES[colour]} is not among the {values['colours']} colours in play (M5)"
                self.warning(
                    f"source.weights.{COLOUR_LETTERS[colour]}", what, "raise colours, or take it out"
                )

    def goals(self, goals: Any) -> dict[str, int]:
        """The goals (M40)."""
        counts = {} if goals is None else _table(goals)
        if counts is None:
            self.error("goals", "goals are no table", "write [goals], then one a line, such as r = 10")
            return {}
        if not counts:
            self.warning(
                "goals", "there are no goals: the level cannot be won", "write [goals], then such as r = 10"
            )
            return {}
        read: dict[str, int] = {}
        for key, count in counts.items():
            where = f"goals.{key}"
            if not isinstance(key, str) or key not in GOAL_KEYS[1:]:
                remedy = f"{_near(key, GOAL_KEYS[1:])}goals are {' '.join(GOAL_KEYS[1:])}"
                self.error(where, f"there is no goal {key!r}", remedy)
            elif not _is_count(count, 0, _MOST_COUNT):
                self.error(where, f"{count!r} is no count", f"write a whole number from 1 to {_MOST_COUNT}")
            else:
                read[key] = count
        level: Literal["error", "warning"] = "warning" if any(read.values()) else "error"
        for key, count in read.items():
            if count == 0:
                what = "this goal is met before the first move"
                self.add(Problem(where=f"goals.{key}", what=what, remedy="ask for 1 or more", level=level))
        return read

    def moves(self, moves: Any) -> None:
        """The number of moves (M10): without one a level never ends."""
        if moves is None:
            self.error("moves", "the number of moves is missing", "write such as moves = 20")
        elif moves == 0 and _is_count(moves, 0, 0):
            self.error("moves", "with 0 moves the level is lost before it begins", "give at least 1")
        elif not _is_count(moves, 1, _MOST_COUNT):
            self.error(
                "moves", f"{moves!r} is no number of moves", f"write a whole number from 1 to {_MOST_COUNT}"
            )

    def mana(self, position: Mapping[str, Any], values: Mapping[str, int]) -> None:
        """Mana that no ability can spend, or that the meter cannot hold (M34)."""
        affinities = _list(position.get("affinity")) or []
        mana = _list(position.get("mana")) or []
        full = values["mana_full"]
        if full == 0:
            for key, given in (("affinity", affinities), ("mana", mana)):
                if any(given):
                    what = f"these rules have no abilities, so that {key} does nothing (M34)"
                    self.warning(key, what, "take it out, or set mana_full")
            return
        for seat, units in enumerate(mana):
            if _is_count(units, full + 1, _MOST_COUNT):
                what = f"mana = {units!r} is more than a meter holds (M34)"
                self.error("mana", what, f"write a whole number from 0 to {full}")
            elif _is_count(units, 1, full) and not any(affinities[seat : seat + 1]):
                what = "mana without an affinity does nothing (M34)"
                self.warning("mana", what, 'write an affinity, such as affinity = "r"')

    def otherwise(self, setup: Setup, position: Mapping[str, Any]) -> None:
        """What the reader of positions refuses besides: the rarer keys."""
        try:
            record = rules.rules_record(rules.read_rules(setup.get("rules")))
            read_position(position, record, open_cells=True)
        except (BadPosition, BadRequest) as error:
            text = str(error)
            key = text.split(" ", 1)[0]
            self.error(POSITION_TO_LEVEL.get(key, key), text, "write it so, or leave it out")

    def openings(self, setup: Setup, cells: list[list[Cell]], opens: Opens) -> None:
        """The opening board: no ready-made line, a legal move (M27)."""
        drawn = any(cell.colour < 0 for row in cells for cell in row)
        seeds = range(OPENINGS if drawn else 1)
        try:
            stuck = [seed for seed in seeds if not opens(setup, seed)]
        except BadPosition as error:
            self.refused(str(error))
            return
        if not stuck:
            return
        if not drawn:
            what = "the board has no legal move to begin with (M27)"
            self.error(
                "board", what, f"put three pieces one swap short of a line, or leave cells open ({OPEN})"
            )
        elif len(stuck) == len(seeds):
            what = f"none of {len(seeds)} drawn openings has a legal move and no ready-made line (M27)"
            self.error("board", what, "leave more cells open, or give the source more colours")
        else:
            share = f"{len(stuck)} of {len(seeds)} drawn openings"
            what = f"{share} have no legal move (M27), the first with seed {stuck[0]}"
            self.error("board", what, "leave more cells open, or give the source more colours")

    def refused(self, text: str) -> None:
        """A sentence of `new` that no check above foresaw: with its cell, if it names one."""
        square, _, what = text.partition(": ")
        first = square.split(",")[0]
        try:
            row, column = read_square(first)
        except ValueError:
            self.error("board", text, "change this part of the board")
        else:
            self.cell(row, column, what, "change this cell")
