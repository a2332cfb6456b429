"""Hits and blasts: what matching and firing specials do to the cells they cross (M19 to M22, M28, M29)."""

from __future__ import annotations

from tilewright.core.events import CLEAR, NOTE, EventBuffer
from tilewright.games.match3.rules import Rules
from tilewright.games.match3.scoring import award, count_colour, progress
from tilewright.games.match3.state import (
    ARTIFACT,
    BOMB,
    COLOURS,
    FIRST,
    GOAL_BOX,
    GOAL_GRASS,
    GOAL_ICE,
    GOAL_SPECIAL,
    NORMAL,
    NOTE_FIRED,
    RAINBOW,
    ROCKET_ACROSS,
    ROCKET_DOWN,
    STRIDE,
    State,
    Work,
    board_end,
    emit,
    holds_piece,
    inlined,
    kernel,
    place_of,
    report_change,
)


@inlined
def hit_box(state: State, work: Work, out: EventBuffer, p: int) -> None:
    """One hit point off a box; at 0 it is an ordinary empty floor cell (M22)."""
    state.box[p] -= 1
    progress(state, work, out, GOAL_BOX, 1)
    report_change(state, work, out, p)


@inlined
def hit_ice(state: State, work: Work, out: EventBuffer, p: int) -> None:
    """One layer of ice off a frozen piece, which stays (M19, M20)."""
    state.ice[p] -= 1
    progress(state, work, out, GOAL_ICE, 1)
    report_change(state, work, out, p)


@inlined
def hit_grass(state: State, work: Work, out: EventBuffer, p: int) -> None:
    """One layer of grass off the ground, where there is any (M3)."""
    if state.grass[p] > 0:
        state.grass[p] -= 1
        progress(state, work, out, GOAL_GRASS, 1)
        report_change(state, work, out, p)


@inlined
def fire_later(rules: Rules, state: State, work: Work, out: EventBuffer, p: int, special: int) -> None:
    """Queue a special that was hit; specials fire in the order in which they were hit, each once (M20)."""
    work.queue_cell[work.queued] = p
    work.queue_kind[work.queued] = special
    work.queued += 1
    work.fired += 1
    work.phase_points += rules.points_fired
    progress(state, work, out, GOAL_SPECIAL, 1)


@inlined
def take_off(rules: Rules, state: State, work: Work, out: EventBuffer, p: int) -> int:
    """Take the piece off `p`, count its colour, give a spent power gem back; returns its special."""
    colour = state.colour[p]
    special = state.special[p]
    state.colour[p] = 0
    state.special[p] = NORMAL
    work.cleared += 1
    emit(out, work, CLEAR, p, 0, 0, 0)
    if colour != 0:
        count_colour(rules, state, work, out, colour)
    if special != NORMAL and state.tray >= 0:
        state.tray += 1  # M31: a spent one returns
    return special


@inlined
def clear_piece(rules: Rules, state: State, work: Work, out: EventBuffer, p: int, points: int) -> None:
    """Clear the unfrozen piece on `p`; a normal one earns `points`, a special one fires (M19, M20)."""
    special = take_off(rules, state, work, out, p)
    if special == NORMAL:
        work.phase_points += points
    else:
        fire_later(rules, state, work, out, p, special)


@inlined
def match_cell(rules: Rules, state: State, work: Work, out: EventBuffer, p: int) -> None:
    """A cell of a group is matched (M19): ice protects the piece and the grass under it."""
    if state.ice[p] > 0:
        hit_ice(state, work, out, p)
    else:
        clear_piece(rules, state, work, out, p, rules.points_matched)
        hit_grass(state, work, out, p)


@kernel
def cross(rules: Rules, state: State, work: Work, out: EventBuffer, p: int) -> None:
    """One blast crosses the cell `p` (M20)."""
    if state.cell[p] == 0:
        return
    if rules.blasts_stack == 0:
        if work.struck[p] == work.stamp:
            return
        work.struck[p] = work.stamp
    if state.box[p] > 0:
        hit_box(state, work, out, p)
        return
    if state.ice[p] > 0:
        hit_ice(state, work, out, p)
    elif holds_piece(state, p) and state.special[p] != ARTIFACT:  # M38: blasts pass over artifacts
        clear_piece(rules, state, work, out, p, rules.points_swept)
    hit_grass(state, work, out, p)


@inlined
def commonest_colour(state: State) -> int:
    """The most common colour of normal pieces, frozen ones too; on a tie the first; 0 for none (M21)."""
    counts_1 = counts_2 = counts_3 = counts_4 = counts_5 = counts_6 = 0
    for p in range(FIRST, board_end(state)):
        normal = state.special[p] == NORMAL
        colour = state.colour[p]
        counts_1 += normal & (colour == 1)
        counts_2 += normal & (colour == 2)
        counts_3 += normal & (colour == 3)
        counts_4 += normal & (colour == 4)
        counts_5 += normal & (colour == 5)
        counts_6 += normal & (colour == 6)
    best = 0
    most = 0
    for colour in range(1, COLOURS + 1):
        count = counts_1
        if colour == 2:
            count = counts_2
        elif colour == 3:
            count = counts_3
        elif colour == 4:
            count = counts_4
        elif colour == 5:
            count = counts_5
        elif colour == 6:
            count = counts_6
        if count > most:
            most = count
            best = colour
    return best


