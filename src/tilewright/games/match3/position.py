"""Position objects of the notation: read into a state, and written back (rules/notation.md)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from tilewright.core.game import BadPosition
from tilewright.core.notation import read_rows, write_square
from tilewright.games.match3.notation import (
    COLOUR_LETTERS,
    GOAL_KEYS,
    OPEN_TOKEN,
    SQUARES,
    read_token,
    square_place,
    token_text,
)
from tilewright.games.match3.state import (
    ARTIFACT,
    COLOURS,
    LARGEST,
    LONGEST_DROPS,
    NO_GOAL,
    PLANE,
    SEATS,
    SMALLEST,
    SOURCE_HOPPER,
    SOURCE_NONE,
    SOURCE_WEIGHTS,
    STATE_DTYPE,
    STRIDE,
    UNLIMITED,
)

T = TypeVar("T")
Records = NDArray[np.void]

MOST_WEIGHT: Final = 1_000_000
MOST_COUNT: Final = 1_000_000_000
_SEED_MASK: Final = 0xFFFFFFFFFFFFFFFF

#: What `write_position` wants to know of the position that a state began with.
_KEPT: Final = ("drops", "source", "goals", "mana", "charge", "affinity", "free_moves", "seat")

#: Where the planes lie in a packed cell: plane, shift, mask (see state.token_of).
_PACKED: Final = (
    ("colour", 0, 7),
    ("special", 3, 7),
    ("ice", 6, 15),
    ("grass", 10, 15),
    ("box", 14, 15),
    ("cell", 18, 1),
)
assert STATE_DTYPE.names is not None
assert STATE_DTYPE.names[: len(_PACKED)] == tuple(name for name, _, _ in _PACKED)
_SHIFTS: Final = np.array([shift for _, shift, _ in _PACKED]).reshape(-1, 1, 1)
_MASKS: Final = np.array([mask for _, _, mask in _PACKED]).reshape(-1, 1, 1)
_HOLE: Final = np.array([name == "cell" for name, _, _ in _PACKED], dtype=np.int64).reshape(-1, 1, 1)


def read_position(
    position: Mapping[str, Any], rules: Records, *, open_cells: bool
) -> tuple[Records, list[int]]:
    """A position as an array of one state; fills in the source and drops of `rules`.

    Returns the state and the places of its open cells (`?`) in reading order.

    Raises:
        BadPosition: names the cell or the key that is wrong.
    """
    state = np.zeros(1, dtype=STATE_DTYPE)
    places = _read_board(position.get("rows"), state, rules, open_cells=open_cells)
    _read_drops(position.get("drops"), state, rules)
    _read_source(position.get("source"), rules)
    _read_goals(position.get("goals"), state)
    state["rng"][0] = np.uint64(whole(position, "seed", 0, -(1 << 63), _SEED_MASK) & _SEED_MASK)
    state["moves_left"][0] = whole(position, "moves_left", UNLIMITED, 0, MOST_COUNT)
    state["tray"][0] = whole(position, "tray", UNLIMITED, 0, MOST_COUNT)
    state["free_moves"][0] = whole(position, "free_moves", 0, 0, MOST_COUNT)
    _read_seats(position, state)
    return state, places


def whole(position: Mapping[str, Any], key: str, absent: int, low: int, high: int) -> int:
    """The whole number under `key`, or `absent` where the key is missing or empty.

    Raises:
        BadPosition: not a whole number from `low` to `high`.
    """
    value = position.get(key)
    if value is None or value == "":
        return absent
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{key} is a whole number from {low} to {high}, not {value!r}")
    return value


def read_object(value: Any, remedy: str) -> dict[Any, Any]:
    """`value` as an object of keys and values.

    Raises:
        BadPosition: it is none; the message is the remedy.
    """
    return _convert(value, dict[Any, Any], remedy)


def _convert(value: Any, kind: type[T], remedy: str) -> T:
    """`value` checked to be of this kind; BadPosition with the remedy where it is not."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise BadPosition(remedy) from None


