"""Which moves are legal (M7, M8, M34): one branch-free pass over whole planes, and a list of move codes."""

from __future__ import annotations

from tilewright.core.kernel import Codes, Plane
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
    State,
    Work,
    board_end,
    inlined,
    kernel,
    place_of,
)


@inlined
def move_code(kind: int, first: int, second: int) -> int:
    """A move as one integer."""
    return (kind << KIND_SHIFT) | (first << CELL_SHIFT) | second


@inlined
def makes_line(colour: Plane, c: int, p: int, f: int, g: int) -> bool:
    """Whether a piece of colour `c` that comes to `p` in direction `f` completes a line there; `g` is across (M7)."""
    ahead = (colour[p + f] == c) & (colour[p + 2 * f] == c)
    before = colour[p - g] == c
    behind = colour[p + g] == c
    across = (before & ((colour[p - 2 * g] == c) | behind)) | (behind & (colour[p + 2 * g] == c))
    return (c > 0) & (ahead | across)


@inlined
def combines(special: int, other: int) -> bool:
    """Whether two pieces are a special combination: rainbow with any but an artifact, or two of rocket/bomb (M7)."""
    rainbow = ((special == RAINBOW) & (other != ARTIFACT)) | ((other == RAINBOW) & (special != ARTIFACT))
    pair = (special != NORMAL) & (special <= BOMB) & (other != NORMAL) & (other <= BOMB)
    return rainbow | pair


@inlined
def can_swap(state: State, p: int, f: int, g: int) -> bool:
    """Whether swapping `p` with `p + f` is legal (M7)."""
    q = p + f
    a = state.colour[p]
    b = state.colour[q]
    sa = state.special[p]
    sb = state.special[q]
    movable = ((a | sa) != 0) & ((b | sb) != 0) & ((state.ice[p] | state.ice[q]) == 0)
    line = makes_line(state.colour, a, q, f, g) | makes_line(state.colour, b, p, -f, g)
    return movable & (line | combines(sa, sb))


@inlined
def mark_swaps(state: State, work: Work) -> int:
    """Mark all legal swaps in `work.right` and `work.below`; whether there is one."""
    found = 0
    for p in range(FIRST, board_end(state)):
        right = can_swap(state, p, 1, STRIDE)
        below = can_swap(state, p, STRIDE, 1)
        work.right[p] = right
        work.below[p] = below
        found |= right | below
    return found


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
def has_move(rules: Rules, state: State, work: Work) -> bool:
    """Whether the board has a legal swap or tap; abilities do not count (M27)."""
    if mark_swaps(state, work) != 0:
        return True
    found = False
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
    for row in range(state.height):
        for p in range(place_of(row, 0), place_of(row, state.width)):
            if work.right[p] != 0:
                codes[count] = move_code(SWAP, p, p + 1)
                codes[count + 1] = move_code(SWAP, p + 1, p)
                count += 2
            if work.below[p] != 0:
                codes[count] = move_code(SWAP, p, p + STRIDE)
                codes[count + 1] = move_code(SWAP, p + STRIDE, p)
                count += 2
    return count


@inlined
def list_moves(rules: Rules, state: State, work: Work, codes: Codes) -> int:
    """Write every legal move of the seat on turn into `codes`; returns their number, 0 when the game is over."""
    if state.over != PLAYING:
        return 0
    count = list_swaps(state, work, codes)
    if rules.taps != 0:
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