@kernel
def cross_lines(
    rules: Rules,
    state: State,
    work: Work,
    out: EventBuffer,
    centre: int,
    rows: int,
    columns: int,
) -> None:
    """A blast along the rows and columns within `rows`, `columns` of the centre; -1 for none of them."""
    row = centre // STRIDE - 2
    column = centre % STRIDE - 2
    for r in range(state.height):
        for c in range(state.width):
            if abs(r - row) <= rows or abs(c - column) <= columns:
                cross(rules, state, work, out, place_of(r, c))


@kernel
def cross_square(rules: Rules, state: State, work: Work, out: EventBuffer, centre: int, radius: int) -> None:
    """A blast over the square around the centre, clipped to the board."""
    row = centre // STRIDE - 2
    column = centre % STRIDE - 2
    for r in range(max(0, row - radius), min(state.height, row + radius + 1)):
        for c in range(max(0, column - radius), min(state.width, column + radius + 1)):
            cross(rules, state, work, out, place_of(r, c))


@kernel
def cross_colour(
    rules: Rules,
    state: State,
    work: Work,
    out: EventBuffer,
    colour: int,
    own: int,
    other: int,
) -> None:
    """A rainbow's blast: every piece of `colour`, and the cells `own` and `other` (M21, M29)."""
    for p in range(FIRST, board_end(state)):
        if p == own or p == other or (colour != 0 and state.colour[p] == colour):
            cross(rules, state, work, out, p)


@kernel
def fire_queue(rules: Rules, state: State, work: Work, out: EventBuffer, begin: int) -> None:
    """Fire all queued specials from index `begin`, breadth first (M20); each generation plays as one wave."""
    fired = begin
    generation = work.queued
    while fired < work.queued:
        if fired == generation:
            work.wave += 1
            generation = work.queued
        p = work.queue_cell[fired]
        special = work.queue_kind[fired]
        fired += 1
        emit(out, work, NOTE, p, NOTE_FIRED, special << 3, 0)
        if special == ROCKET_ACROSS:
            cross_lines(rules, state, work, out, p, 0, -1)
        elif special == ROCKET_DOWN:
            cross_lines(rules, state, work, out, p, -1, 0)
        elif special == BOMB:
            cross_square(rules, state, work, out, p, rules.bomb_radius)
        else:
            cross_colour(rules, state, work, out, commonest_colour(state), p, p)
        award(rules, state, work, out, p)


@inlined
def consume(rules: Rules, state: State, work: Work, out: EventBuffer, p: int) -> None:
    """A special of a combination is used up without firing on its own, yet counts as fired (M29)."""
    take_off(rules, state, work, out, p)
    work.fired += 1
    work.phase_points += rules.points_fired
    progress(state, work, out, GOAL_SPECIAL, 1)


@inlined
def turn_colour(
    rules: Rules,
    state: State,
    work: Work,
    out: EventBuffer,
    colour: int,
    special: int,
    own: int,
    other: int,
) -> None:
    """Rainbow + special: the unfrozen normal pieces of `colour` turn into it and will fire (M28, M29)."""
    for p in range(FIRST, board_end(state)):
        if p == own or p == other:
            cross(rules, state, work, out, p)
        elif colour != 0 and state.colour[p] == colour:
            if state.special[p] == NORMAL and state.ice[p] == 0:
                take_off(rules, state, work, out, p)
                work.phase_points += rules.points_swept
                kind = special
                if special != BOMB:
                    even = (p // STRIDE + p % STRIDE) % 2 == 0
                    kind = ROCKET_ACROSS if even == (rules.even_across != 0) else ROCKET_DOWN
                fire_later(rules, state, work, out, p, kind)
            else:
                cross(rules, state, work, out, p)


@kernel
def combine(rules: Rules, state: State, work: Work, out: EventBuffer, origin: int, dropped: int) -> None:
    """The effect of a combination, centred on the dropped cell; its pieces have been swapped (M28, M29)."""
    special = state.special[dropped]
    other = state.special[origin]
    colour = state.colour[origin] if special == RAINBOW else state.colour[dropped]
    if special != NORMAL:
        consume(rules, state, work, out, dropped)
    if other != NORMAL:
        consume(rules, state, work, out, origin)
    pair = special != RAINBOW and other != RAINBOW
    if pair:
        work.phase_points += rules.points_pair
        if special == BOMB and other == BOMB:
            if rules.bomb_bomb_radius == 0:
                cross(rules, state, work, out, origin)  # M29: both cells of the swap are always crossed
            cross_square(rules, state, work, out, dropped, rules.bomb_bomb_radius)
        elif special == BOMB or other == BOMB:
            reach = rules.rocket_bomb_radius
            cross_lines(rules, state, work, out, dropped, reach, reach)
        else:
            cross_lines(rules, state, work, out, dropped, 0, 0)
    elif special == RAINBOW and other == RAINBOW:
        work.phase_points += rules.points_two_rainbows
        cross_lines(rules, state, work, out, dropped, state.height, state.width)
    elif special == NORMAL or other == NORMAL:
        cross_colour(rules, state, work, out, colour, origin, dropped)  # M21
    else:
        work.phase_points += rules.points_rainbow_pair
        turned = other if special == RAINBOW else special
        if rules.rainbow_own_colour == 0 or colour == 0:
            colour = commonest_colour(state)
        turn_colour(rules, state, work, out, colour, turned, origin, dropped)
    award(rules, state, work, out, dropped)
