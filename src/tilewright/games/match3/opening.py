"""The opening board: drawn cells without a ready-made line and with a legal move (M27, M31)."""

from __future__ import annotations

from tilewright.core.events import EventBuffer
from tilewright.core.kernel import Codes
from tilewright.games.match3.gravity import draw_colour, fill_hopper
from tilewright.games.match3.matching import find_runs
from tilewright.games.match3.moves import has_move
from tilewright.games.match3.rules import Rules
from tilewright.games.match3.state import (
    COLOURS,
    DEADLOCK,
    SOURCE_HOPPER,
    SOURCE_WEIGHTS,
    STRIDE,
    State,
    Work,
    inlined,
    kernel,
)
from tilewright.games.match3.turn import reshuffle

ATTEMPTS = 100
REDRAWS = 12


@inlined
def on_line(state: State, p: int) -> bool:
    """Whether a line of three covers `p`."""
    colour = state.colour[p]
    across = 1
    down = 1
    q = p - 1
    while state.colour[q] == colour:
        across += 1
        q -= 1
    q = p + 1
    while state.colour[q] == colour:
        across += 1
        q += 1
    q = p - STRIDE
    while state.colour[q] == colour:
        down += 1
        q -= STRIDE
    q = p + STRIDE
    while state.colour[q] == colour:
        down += 1
        q += STRIDE
    return colour != 0 and (across >= 3 or down >= 3)


@inlined
def source_has(rules: Rules, work: Work, colour: int) -> bool:
    """Whether the source can still give this colour."""
    if rules.source == SOURCE_WEIGHTS:
        return rules.weights[colour] > 0
    return rules.source == SOURCE_HOPPER and work.hopper[colour] > 0


@inlined
def draw_cell(rules: Rules, state: State, work: Work, p: int) -> bool:
    """Draw a piece for `p` that completes no line; False when every colour would."""
    for _ in range(REDRAWS):
        colour = draw_colour(rules, state, work)
        if colour == 0:
            return True  # an empty hopper leaves the cell empty
        state.colour[p] = colour
        if not on_line(state, p):
            return True
        if rules.source == SOURCE_HOPPER:
            work.hopper[colour] += 1
    for colour in range(1, COLOURS + 1):
        if source_has(rules, work, colour):
            state.colour[p] = colour
            if not on_line(state, p):
                if rules.source == SOURCE_HOPPER:
                    work.hopper[colour] -= 1
                return True
    state.colour[p] = 0
    return False


@inlined
def fill_board(rules: Rules, state: State, work: Work, places: Codes, count: int) -> bool:
    """Draw all open cells once; False when some cell could not be filled without a line."""
    for i in range(count):
        state.colour[places[i]] = 0
    if rules.source == SOURCE_HOPPER:
        fill_hopper(rules, state, work)
    for i in range(count):
        if not draw_cell(rules, state, work, places[i]):
            return False
    return True


@kernel
def open_board(rules: Rules, state: State, work: Work, out: EventBuffer, places: Codes, count: int) -> bool:
    """Fill the open cells in reading order until the board has a legal move and no ready-made line.

    After too many attempts the pieces are reshuffled; False when even that finds no legal opening, and the
    game is then over at once (deadlock).
    """
    filled = count == 0
    for _ in range(ATTEMPTS):
        filled = fill_board(rules, state, work, places, count)
        if filled and has_move(rules, state, work):
            return True
        if count == 0:
            break
    if filled and count > 0 and reshuffle(rules, state, work, out) and not find_runs(state, work):
        return True
    state.over = DEADLOCK
    return False
