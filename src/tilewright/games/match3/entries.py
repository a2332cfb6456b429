"""The few kernels that Python calls: each takes arrays of records, so that a call crosses the border once."""

from __future__ import annotations

from tilewright.core.events import EventBuffer
from tilewright.core.kernel import Codes
from tilewright.games.match3.matching import find_groups
from tilewright.games.match3.moves import (
    ability_of,
    can_swap,
    can_tap,
    is_target,
    list_moves,
)
from tilewright.games.match3.opening import open_board
from tilewright.games.match3.rules import Rules
from tilewright.games.match3.state import (
    ARTIFACT,
    CELL_MASK,
    CELL_SHIFT,
    FIRST,
    GIFT,
    KIND_SHIFT,
    NORMAL,
    PLAYING,
    RAINBOW,
    REGROW,
    STRIDE,
    SWAP,
    TAP,
    U_ONE,
    U_ROW,
    U_TWO,
    U_TWO_ROWS,
    State,
    Work,
    index_at,
    inlined,
    kernel,
)
from tilewright.games.match3.turn import play_move

LEGAL = 0
OVER = 1
OFF_BOARD = 2
NOT_ADJACENT = 3
ON_HOLE = 4
ON_BOX = 5
ON_EMPTY = 6
FROZEN = 7
NO_LINE = 8
RAINBOW_ARTIFACT = 9
NO_TAPS = 10
NOT_SPECIAL = 11
NO_MANA = 12
NOT_FULL = 13
OTHER_AFFINITY = 14
BAD_TARGET = 15
TRAY_EMPTY = 16
OTHER_BOARD = 17

RulesArray = list[Rules]
StateArray = list[State]
WorkArray = list[Work]


@inlined
def on_board(state: State, p: int) -> bool:
    """Whether `p` is a cell of the board's rectangle."""
    row = p // STRIDE - 2
    column = p % STRIDE - 2
    return (row >= 0) & (row < state.height) & (column >= 0) & (column < state.width)


@inlined
def refuse_piece(state: State, p: int) -> int:
    """Why no piece can be moved on `p`; LEGAL if one can."""
    if state.cell[p] == 0:
        return ON_HOLE
    if state.box[p] > 0:
        return ON_BOX
    if (state.colour[p] | state.special[p]) == 0:
        return ON_EMPTY
    if state.ice[p] > 0:
        return FROZEN
    return LEGAL


@inlined
def refuse_swap(state: State, p: int, q: int) -> int:
    """Why two cells cannot be swapped (M7); LEGAL if they can."""
    if not (on_board(state, p) and on_board(state, q)):
        return OFF_BOARD
    first = refuse_piece(state, p)
    if first != LEGAL:
        return first
    second = refuse_piece(state, q)
    if second != LEGAL:
        return second
    low = min(p, q)
    step = max(p, q) - low
    if step != 1 and step != STRIDE:
        return NOT_ADJACENT
    start = index_at(low - FIRST)
    if step == 1:
        legal = can_swap(state, start, U_ONE, U_TWO, U_ROW, U_TWO_ROWS)
    else:
        legal = can_swap(state, start, U_ROW, U_TWO_ROWS, U_ONE, U_TWO)
    if legal:
        return LEGAL
    a = state.special[p]
    b = state.special[q]
    if (a == RAINBOW and b == ARTIFACT) or (a == ARTIFACT and b == RAINBOW):
        return RAINBOW_ARTIFACT
    return NO_LINE


@inlined
def refuse_tap(rules: Rules, state: State, p: int) -> int:
    """Why a cell cannot be tapped (M8); LEGAL if it can."""
    if rules.taps == 0:
        return NO_TAPS
    if not on_board(state, p):
        return OFF_BOARD
    if state.special[p] == NORMAL or state.special[p] == ARTIFACT:
        return NOT_SPECIAL
    return LEGAL if can_tap(rules, state, p) else FROZEN


@inlined
def refuse_ability(rules: Rules, state: State, kind: int, p: int, board: int) -> int:
    """Why an ability cannot be used (M34); LEGAL if it can."""
    if rules.mana_full == 0:
        return NO_MANA
    if ability_of(state.affinity[state.seat]) != kind:
        return OTHER_AFFINITY
    if state.mana[state.seat] < rules.mana_full:
        return NOT_FULL
    if board != 0:
        return OTHER_BOARD
    if kind == GIFT and state.tray == 0:
        return TRAY_EMPTY
    if kind != REGROW:
        if not on_board(state, p):
            return OFF_BOARD
        if not is_target(state, kind, p):
            return BAD_TARGET
    return LEGAL


@inlined
def refusal(rules: Rules, state: State, code: int) -> int:
    """Why a move is illegal; LEGAL if it is not."""
    kind = code >> KIND_SHIFT
    first = (code >> CELL_SHIFT) & CELL_MASK
    second = code & CELL_MASK
    if state.over != PLAYING:
        return OVER
    if kind == SWAP:
        return refuse_swap(state, first, second)
    if kind == TAP:
        return refuse_tap(rules, state, first)
    return refuse_ability(rules, state, kind, first, second)


@kernel
def try_move(rules: RulesArray, states: StateArray, work: WorkArray, out: EventBuffer, code: int) -> int:
    """Play a move on `states[0]` in place, or say why it is illegal and change nothing."""
    reason = refusal(rules[0], states[0], code)
    if reason == LEGAL:
        play_move(rules[0], states[0], work[0], out, code)
    return reason


@kernel
def legal_codes(rules: RulesArray, states: StateArray, work: WorkArray, codes: Codes) -> int:
    """Write the legal moves of `states[0]` into `codes`; returns their number."""
    return list_moves(rules[0], states[0], work[0], codes)


@kernel
def ready_groups(rules: RulesArray, states: StateArray, work: WorkArray) -> int:
    """The number of ready-made groups on `states[0]`, which `work[0]` then holds."""
    return find_groups(rules[0], states[0], work[0], 0)


@kernel
def open_game(
    rules: RulesArray, states: StateArray, work: WorkArray, out: EventBuffer, places: Codes, count: int
) -> bool:
    """Draw the open cells of `states[0]`; whether a legal opening was found."""
    return open_board(rules[0], states[0], work[0], out, places, count)
