"""A move from first to last: its phases (M18 to M26), what follows it (M27), and the abilities (M34)."""

from __future__ import annotations

from tilewright.core.events import CHANGE, NOTE, SCORE, SLIDE, SPAWN, EventBuffer
from tilewright.core.rng import advance, below
from tilewright.games.match3.blasts import (
    combine,
    cross_lines,
    cross_square,
    fire_later,
    fire_queue,
    hit_box,
    hit_ice,
    match_cell,
    take_off,
)
from tilewright.games.match3.gravity import settle
from tilewright.games.match3.matching import find_groups, find_runs
from tilewright.games.match3.moves import combines, has_move
from tilewright.games.match3.rules import Rules
from tilewright.games.match3.scoring import award, goals_met, progress
from tilewright.games.match3.state import (
    BOMB,
    CELL_MASK,
    CELL_SHIFT,
    COLOURS,
    CROSS,
    DEADLOCK,
    FIRST,
    FLAME,
    GIFT,
    GOAL_SCORE,
    KIND_SHIFT,
    LOST_MOVES,
    NORMAL,
    NOTE_BONUS,
    NOTE_CASCADE,
    NOTE_COMBO,
    NOTE_CRAFTED,
    NOTE_RESHUFFLE,
    PLAYING,
    RAINBOW,
    REGROW,
    STRIDE,
    SWAP,
    TAP,
    WON_GOALS,
    State,
    Work,
    board_end,
    emit,
    inlined,
    is_movable,
    kernel,
    report_change,
    token_of,
)

MOST_ICE = 9


@inlined
def begin_phase(work: Work) -> None:
    """Reset what is counted by phase."""
    work.queued = 0
    work.phase_points = 0
    work.awarded = 0
    work.stamp += 1


@inlined
def match_group(rules: Rules, state: State, work: Work, out: EventBuffer, group: int) -> None:
    """Match the cells of a group in reading order, hit the boxes beside it, award it (M18, M19, M32)."""
    begin = 0 if group == 0 else work.group_end[group - 1]
    kind = work.reward_kind[group]
    if kind == NORMAL:
        work.phase_points += rules.points_line_3
    elif kind == RAINBOW:
        work.phase_points += rules.points_line_5
    elif kind == BOMB:
        work.phase_points += rules.points_shape
    else:
        work.phase_points += rules.points_line_4
    if group == 0 or rules.box_hits_by_group != 0:
        work.box_stamp += 1
    for i in range(begin, work.group_end[group]):
        p = work.cells[i]
        match_cell(rules, state, work, out, p)
        for way in range(4):
            q = p - STRIDE if way == 0 else (p - 1 if way == 1 else (p + 1 if way == 2 else p + STRIDE))
            if state.box[q] > 0 and work.boxed[q] != work.box_stamp:
                work.boxed[q] = work.box_stamp
                hit_box(state, work, out, q)
    award(rules, state, work, out, work.cells[begin])


@inlined
def place_reward(rules: Rules, state: State, work: Work, out: EventBuffer, group: int, colour: int) -> None:
    """Place the special that a group earned, after all clearing (M15 to M17, M23, M31)."""
    kind = work.reward_kind[group]
    p = work.reward_cell[group]
    if (state.colour[p] | state.special[p]) != 0:  # M16: a frozen piece survived there
        p = 0
        begin = 0 if group == 0 else work.group_end[group - 1]
        if rules.reward_moves != 0:
            for i in range(work.group_end[group] - 1, begin - 1, -1):
                q = work.cells[i]
                if (state.colour[q] | state.special[q]) == 0:
                    p = q
        if p == 0:
            return
    if state.tray == 0:
        return  # M31: none left in the tray
    if state.tray > 0:
        state.tray -= 1
    state.special[p] = kind
    if rules.coloured_specials != 0 and kind != RAINBOW:
        state.colour[p] = colour  # M6
    work.crafted += 1
    emit(out, work, SPAWN, p, 0, state.colour[p] | (kind << 3), 0)
    emit(out, work, NOTE, p, NOTE_CRAFTED, state.colour[p] | (kind << 3), 0)


@kernel
def match_phase(rules: Rules, state: State, work: Work, out: EventBuffer) -> None:
    """A phase of the groups just found: matching and boxes, then blasts, then rewards (M18 to M23)."""
    begin_phase(work)
    for group in range(work.groups):
        begin = 0 if group == 0 else work.group_end[group - 1]
        work.order[group] = state.colour[work.cells[begin]]
    for group in range(work.groups):
        match_group(rules, state, work, out, group)
    if work.queued > 0:
        work.wave += 1
        fire_queue(rules, state, work, out, 0)
    work.wave += 1
    for group in range(work.groups):
        if work.reward_kind[group] != NORMAL:
            place_reward(rules, state, work, out, group, work.order[group])