def _read_board(rows: Any, state: Records, rules: Records, *, open_cells: bool) -> list[int]:
    """Read the rows into the planes; returns the places of open cells."""
    lines = _convert(rows, list[str], "rows are a list of texts, one for each row of the board")
    try:
        cells = read_rows(lines)
    except ValueError as error:
        raise BadPosition(str(error)) from None
    height, width = len(cells), len(cells[0])
    if not (SMALLEST <= height <= LARGEST and SMALLEST <= width <= LARGEST):
        raise BadPosition(
            f"the board is {height}×{width}; it has {SMALLEST} to {LARGEST} rows and columns (M1)"
        )
    state["height"][0], state["width"][0] = height, width
    coloured = bool(rules["coloured_specials"][0])
    try:
        tokens = [read_token(text, coloured, open_cells) for row in cells for text in row]
    except ValueError:
        _refuse_cell(cells, coloured, open_cells)
        raise
    board = np.array(tokens).reshape(height, width)
    planes_of(state, height, width)[...] = ((board >> _SHIFTS) & _MASKS) ^ _HOLE
    state["artifacts"][0] = np.count_nonzero(state["special"] == ARTIFACT)
    if open_cells:
        return [square_place(i // width, i % width) for i, token in enumerate(tokens) if token & OPEN_TOKEN]
    return []


def _refuse_cell(cells: list[list[str]], coloured: bool, open_cells: bool) -> None:
    """Raise BadPosition for the first cell that cannot be read."""
    for r, row in enumerate(cells):
        for c, text in enumerate(row):
            try:
                read_token(text, coloured, open_cells)
            except ValueError as error:
                raise BadPosition(f"{write_square(r, c)}: {error}") from None


def planes_of(state: Records, height: int, width: int) -> NDArray[np.int8]:
    """The board in all planes of a state at once, in the order of _PACKED; a view, to read and to write."""
    planes: NDArray[np.int8] = state.view(np.int8)[: len(_PACKED) * PLANE].reshape(len(_PACKED), -1, STRIDE)
    return planes[:, 2 : 2 + height, 2 : 2 + width]


def _read_drops(drops: Any, state: Records, rules: Records) -> None:
    """Read the scripted drops of the columns (M41)."""
    if not drops:
        return
    columns = read_object(drops, 'drops are an object of columns and colours, such as {"a": "rrb"}')
    for column, letters in columns.items():
        width = int(state["width"][0])
        index = ord(column) - ord("a") if isinstance(column, str) and len(column) == 1 else -1
        if not 0 <= index < width:
            raise BadPosition(f"drops name the column {column!r}; this board has a to {chr(96 + width)}")
        if not isinstance(letters, str) or any(letter not in COLOUR_LETTERS[1:] for letter in letters):
            raise BadPosition(f"drops of column {column} are colours out of rbgypo, not {letters!r}")
        if len(letters) > LONGEST_DROPS:
            raise BadPosition(f"drops of column {column} are {len(letters)}, at most {LONGEST_DROPS} can be")
        rules["drops_length"][0][index] = len(letters)
        begin = index * LONGEST_DROPS
        rules["drops"][0][begin : begin + len(letters)] = [COLOUR_LETTERS.index(letter) for letter in letters]


def _read_source(source: Any, rules: Records) -> None:
    """Read where new pieces come from (M41)."""
    if not source or source == "none":
        rules["source"][0] = SOURCE_NONE
        return
    if source == "hopper":
        rules["source"][0] = SOURCE_HOPPER
        return
    remedy = 'source is "none", "hopper" or {"weights": {"r": 1, ...}}'
    given = read_object(read_object(source, remedy).get("weights"), remedy)
    weights = [0] * (COLOURS + 1)
    for letter, weight in given.items():
        if not isinstance(letter, str) or len(letter) != 1 or letter not in COLOUR_LETTERS[1:]:
            raise BadPosition(f"source weights name {letter!r}; colours are r b g y p o")
        if isinstance(weight, bool) or not isinstance(weight, int) or not 0 <= weight <= MOST_WEIGHT:
            raise BadPosition(
                f"the weight of {letter} is a whole number from 0 to {MOST_WEIGHT}, not {weight!r}"
            )
        weights[COLOUR_LETTERS.index(letter)] = weight
    weights[0] = sum(weights)
    if weights[0] == 0:
        raise BadPosition("source weights are all 0: give some colour a weight, or write none")
    rules["weights"][0] = weights
    rules["source"][0] = SOURCE_WEIGHTS


def _read_goals(goals: Any, state: Records) -> None:
    """Read what is left of the goals (M40)."""
    state["goals"][0][:] = NO_GOAL
    if not goals:
        return
    for key, left in read_object(goals, 'goals are an object such as {"r": 10, "ice": 4}').items():
        if not isinstance(key, str) or key not in GOAL_KEYS[1:]:
            raise BadPosition(f"there is no goal {key!r}; goals are {' '.join(GOAL_KEYS[1:])}")
        if isinstance(left, bool) or not isinstance(left, int) or not 0 <= left <= MOST_COUNT:
            raise BadPosition(f"the goal {key} is a whole number from 0 to {MOST_COUNT}, not {left!r}")
        state["goals"][0][GOAL_KEYS.index(key)] = left


def seats_of(position: Mapping[str, Any]) -> int:
    """How many seats a position has: the longest of its lists by seat, at least one.

    Raises:
        BadPosition: such a list is no list, or longer than the seats a table has.
    """
    seats = 1
    for key in ("mana", "affinity", "charge", "scores"):
        value: Any = position.get(key)
        if value is None:
            continue
        remedy = f"{key} is a list with an entry for each of 1 to {SEATS} seats"
        entries = _convert(value, list[Any], remedy)
        if len(entries) > SEATS:
            raise BadPosition(remedy)
        seats = max(seats, len(entries))
    return seats


def _read_seats(position: Mapping[str, Any], state: Records) -> None:
    """Read what belongs to the seats: mana, affinity, scores and whose turn it is (M34, M35)."""
    seats = seats_of(position)
    state["seats"][0] = seats
    seat = whole(position, "seat", 0, 0, seats - 1)
    state["seat"][0] = seat
    for key, field in (("mana", "mana"), ("charge", "charge"), ("scores", "score")):
        for index, value in enumerate(position.get(key) or ()):
            state[field][0][index] = whole({key: value}, key, 0, 0, MOST_COUNT)
    letters: list[Any] = position.get("affinity") or []
    for index, letter in enumerate(letters):
        if letter is None or letter == "":
            continue
        if not isinstance(letter, str) or len(letter) != 1 or letter not in COLOUR_LETTERS[1:COLOURS]:
            raise BadPosition(f"affinity is one of r b g y p for each seat, not {letter!r} (M34)")
        state["affinity"][0][index] = COLOUR_LETTERS.index(letter)
    if position.get("scores") is None:
        state["score"][0][seat] = whole(position, "score", 0, 0, MOST_COUNT)


def copy_records(records: Records) -> Records:
    """A writable copy of records by their bytes: NumPy copies field by field, ten times slower."""
    return np.frombuffer(bytearray(records.tobytes()), dtype=records.dtype)


def write_board(state: Records) -> list[str]:
    """The board as rows of the notation."""
    height, width = int(state["height"][0]), int(state["width"][0])
    planes = planes_of(state, height, width).astype(np.int64)
    board = ((planes ^ _HOLE) << _SHIFTS).sum(axis=0)
    return [" ".join(map(token_text, row)) for row in board.tolist()]


def kept(position: Mapping[str, Any]) -> dict[str, Any]:
    """What later positions keep of a position that has been read, copied: nobody else can change it."""
    given = {key: position[key] for key in _KEPT if position.get(key) is not None}
    for key in ("drops", "goals", "affinity"):
        if key in given:
            given[key] = copy(given[key])
    source = given.get("source")
    if source and not isinstance(source, str):
        given["source"] = {"weights": dict(source["weights"])}
    return given


def write_position(state: Records, rules: Records, given: Mapping[str, Any]) -> dict[str, Any]:
    """The state as a position object: the keys it was `given`, and those no longer at their default."""
    one = state[0]
    seats = int(one["seats"])
    position: dict[str, Any] = {"rows": write_board(state)}
    drops = write_drops(state, rules)
    if drops or given.get("drops") is not None:
        columns: dict[str, str] = dict.fromkeys(given.get("drops") or {}, "")
        position["drops"] = {**columns, **drops}
    source = given.get("source") or "none"
    position["source"] = source if isinstance(source, str) else {"weights": dict(source["weights"])}
    position["seed"] = int(one["rng"])
    if one["moves_left"] != UNLIMITED:
        position["moves_left"] = int(one["moves_left"])
    if given.get("goals") is not None:
        position["goals"] = write_goals(state, given["goals"] or {})
    seat = int(one["seat"])
    scores = [int(score) for score in one["score"][:seats]]
    position["score"] = scores[int(given.get("seat") or 0) if seats > 1 else 0]
    if seats > 1:
        position["scores"] = scores
    mana = [int(value) for value in one["mana"][:seats]]
    if given.get("mana") is not None or any(mana):
        position["mana"] = mana
    charge = [int(value) for value in one["charge"][:seats]]
    if given.get("charge") is not None or any(charge):
        position["charge"] = charge
    if given.get("affinity") is not None:
        position["affinity"] = list(given["affinity"])
    if one["tray"] != UNLIMITED:
        position["tray"] = int(one["tray"])
    if one["free_moves"] or given.get("free_moves") is not None:
        position["free_moves"] = int(one["free_moves"])
    if seats > 1 or given.get("seat") is not None:
        position["seat"] = seat
    return position


def write_drops(state: Records, rules: Records) -> dict[str, str]:
    """The scripted drops that are left, by column."""
    left: dict[str, str] = {}
    lengths = rules["drops_length"][0].tolist()
    for column, used in enumerate(state["drops_used"][0].tolist()):
        if used < lengths[column]:
            begin = column * LONGEST_DROPS
            letters = rules["drops"][0][begin + used : begin + lengths[column]].tolist()
            left[chr(ord("a") + column)] = "".join(COLOUR_LETTERS[letter] for letter in letters)
    return left


def write_goals(state: Records, keys: Mapping[str, Any]) -> dict[str, int]:
    """What is left of the goals, in the order of `keys`."""
    left = state["goals"][0]
    return {key: int(left[GOAL_KEYS.index(key)]) for key in keys}


def hopper_overdrawn(state: Records, rules: Records) -> str | None:
    """The first square whose gem is more than the hopper could have given (M31), or None."""
    if int(rules["source"][0]) != SOURCE_HOPPER:
        return None
    each, colours = int(rules["hopper_each"][0]), int(rules["colours"][0])
    counts = [0] * (COLOURS + 1)
    for p, square in enumerate(SQUARES):
        colour = int(state["colour"][0][p])
        if square and colour and not state["special"][0][p]:
            counts[colour] += 1
            if counts[colour] > (each if colour <= colours else 0):
                return square
    return None
