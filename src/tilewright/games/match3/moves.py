"""Which moves are legal (M7, M8, M34): one branch-free pass over whole planes, and a list of move codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from numba.cpython.unsafe import numbers

from tilewright.core.kernel import Codes, Index, Plane, byte, signed, unsigned
from tilewright.games.match3.rules import Rules
from tilewright.games.match3.state import (
    ARTIFACT,
    BOMB,
    CELL_SHIFT,
    CROSS,
    FIRST,
    FLAME,
    FREEZE,
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
    board_end,
    board_span,
    index_at,
    inlined,
)

_NO_BITS: Final = unsigned(0)
_ONE_BIT: Final = unsigned(1)
trailing_zeros: Final = cast("Callable[[int], int]", getattr(numbers, "trailing_zeros"))  # noqa: B009


@inlined
def move_code(kind: int, first: int, second: int) -> int:
    """A move as one integer."""
    return (kind << KIND_SHIFT) | (first << CELL_SHIFT) | second


@inlined
def line_across(colour: Plane, c: int, p: Index, g: Index, g_2: Index) -> bool:
    """Whether a piece of colour `c` on `p` is in a line along the axis whose step is `g` (M7)."""
    before = colour[p - g] == c
    behind = colour[p + g] == c
    return (before & ((colour[p - g_2] == c) | behind)) | (behind & (colour[p + g_2] == c))


@inlined
def combines(special: int, other: int) -> bool:
    """Whether two pieces combine: a rainbow with any but an artifact, or two of rocket and bomb (M7)."""
    rainbow = ((special == RAINBOW) & (other != ARTIFACT)) | ((other == RAINBOW) & (special != ARTIFACT))
    pair = (special != NORMAL) & (special <= BOMB) & (other != NORMAL) & (other <= BOMB)
    return rainbow | pair


@inlined
def can_swap(state: State, p: Index, f: Index, f_2: Index, g: Index, g_2: Index) -> bool:
    """Whether swapping `p` with `p + f` is legal (M7); `g` is the step across, `f_2` and `g_2` are two steps.

    The piece of `p` comes to `q` and may complete a line ahead of it or across; likewise the other one.
    Branch-free, so that a loop over it becomes vector code.
    """
    q = p + f
    a = state.colour[p]
    b = state.colour[q]
    special_a = state.special[p]
    special_b = state.special[q]
    movable = ((a | special_a) != 0) & ((b | special_b) != 0) & ((state.ice[p] | state.ice[q]) == 0)
    ahead_a = (state.colour[q + f] == a) & (state.colour[q + f_2] == a)
    ahead_b = (state.colour[p - f] == b) & (state.colour[p - f_2] == b)
    line_a = (a > 0) & (ahead_a | line_across(state.colour, a, q, g, g_2))
    line_b = (b > 0) & (ahead_b | line_across(state.colour, b, p, g, g_2))
    return movable & (line_a | line_b | combines(special_a, special_b))


@inlined
def mark_swaps(state: State, work: Work) -> bool:
    """Mark all legal swaps in `work.swaps`; whether there is one."""
    found = byte(0)
    for offset in range(board_span(state)):
        p = index_at(offset)
        right = can_swap(state, p, U_ONE, U_TWO, U_ROW, U_TWO_ROWS)
        below = can_swap(state, p, U_ROW, U_TWO_ROWS, U_ONE, U_TWO)
        marks = right | (below << 1)
        work.swaps[p] = marks
        found = byte(found | marks)
    for p in range(board_end(state), board_end(state) + 8):
        work.swaps[p] = 0  # the last word reaches past the board
    return found != 0


@inlined
def can_tap(rules: Rules, state: State, p: int) -> bool:
    """Whether the piece on `p` may be tapped (M4, M8)."""
    special = state.special[p]
    return (
        (rules.taps != 0)
        & (special != NORMAL)
        & (special != ARTIFACT)
        & ((state.ice[p] == 0) | (rules.frozen_taps != 0))
    )


@inlined
def has_specials(state: State) -> bool:
    """Whether any special or artifact is on the board."""
    found = byte(0)
    for offset in range(board_span(state)):
        found = byte(found | state.special[index_at(offset)])
    return found != 0


@inlined
def has_move(rules: Rules, state: State, work: Work) -> bool:
    """Whether the board has a legal swap or tap; abilities do not count (M27)."""
    if mark_swaps(state, work):
        return True
    found = False
    if has_specials(state):
        for p in range(FIRST, board_end(state)):
            found |= can_tap(rules, state, p)
    return found


@inlined
def ability_of(affinity: int) -> int:
    """The ability of an affinity (M34): ruby, sapphire, emerald, topaz, amethyst; 0 for none."""
    if affinity == 1:
        return FLAME
    if affinity == 2:
        return FREEZE
    if affinity == 3:
        return REGROW
    if affinity == 4:
        return CROSS
    if affinity == 5:
        return GIFT
    return SWAP


@inlined
def is_target(state: State, ability: int, p: int) -> bool:
    """Whether an ability may name the cell `p`: any but a hole; gift an unfrozen normal gem (M34)."""
    if ability == GIFT:
        gem = (state.colour[p] != 0) & (state.special[p] == NORMAL) & (state.ice[p] == 0)
        return gem & (state.tray != 0)
    return state.cell[p] != 0


@inlined
def list_swaps(state: State, work: Work, codes: Codes) -> int:
    """Write both directions of every legal swap into `codes`; returns their number."""
    count = 0
    mark_swaps(state, work)
    for number in range(FIRST // 8, (board_end(state) + 7) // 8):
        word = work.swap_words[number]
        while word != _NO_BITS:  # one set bit at a time: most cells have none
            bit = signed(trailing_zeros(word))
            word &= word - _ONE_BIT
            p = number * 8 + bit // 8
            q = p + (1 if bit % 8 == 0 else STRIDE)
            codes[count] = move_code(SWAP, p, q)
            codes[count + 1] = move_code(SWAP, q, p)
            count += 2
    return count


@inlined
def list_moves(rules: Rules, state: State, work: Work, codes: Codes) -> int:
    """Write every legal move of the seat on turn into `codes`; returns their number, 0 when it is over."""
    if state.over != PLAYING:
        return 0
    count = list_swaps(state, work, codes)
    if rules.taps != 0 and has_specials(state):
        for p in range(FIRST, board_end(state)):
            if can_tap(rules, state, p):
                codes[count] = move_code(TAP, p, 0)
                count += 1
    if rules.mana_full > 0 and state.mana[state.seat] >= rules.mana_full:
        ability = ability_of(state.affinity[state.seat])
        if ability == REGROW:
            codes[count] = move_code(REGROW, 0, 0)
            count += 1
        elif ability != SWAP:
            for p in range(FIRST, board_end(state)):
                if is_target(state, ability, p):
                    codes[count] = move_code(ability, p, 0)
                    count += 1
    return count