@inlined
def run_phases(rules: Rules, state: State, work: Work, out: EventBuffer, dropped: int, cascade: int) -> None:
    """Phases of groups until a phase finds none (M26), the first of them with this cascade index."""
    work.cascade = cascade
    while find_groups(rules, state, work, dropped if work.cascade == 0 else 0) > 0:
        work.wave += 1
        if work.cascade > 0:
            emit(out, work, NOTE, work.cells[0], NOTE_CASCADE, 0, work.cascade)
        match_phase(rules, state, work, out)
        work.phases += 1
        settle(rules, state, work, out)
        work.cascade += 1


@inlined
def reward_empty_board(rules: Rules, state: State, work: Work, out: EventBuffer) -> None:
    """The bonus for a move that leaves the playfield completely empty, judged after refill (M36)."""
    if rules.points_clear == 0 or work.cleared_board != 0:
        return
    left = 0
    for p in range(FIRST, board_end(state)):
        left |= state.colour[p] | state.special[p] | state.box[p]
    if left == 0:
        work.cleared_board = 1
        work.move_points += rules.points_clear
        state.score[state.seat] += rules.points_clear
        emit(out, work, NOTE, 0, NOTE_BONUS, 0, rules.points_clear)
        emit(out, work, SCORE, 0, state.seat, 0, rules.points_clear)
        progress(state, work, out, GOAL_SCORE, rules.points_clear)


@inlined
def has_swap_in_line(state: State) -> bool:
    """Whether two unfrozen neighbours lie in one ready-made line: swapping them keeps it, so it is legal.

    Only a reshuffle looks at boards with ready-made lines; elsewhere the mask of legal swaps has all (M7).
    """
    found = False
    for p in range(FIRST, board_end(state)):
        colour = state.colour[p]
        for way in range(2):
            step = 1 if way == 0 else STRIDE
            q = p + step
            pair = (colour != 0) & (state.colour[q] == colour) & (state.ice[p] == 0) & (state.ice[q] == 0)
            found |= pair & ((state.colour[p - step] == colour) | (state.colour[q + step] == colour))
    return found


@inlined
def lay_out(state: State, work: Work, count: int) -> None:
    """Put the kept pieces on their slots in the present order."""
    for i in range(count):
        state.colour[work.slots[i]] = work.old_colour[work.order[i]]
        state.special[work.slots[i]] = work.old_special[work.order[i]]


@kernel
def reshuffle(rules: Rules, state: State, work: Work, out: EventBuffer) -> bool:
    """Permute the normal unfrozen pieces among their cells until there is a legal move (M27).

    The first arrangement without a ready-made line wins, else the first with a legal move; False, and the
    board as it was, when none of the attempts has one.
    """
    count = 0
    for p in range(FIRST, board_end(state)):
        gem = state.special[p] == NORMAL or (state.special[p] <= RAINBOW and rules.reshuffle_specials != 0)
        if gem and is_movable(state, p):
            work.slots[count] = p
            work.order[count] = count
            work.old_colour[count] = state.colour[p]
            work.old_special[count] = state.special[p]
            count += 1
    kept = False
    found = False
    for _ in range(rules.reshuffle_attempts):
        for i in range(count - 1, 0, -1):
            j = below(state.rng, i + 1)
            state.rng = advance(state.rng)
            work.order[i], work.order[j] = work.order[j], work.order[i]
        lay_out(state, work, count)
        if has_move(rules, state, work) or has_swap_in_line(state):
            if not find_runs(state, work):
                found = True
                break
            if not kept:
                kept = True
                for i in range(count):
                    work.kept[i] = work.order[i]
    if not found:
        for i in range(count):
            work.order[i] = work.kept[i] if kept else i
        lay_out(state, work, count)
    if not (found or kept):
        return False
    work.reshuffles += 1
    work.wave += 1
    emit(out, work, NOTE, 0, NOTE_RESHUFFLE, 0, 0)
    for i in range(count):
        if work.order[i] != i:
            emit(out, work, SLIDE, work.slots[work.order[i]], work.slots[i], 0, 0)
    return True


@kernel
def finish_move(rules: Rules, state: State, work: Work, out: EventBuffer) -> None:
    """After the phases: win before lose, then a reshuffle where no swap or tap is left, and again (M27)."""
    while True:
        reward_empty_board(rules, state, work, out)
        if goals_met(state):
            state.over = WON_GOALS
            return
        if state.moves_left == 0:
            state.over = LOST_MOVES
            return
        if has_move(rules, state, work):
            return
        if not reshuffle(rules, state, work, out):
            state.over = DEADLOCK
            return
        run_phases(rules, state, work, out, 0, 0)


@inlined
def start_move(state: State, work: Work) -> None:
    """Reset what is counted by move."""
    work.wave = 0
    work.events = 0
    work.move_points = 0
    work.cleared = 0
    work.crafted = 0
    work.fired = 0
    work.phases = 0
    work.reshuffles = 0
    work.cleared_board = 0
    for colour in range(COLOURS + 1):
        work.hopper[colour] = 0
    state.moves_made += 1


