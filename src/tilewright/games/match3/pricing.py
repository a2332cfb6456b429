"""What a position is worth to a bot: prices derived from what is left of the goals and from the rules.

A bot has no opinion about a level. It estimates how many moves each goal still takes, prices one unit of
progress by that, and values a special by the cells that it crosses. `cost` is then the price of everything
that stands between a position and the win, so a move is worth what it takes off the cost.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tilewright.core.kernel import Compiler
from tilewright.games.match3.moves import ability_of
from tilewright.games.match3.rules import RULES_DTYPE, Rules
from tilewright.games.match3.state import (
    ARTIFACT,
    COLOURS,
    CROSS,
    FIRST,
    FLAME,
    FREEZE,
    GIFT,
    GOAL_ARTIFACT,
    GOAL_BOX,
    GOAL_GRASS,
    GOAL_ICE,
    GOAL_SCORE,
    GOAL_SPECIAL,
    GOALS,
    LARGEST,
    NORMAL,
    PLANE,
    RAINBOW,
    REGROW,
    ROCKET_ACROSS,
    ROCKET_DOWN,
    SOURCE_HOPPER,
    SOURCE_WEIGHTS,
    STATE_DTYPE,
    STRIDE,
    WORK_DTYPE,
    State,
    board_end,
    board_span,
    index_at,
)

#: The most moves one position can have: both directions of every swap, a tap or ability on every cell.
MOST_MOVES: Final = 6 * LARGEST * LARGEST

#: How much of each thing an ordinary move takes, cascades and all. Only the proportions matter. These and the
#: shares below were found by playing twenty kinds of level; the pass rate is flat around them.
PIECES_A_MOVE: Final = 6.0
LAYERS_A_MOVE: Final = 0.8
SPECIALS_A_MOVE: Final = 0.35
ARTIFACTS_A_MOVE: Final = 0.15

#: The price of a goal that is nearly met, as a share of the one that is furthest behind.
LEAST_PRESSURE: Final = 0.4
#: What a special on the board is worth, as a share of the cells that it would cross where it stands.
SPECIAL_SHARE: Final = 0.6
#: A rainbow waits for the colour that pays, or for a special to turn all of one colour into.
RAINBOW_FACTOR: Final = 2.5
#: What a special on the board is worth towards the goal to fire some.
FIRED_SHARE: Final = 0.8
#: What a layer costs that stands in the way of a goal but is none itself, as a share of an average cell.
BLOCKER_SHARE: Final = 0.15
#: What a layer costs that must go before the grass under it can be reached, as a share of the grass.
COVER_SHARE: Final = 0.5
#: What one cell between an artifact and its floor costs, as a share of the artifact.
STEP_SHARE: Final = 0.1
#: What a move that is not spent is worth: an ordinary one brings the goal that is furthest behind this much.
MOVE_WORTH: Final = 1.0
#: What a full meter is worth, as a share of what its ability does on average: it charges no more while full.
MANA_SHARE: Final = 0.5
#: What a cleared piece is worth for making room for a new one, as a share of an average cell.
ROOM_SHARE: Final = 0.3

_ROWS: Final = PLANE // STRIDE

MIND_DTYPE: Final = np.dtype(
    [
        ("luck", "u8"),  # the bot's own generator
        ("price", "f8", (GOALS,)),  # what one unit of each goal is worth
        ("cells", "f8", (PLANE,)),  # what a blast that crosses a cell is worth
        ("across", "f8", (_ROWS,)),  # the sum of `cells` along a row
        ("down", "f8", (STRIDE,)),  # and along a column
        ("share", "f8"),  # what part of that a special on the board is worth
        ("fired", "f8"),  # what firing it is worth besides
        ("rainbow", "f8"),  # what a rainbow on the board is worth
        ("room", "f8"),  # what a cleared piece is worth
        ("cover", "f8"),  # what a layer over grass costs
        ("blocker", "f8"),  # what a layer of ice or box costs
        ("points", "f8"),  # what a point is worth where the score decides
        ("mana", "f8"),  # what a unit of mana is worth
        ("counts", "i4", (COLOURS + 1,)),
        ("bomb_radius", "i4"),
        ("mana_full", "i4"),
        ("seat", "i4"),  # whose decision it is
        ("values", "f8", (MOST_MOVES,)),
    ],
    align=True,
)


class Mind:
    """What a bot thinks while it decides; see MIND_DTYPE."""

    luck: Any
    price: list[float]
    cells: list[float]
    across: list[float]
    down: list[float]
    share: float
    fired: float
    rainbow: float
    room: float
    cover: float
    blocker: float
    points: float
    mana: float
    counts: list[int]
    bomb_radius: int
    mana_full: int
    seat: int
    values: list[float]


compiler: Final = Compiler(State=STATE_DTYPE, Work=WORK_DTYPE, Rules=RULES_DTYPE, Mind=MIND_DTYPE)
kernel = compiler.kernel
inlined = compiler.inlined
pasted = compiler.pasted


@inlined
def pace(rules: Rules, state: State, mind: Mind, goal: int, pieces: int) -> float:
    """How many units of a goal an ordinary move brings."""
    if goal <= COLOURS:
        share = mind.counts[goal] / max(1, pieces)
        if rules.source == SOURCE_WEIGHTS:
            share = rules.weights[goal] / rules.weights[0]
        elif rules.source == SOURCE_HOPPER:
            share = 1.0 / rules.colours
        return PIECES_A_MOVE * max(share, 0.02)
    if goal == GOAL_SPECIAL:
        return SPECIALS_A_MOVE
    if goal == GOAL_ARTIFACT:
        return ARTIFACTS_A_MOVE
    if goal == GOAL_SCORE:
        return PIECES_A_MOVE * rules.points_matched + rules.points_line_3 + 1.0
    return LAYERS_A_MOVE


@inlined
def count_colours(state: State, mind: Mind) -> int:
    """Count the pieces of each colour; returns the number of all."""
    for colour in range(COLOURS + 1):
        mind.counts[colour] = 0
    for p in range(FIRST, board_end(state)):
        mind.counts[state.colour[p]] += 1
    pieces = 0
    for colour in range(1, COLOURS + 1):
        pieces += mind.counts[colour]
    return pieces


@inlined
def price_goals(rules: Rules, state: State, mind: Mind, pieces: int) -> None:
    """Price one unit of each goal: dearer the more moves the goal still takes."""
    longest = 0.0
    some = False
    for goal in range(1, GOALS):
        left = state.goals[goal]
        mind.price[goal] = 0.0
        if left > 0:
            some = True
            longest = max(longest, left / pace(rules, state, mind, goal, pieces))
    for goal in range(1, GOALS):
        left = state.goals[goal]
        if left > 0:
            rate = pace(rules, state, mind, goal, pieces)
            pressure = (left / rate) / longest
            mind.price[goal] = (LEAST_PRESSURE + (1.0 - LEAST_PRESSURE) * pressure) / rate
    mind.points = 0.0
    if not some or state.seats > 1:  # the score decides
        mind.points = 1.0 / pace(rules, state, mind, GOAL_SCORE, pieces)


@inlined
def price_cell(rules: Rules, state: State, mind: Mind, p: int) -> float:
    """What a blast that crosses `p` brings."""
    value = 0.0
    if state.ice[p] > 0:
        value += mind.price[GOAL_ICE]
    elif state.box[p] > 0:
        value += mind.price[GOAL_BOX]
    elif state.special[p] == NORMAL:
        points = rules.points_swept * (mind.price[GOAL_SCORE] + mind.points)
        value += mind.price[state.colour[p]] + points
    if state.grass[p] > 0:
        value += mind.price[GOAL_GRASS]
    if state.artifacts > 0 and mind.price[GOAL_ARTIFACT] > 0.0:
        q = p - STRIDE
        while q >= FIRST:  # every artifact above falls one step when this cell is cleared
            if state.special[q] == ARTIFACT:
                value += STEP_SHARE * mind.price[GOAL_ARTIFACT]
            q -= STRIDE
    return value


@inlined
def price_cells(rules: Rules, state: State, mind: Mind) -> float:
    """Price every cell, row and column; returns the price of an average cell."""
    for row in range(_ROWS):
        mind.across[row] = 0.0
    for column in range(STRIDE):
        mind.down[column] = 0.0
    cells = 0
    total = 0.0
    for p in range(PLANE):
        value = 0.0
        if state.cell[p] != 0:
            cells += 1
            value = price_cell(rules, state, mind, p)
            mind.across[p // STRIDE] += value
            mind.down[p % STRIDE] += value
            total += value
        mind.cells[p] = value
    return total / max(1, cells)


@inlined
def price_specials(rules: Rules, state: State, mind: Mind, average: float, time: float) -> None:
    """What specials are worth besides the cells that they cross."""
    most = 0
    for colour in range(1, COLOURS + 1):
        most = max(most, mind.counts[colour])
    mind.share = SPECIAL_SHARE * time
    mind.fired = FIRED_SHARE * time * (mind.price[GOAL_SPECIAL] + rules.points_fired * mind.price[GOAL_SCORE])
    mind.rainbow = mind.share * average * RAINBOW_FACTOR * most + mind.fired
    mind.bomb_radius = rules.bomb_radius


@inlined
def price_mana(rules: Rules, state: State, mind: Mind, average: float, time: float) -> None:
    """What a unit of mana is worth: its part of what the ability of this affinity does on average (M34)."""
    mind.seat = state.seat
    mind.mana_full = rules.mana_full
    mind.mana = 0.0
    if rules.mana_full == 0:
        return
    ability = ability_of(state.affinity[state.seat])
    value = 0.0
    if ability == FLAME:
        value = 9.0 * average
    elif ability == CROSS:
        value = (state.height + state.width - 1) * average
    elif ability == REGROW:
        value = rules.regrowth_moves * MOVE_WORTH
    elif ability == GIFT:
        value = mind.rainbow
    elif ability == FREEZE and state.seats == 1:
        value = rules.freeze_moves * MOVE_WORTH
    mind.mana = MANA_SHARE * time * value / rules.mana_full + mind.points * rules.points_mana


@kernel
def set_prices(rules: Rules, state: State, mind: Mind) -> None:
    """Set every price for a decision on `state`, which is a view."""
    pieces = count_colours(state, mind)
    price_goals(rules, state, mind, pieces)
    average = price_cells(rules, state, mind)
    mind.room = ROOM_SHARE * average
    mind.blocker = BLOCKER_SHARE * average
    mind.cover = COVER_SHARE * mind.price[GOAL_GRASS]
    left = state.moves_left - 1  # specials and mana are worth nothing without a move left to use them
    time = 1.0 if left < 0 else left / (left + 0.5)
    price_specials(rules, state, mind, average, time)
    price_mana(rules, state, mind, average, time)


@inlined
def steps_down(state: State, p: int) -> int:
    """What lies between the artifact on `p` and its floor: cells, and twice every layer in the way."""
    steps = 2 * state.ice[p]
    q = p + STRIDE
    end = (state.height + 2) * STRIDE
    since = 0
    while q < end:
        if state.cell[q] != 0:
            since += 1 + 2 * (state.box[q] + state.ice[q])
            steps += since
            since = 0
        q += STRIDE
    return steps


@inlined
def worth(state: State, mind: Mind, p: int, special: int) -> float:
    """What the special on `p` is worth: part of what it would bring if it fired there."""
    if special == ARTIFACT:
        return 0.0
    if special == RAINBOW:
        return mind.rainbow
    row = p // STRIDE
    column = p % STRIDE
    if special == ROCKET_ACROSS:
        return mind.share * mind.across[row] + mind.fired
    if special == ROCKET_DOWN:
        return mind.share * mind.down[column] + mind.fired
    reach = mind.bomb_radius
    total = 0.0
    for r in range(max(2, row - reach), min(state.height + 1, row + reach) + 1):
        for c in range(max(2, column - reach), min(state.width + 1, column + reach) + 1):
            total += mind.cells[r * STRIDE + c]
    return mind.share * total + mind.fired


@inlined
def cost(state: State, mind: Mind) -> float:
    """The price of all that stands between a position and the win, less what its specials are worth."""
    total = 0.0
    for goal in range(1, GOALS):
        left = state.goals[goal]
        if left > 0:
            total += mind.price[goal] * left
    specials = layers = cover = 0
    for offset in range(board_span(state)):  # branch-free, so that it becomes vector code
        q = index_at(offset)
        layer = state.ice[q] + state.box[q]
        layers += layer
        cover += layer * (state.grass[q] > 0)
        specials += state.special[q] != NORMAL
    total += mind.blocker * layers + mind.cover * cover
    if specials > 0:
        for p in range(FIRST, board_end(state)):
            special = state.special[p]
            if special != NORMAL:
                total -= worth(state, mind, p, special)
    if state.artifacts > 0 and state.goals[GOAL_ARTIFACT] > 0:
        steps = 0
        for p in range(FIRST, board_end(state)):
            if state.special[p] == ARTIFACT:
                steps += steps_down(state, p)
        total += STEP_SHARE * mind.price[GOAL_ARTIFACT] * steps
    held = min(mind.mana_full, state.mana[mind.seat] + state.charge[mind.seat])
    total -= mind.mana * held
    if state.moves_left >= 0:
        total -= MOVE_WORTH * (state.moves_left + state.free_moves)
    return total - mind.points * state.score[mind.seat]
