"""The records a match-3 game is made of: Rules, State, Work; and the geometry of the planes they hold.

A state is one NumPy record. Its planes are flat rows of int8 with two cells of padding around the board, so
that no neighbour needs a bounds test; the padding between two rows is shared, hence the stride of 16 + 2.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tilewright.core.events import CHANGE, EventBuffer
from tilewright.core.kernel import Compiler, Index, Plane, unsigned
from tilewright.games.match3.rules import RULES_DTYPE

SMALLEST: Final = 3
LARGEST: Final = 16
STRIDE: Final = 18
FIRST: Final = 2 * STRIDE + 2
#: Two rows of padding above the sixteen of the largest board and six below, for the swap that looks three
#: rows down from the last one; 24 rows are a whole number of 64-bit words.
PLANE: Final = 24 * STRIDE
COLOURS: Final = 6

#: For unsigned index arithmetic in kernels (see core.kernel.Index).

U_FIRST: Final = unsigned(FIRST)
U_ONE: Final = unsigned(1)
U_TWO: Final = unsigned(2)
U_ROW: Final = unsigned(STRIDE)
U_TWO_ROWS: Final = unsigned(2 * STRIDE)

NORMAL: Final = 0
ROCKET_ACROSS: Final = 1
ROCKET_DOWN: Final = 2
BOMB: Final = 3
RAINBOW: Final = 4
ARTIFACT: Final = 5

#: Goals: 1 to 6 are colours, then layers and specials (M40).
GOAL_ICE: Final = 7
GOAL_GRASS: Final = 8
GOAL_BOX: Final = 9
GOAL_SPECIAL: Final = 10
GOAL_ARTIFACT: Final = 11
GOAL_SCORE: Final = 12
GOALS: Final = 13

SOURCE_NONE: Final = 0
SOURCE_WEIGHTS: Final = 1
SOURCE_HOPPER: Final = 2

#: Set in the token of a note that names a goal, not a cell.
GOAL_TOKEN: Final = 1 << 20

#: How a game stands (State.over).
PLAYING: Final = 0
WON_GOALS: Final = 1
LOST_MOVES: Final = 2
DEADLOCK: Final = 3

UNLIMITED: Final = -1
NO_GOAL: Final = -1
LONGEST_DROPS: Final = 256
SEATS: Final = 4

#: Moves as integers: kind, first cell, second cell.
SWAP: Final = 0
TAP: Final = 1
FLAME: Final = 2
CROSS: Final = 3
REGROW: Final = 4
GIFT: Final = 5
FREEZE: Final = 6
KIND_SHIFT: Final = 20
CELL_SHIFT: Final = 10
CELL_MASK: Final = (1 << CELL_SHIFT) - 1

#: The names of the notes a kernel emits, by their number.
NOTES: Final = ("fired", "combo", "crafted", "cascade", "collected", "reshuffle", "goal", "bonus")
NOTE_FIRED: Final = 0
NOTE_COMBO: Final = 1
NOTE_CRAFTED: Final = 2
NOTE_CASCADE: Final = 3
NOTE_COLLECTED: Final = 4
NOTE_RESHUFFLE: Final = 5
NOTE_GOAL: Final = 6
NOTE_BONUS: Final = 7

STATE_DTYPE: Final = np.dtype(
    [
        ("colour", "i1", (PLANE,)),
        ("special", "i1", (PLANE,)),
        ("ice", "i1", (PLANE,)),
        ("grass", "i1", (PLANE,)),
        ("box", "i1", (PLANE,)),
        ("cell", "i1", (PLANE,)),  # 1 on the board, 0 for holes and everything outside
        ("rng", "u8"),
        ("score", "i8", (SEATS,)),
        ("goals", "i8", (GOALS,)),  # what is left of each goal; NO_GOAL where there is none
        ("height", "i4"),
        ("width", "i4"),
        ("moves_left", "i4"),
        ("moves_made", "i4"),
        ("free_moves", "i4"),
        ("tray", "i4"),
        ("artifacts", "i4"),
        ("over", "i4"),
        ("seats", "i4"),
        ("seat", "i4"),
        ("mana", "i4", (SEATS,)),
        ("charge", "i4", (SEATS,)),  # mana earned in the turn that has not ended yet (M34)
        ("affinity", "i4", (SEATS,)),
        ("drops_used", "i4", (LARGEST,)),
    ],
    align=True,
)

#: What a seat may see has the same planes, but its generator is void and the scripted drops are spent.
VIEW_DTYPE: Final = STATE_DTYPE

_WORK_FIELDS: Final = [
    ("across", "i1", (PLANE,)),  # a run of three starts here and goes right
    ("down", "i1", (PLANE,)),  # a run of three starts here and goes down
    ("swaps", "i1", (PLANE,)),  # 1: swapping with the right neighbour is legal, 2: with the one below
    ("swap_words", "u8", (PLANE // 8,)),  # the same bytes, eight at a time
    ("member", "i4", (PLANE,)),  # stamp of the phase whose groups hold this cell
    ("struck", "i4", (PLANE,)),  # stamp of the last phase in which a blast crossed this cell
    ("boxed", "i4", (PLANE,)),  # stamp of the last group that hit this box
    ("cells", "i4", (LARGEST * LARGEST,)),  # cells of all groups, group after group
    ("group_end", "i4", (96,)),
    ("reward_cell", "i4", (96,)),
    ("reward_kind", "i4", (96,)),
    ("queue_cell", "i4", (LARGEST * LARGEST,)),
    ("queue_kind", "i4", (LARGEST * LARGEST,)),
    ("order", "i4", (LARGEST * LARGEST,)),
    ("slots", "i4", (LARGEST * LARGEST,)),
    ("kept", "i4", (LARGEST * LARGEST,)),
    ("old_colour", "i1", (LARGEST * LARGEST,)),
    ("old_special", "i1", (LARGEST * LARGEST,)),
    ("hopper", "i4", (COLOURS + 1,)),
    ("groups", "i4"),
    ("queued", "i4"),
    ("stamp", "i4"),
    ("box_stamp", "i4"),
    ("wave", "i4"),
    ("events", "i4"),
    ("cascade", "i4"),
    ("phase_points", "i8"),
    ("awarded", "i8"),
    ("move_points", "i8"),
    ("cleared", "i4"),
    ("crafted", "i4"),
    ("fired", "i4"),
    ("phases", "i4"),
    ("reshuffles", "i4"),
    ("cleared_board", "i4"),
    ("chance", "i4"),  # 1 when the move consumed randomness
]


def _overlay(fields: list[Any], words: str, plane: str) -> np.dtype[np.void]:
    """A record of these fields in which `words` lies over the bytes of `plane`."""
    plain = np.dtype([field for field in fields if field[0] != words], align=True)
    names = [*(plain.names or ()), words]
    formats = {field[0]: field[1] if len(field) == 2 else field[1:] for field in fields}
    places: Any = plain.fields
    return np.dtype(
        {
            "names": names,
            "formats": [formats[name] for name in names],
            "offsets": [places[plane if name == words else name][1] for name in names],
            "itemsize": plain.itemsize,
        }
    )


WORK_DTYPE: Final = _overlay(_WORK_FIELDS, "swap_words", "swaps")


class State:
    """A state as kernels see it; see STATE_DTYPE."""

    colour: Plane
    special: Plane
    ice: Plane
    grass: Plane
    box: Plane
    cell: Plane
    rng: Any
    score: list[int]
    goals: list[int]
    height: int
    width: int
    moves_left: int
    moves_made: int
    free_moves: int
    tray: int
    artifacts: int
    over: int
    seats: int
    seat: int
    mana: list[int]
    charge: list[int]
    affinity: list[int]
    drops_used: list[int]


class Work:
    """Scratch space of one thread; see WORK_DTYPE."""

    across: Plane
    down: Plane
    swaps: Plane
    swap_words: list[int]
    member: list[int]
    struck: list[int]
    boxed: list[int]
    cells: list[int]
    group_end: list[int]
    reward_cell: list[int]
    reward_kind: list[int]
    queue_cell: list[int]
    queue_kind: list[int]
    order: list[int]
    slots: list[int]
    kept: list[int]
    old_colour: Plane
    old_special: Plane
    hopper: list[int]
    groups: int
    queued: int
    stamp: int
    box_stamp: int
    wave: int
    events: int
    cascade: int
    phase_points: int
    awarded: int
    move_points: int
    cleared: int
    crafted: int
    fired: int
    phases: int
    reshuffles: int
    cleared_board: int
    chance: int


compiler: Final = Compiler(State=STATE_DTYPE, Work=WORK_DTYPE, Rules=RULES_DTYPE)
kernel = compiler.kernel
inlined = compiler.inlined


@inlined
def emit(out: EventBuffer, work: Work, kind: int, a: int, b: int, token: int, value: int) -> None:
    """Report one event in the present wave; with a buffer of no rows nobody listens."""
    size = out.shape[0]
    if size > 0:
        at = work.events
        if at < size:
            out[at, 0] = kind
            out[at, 1] = work.wave
            out[at, 2] = a
            out[at, 3] = b
            out[at, 4] = token
            out[at, 5] = value
        work.events = at + 1


@inlined
def token_of(state: State, p: int) -> int:
    """The whole cell `p` packed into one integer; `notation.token_text` writes it out."""
    return (
        state.colour[p]
        | (state.special[p] << 3)
        | (state.ice[p] << 6)
        | (state.grass[p] << 10)
        | (state.box[p] << 14)
        | ((1 - state.cell[p]) << 18)
    )


@inlined
def report_change(state: State, work: Work, out: EventBuffer, p: int) -> None:
    """Report what the cell `p` reads now."""
    if out.shape[0] > 0:
        emit(out, work, CHANGE, p, 0, token_of(state, p), 0)


@inlined
def holds_piece(state: State, p: int) -> bool:
    """Whether a piece stands on `p` (M2); holes, boxes and empty cells hold none."""
    return (state.colour[p] | state.special[p]) != 0


@inlined
def is_movable(state: State, p: int) -> bool:
    """Whether `p` holds a piece without ice (M4)."""
    return holds_piece(state, p) & (state.ice[p] == 0)


@inlined
def place_of(row: int, column: int) -> int:
    """The index of a cell in the planes; row and column count from 0."""
    return (row + 2) * STRIDE + column + 2


@inlined
def board_end(state: State) -> int:
    """One past the index of the board's last cell."""
    return (state.height + 1) * STRIDE + state.width + 2


@inlined
def index_at(offset: int) -> Index:
    """The unsigned index `offset` cells after the board's first one."""
    return unsigned(offset) + U_FIRST


@inlined
def board_span(state: State) -> int:
    """How many indices lie from the board's first cell to its last one."""
    return board_end(state) - FIRST