@inlined
def pay_move(state: State) -> None:
    """A swap or a tap costs one move (M10), unless it is free (M34)."""
    if state.free_moves > 0:
        if state.seats == 1:
            state.free_moves -= 1
    elif state.moves_left > 0:
        state.moves_left -= 1


@inlined
def end_turn(rules: Rules, state: State) -> None:
    """Add the turn's mana up to a full meter and pass the turn clockwise (M34, M35)."""
    seat = state.seat
    if rules.mana_full > 0:
        state.mana[seat] = max(state.mana[seat], min(rules.mana_full, state.mana[seat] + state.charge[seat]))
        state.charge[seat] = 0
    state.seat = (seat + 1) % state.seats


@inlined
def swap_pieces(state: State, work: Work, out: EventBuffer, origin: int, dropped: int) -> None:
    """Exchange two unfrozen pieces (M7)."""
    colour = state.colour[origin]
    special = state.special[origin]
    state.colour[origin] = state.colour[dropped]
    state.special[origin] = state.special[dropped]
    state.colour[dropped] = colour
    state.special[dropped] = special
    emit(out, work, SLIDE, origin, dropped, 0, 0)
    emit(out, work, SLIDE, dropped, origin, 0, 0)


@inlined
def end_effect(rules: Rules, state: State, work: Work, out: EventBuffer) -> None:
    """After the effect of phase 0: queued specials fire, the board settles, cascades follow (M18)."""
    if work.queued > 0:
        work.wave += 1
        fire_queue(rules, state, work, out, 0)
    work.phases += 1
    settle(rules, state, work, out)
    run_phases(rules, state, work, out, 0, 1)


@inlined
def use_ability(rules: Rules, state: State, work: Work, out: EventBuffer, kind: int, target: int) -> None:
    """Spend a full meter on the affinity's ability (M34)."""
    state.mana[state.seat] = 0
    begin_phase(work)
    work.cascade = 0
    if kind == FLAME or kind == CROSS:
        if kind == FLAME:
            cross_square(rules, state, work, out, target, 1)
        else:
            cross_lines(rules, state, work, out, target, 0, 0)
        award(rules, state, work, out, target)
        end_effect(rules, state, work, out)
        return
    if kind == REGROW:
        for p in range(FIRST, board_end(state)):
            if state.ice[p] > 0:
                hit_ice(state, work, out, p)
        if state.seats > 1:
            state.free_moves += rules.regrowth_moves
        elif state.moves_left >= 0:
            state.moves_left += rules.regrowth_moves
    elif kind == GIFT:
        if state.tray > 0:
            state.tray -= 1
        state.colour[target] = 0
        state.special[target] = RAINBOW
        report_change(state, work, out, target)
    elif state.seats == 1:
        state.free_moves += rules.freeze_moves
    else:
        row = target // STRIDE
        column = target % STRIDE
        for r in range(row - 1, row + 2):
            for c in range(column - 1, column + 2):
                p = r * STRIDE + c
                if (state.colour[p] | state.special[p]) != 0 and state.ice[p] < MOST_ICE:
                    state.ice[p] += 1
                    emit(out, work, CHANGE, p, 0, token_of(state, p), 0)
    settle(rules, state, work, out)
    run_phases(rules, state, work, out, 0, 0)


@kernel
def play_move(rules: Rules, state: State, work: Work, out: EventBuffer, code: int) -> None:
    """Play a legal move on a state, in place; what it did is counted in `work` and reported to `out`."""
    kind = code >> KIND_SHIFT
    first = (code >> CELL_SHIFT) & CELL_MASK
    second = code & CELL_MASK
    start_move(state, work)
    before = state.rng
    if kind == SWAP:
        pay_move(state)
        swap_pieces(state, work, out, first, second)
        if combines(state.special[first], state.special[second]):  # M30: before any line
            begin_phase(work)
            work.cascade = 0
            work.wave += 1
            emit(out, work, NOTE, second, NOTE_COMBO, 0, 0)
            combine(rules, state, work, out, first, second)
            end_effect(rules, state, work, out)
        else:
            run_phases(rules, state, work, out, second, 0)
    elif kind == TAP:
        pay_move(state)
        begin_phase(work)
        work.cascade = 0
        special = take_off(rules, state, work, out, first)
        state.ice[first] = 0
        fire_later(rules, state, work, out, first, special)
        end_effect(rules, state, work, out)
    else:
        use_ability(rules, state, work, out, kind, first)
    finish_move(rules, state, work, out)
    goes_on = kind > TAP  # M34: the swap still follows an ability
    if kind <= TAP and state.seats > 1 and state.free_moves > 0:
        state.free_moves -= 1
        goes_on = True  # M34: Regrowth in a duel gives more swaps in this turn
    if not goes_on or state.over != PLAYING:  # the end of the game ends the turn
        end_turn(rules, state)
    work.chance = state.rng != before
