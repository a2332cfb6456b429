"""Falling, collecting and refilling (M24, M25, M38) and the sources of new pieces (M41)."""

from __future__ import annotations

from tilewright.core.events import CLEAR, NOTE, SLIDE, SPAWN, EventBuffer
from tilewright.core.rng import advance, below
from tilewright.games.match3.rules import Rules
from tilewright.games.match3.scoring import progress
from tilewright.games.match3.state import (
    ARTIFACT,
    COLOURS,
    FIRST,
    GOAL_ARTIFACT,
    LONGEST_DROPS,
    NORMAL,
    NOTE_COLLECTED,
    SOURCE_HOPPER,
    SOURCE_NONE,
    SOURCE_WEIGHTS,
    STRIDE,
    State,
    Work,
    board_end,
    emit,
    holds_piece,
    inlined,
    kernel,
    place_of,
)


@inlined
def fall_column(state: State, work: Work, out: EventBuffer, column: int) -> None:
    """Let the pieces of a column fall within their segments, keeping their order (M24).

    Segments are cut by holes, boxes and frozen pieces; `floor` is the lowest cell of the present
    segment that is still free.
    """
    floor = place_of(state.height - 1, column)
    p = floor
    for _ in range(state.height):
        colour = state.colour[p]
        special = state.special[p]
        if (state.cell[p] == 0) | (state.box[p] > 0) | (state.ice[p] > 0):
            floor = p - STRIDE
        elif (colour | special) != 0:
            if floor != p:
                state.colour[p] = 0
                state.special[p] = NORMAL
                state.colour[floor] = colour
                state.special[floor] = special
                emit(out, work, SLIDE, p, floor, 0, 0)
            floor -= STRIDE
        p -= STRIDE


@inlined
def lowest_floor(state: State, column: int) -> int:
    """The lowest floor cell of a column, boxes and holes ignored (M38); 0 where there is none."""
    p = place_of(state.height - 1, column)
    for _ in range(state.height):
        if state.cell[p] != 0 and state.box[p] == 0:
            return p
        p -= STRIDE
    return 0


@kernel
def collect_artifacts(state: State, work: Work, out: EventBuffer) -> None:
    """Collect unfrozen artifacts on the lowest floor cell of their column until none is left there (M38)."""
    collected = True
    while collected:
        collected = False
        for column in range(state.width):
            p = lowest_floor(state, column)
            if p != 0 and state.special[p] == ARTIFACT and state.ice[p] == 0:
                if not collected:
                    work.wave += 1
                collected = True
                state.special[p] = NORMAL
                state.artifacts -= 1
                emit(out, work, NOTE, p, NOTE_COLLECTED, 0, 0)
                emit(out, work, CLEAR, p, 0, 0, 0)
                progress(state, work, out, GOAL_ARTIFACT, 1)
        if collected:
            work.wave += 1
            for column in range(state.width):
                fall_column(state, work, out, column)


@inlined
def fill_hopper(rules: Rules, state: State, work: Work) -> None:
    """The hopper holds so many gems of each colour, less the normal gems on the board (M31)."""
    for colour in range(1, COLOURS + 1):
        work.hopper[colour] = rules.hopper_each if colour <= rules.colours else 0
    for p in range(FIRST, board_end(state)):
        if state.special[p] == NORMAL and state.colour[p] != 0:
            work.hopper[state.colour[p]] -= 1
    for colour in range(1, COLOURS + 1):
        work.hopper[colour] = max(0, work.hopper[colour])


@inlined
def draw_colour(rules: Rules, state: State, work: Work) -> int:
    """A colour from the source; 0 when it has nothing to give (M41)."""
    if rules.source == SOURCE_WEIGHTS:
        pick = below(state.rng, rules.weights[0])
        state.rng = advance(state.rng)
        colour = 1
        while pick >= rules.weights[colour]:
            pick -= rules.weights[colour]
            colour += 1
        return colour
    if rules.source == SOURCE_HOPPER:
        held = 0
        for colour in range(1, COLOURS + 1):
            held += work.hopper[colour]
        if held == 0:
            return 0
        pick = below(state.rng, held)
        state.rng = advance(state.rng)
        colour = 1
        while pick >= work.hopper[colour]:
            pick -= work.hopper[colour]
            colour += 1
        work.hopper[colour] -= 1
        return colour
    return 0


@inlined
def next_colour(rules: Rules, state: State, work: Work, column: int) -> int:
    """The colour of the next piece to fall into a column: scripted drops first, then the source (M41)."""
    used = state.drops_used[column]
    if used < rules.drops_length[column]:
        state.drops_used[column] = used + 1
        colour = rules.drops[column * LONGEST_DROPS + used]
        if work.hopper[colour] > 0:
            work.hopper[colour] -= 1  # M31: a scripted drop comes out of the hopper while it has it
        return colour
    return draw_colour(rules, state, work)


@inlined
def refill_column(rules: Rules, state: State, work: Work, out: EventBuffer, column: int) -> None:
    """Refill a column: segments top to bottom, in a segment the empty cells bottom to top (M25)."""
    row = 0
    while row < state.height:
        p = place_of(row, column)
        empties = 0
        while (
            row + empties < state.height
            and (state.cell[p] != 0)
            and (state.box[p] == 0)
            and not holds_piece(state, p)
        ):
            empties += 1
            p += STRIDE
        for i in range(empties - 1, -1, -1):
            q = place_of(row + i, column)
            colour = next_colour(rules, state, work, column)
            if colour != 0:
                state.colour[q] = colour
                emit(out, work, SPAWN, q, 0, colour, empties)
        row += empties + 1


@kernel
def settle(rules: Rules, state: State, work: Work, out: EventBuffer) -> None:
    """Gravity, collecting and refill after a phase (M24, M25, M38)."""
    work.wave += 1
    for column in range(state.width):
        fall_column(state, work, out, column)
    if state.artifacts > 0:
        collect_artifacts(state, work, out)
    if work.phases >= rules.longest_cascade:
        return
    if rules.source == SOURCE_HOPPER:
        fill_hopper(rules, state, work)
    for column in range(state.width):
        if rules.source != SOURCE_NONE or state.drops_used[column] < rules.drops_length[column]:
            refill_column(rules, state, work, out, column)
