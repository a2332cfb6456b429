"""Points (M32, M33, M39) and progress: what clearing does for the goals (M40) and the mana (M34)."""

from __future__ import annotations

from tilewright.core.events import NOTE, SCORE, EventBuffer
from tilewright.games.match3.rules import Rules
from tilewright.games.match3.state import (
    GOAL_SCORE,
    GOAL_TOKEN,
    GOALS,
    NO_GOAL,
    NOTE_GOAL,
    State,
    Work,
    emit,
    inlined,
)


@inlined
def progress(state: State, work: Work, out: EventBuffer, goal: int, amount: int) -> None:
    """Count `amount` events towards a goal, down to 0 (M40)."""
    left = state.goals[goal]
    if left > 0:
        left -= min(left, amount)
        state.goals[goal] = left
        if left == 0:
            emit(out, work, NOTE, 0, NOTE_GOAL, GOAL_TOKEN | goal, 0)


@inlined
def count_colour(rules: Rules, state: State, work: Work, out: EventBuffer, colour: int) -> None:
    """A gem of `colour` was cleared: progress for its goal (M40), mana for its affinity (M34)."""
    progress(state, work, out, colour, 1)
    if rules.mana_full > 0:
        seat = state.seat
        if state.affinity[seat] == colour:
            state.charge[seat] += 1


@inlined
def multiplier(rules: Rules, cascade: int) -> int:
    """What the points of a phase are multiplied by (M33; designer-v1: M39)."""
    if cascade == 0:
        return rules.multiplier_0
    if cascade == 1:
        return rules.multiplier_1
    if cascade == 2:
        return rules.multiplier_2
    if cascade == 3:
        return rules.multiplier_3
    return rules.multiplier_4 + (cascade - 4) * rules.multiplier_growth


@inlined
def award(rules: Rules, state: State, work: Work, out: EventBuffer, at: int) -> None:
    """Turn the phase's points that were not awarded yet into score, shown at the cell `at`."""
    fresh = work.phase_points - work.awarded
    if fresh > 0:
        work.awarded = work.phase_points
        points = fresh * multiplier(rules, work.cascade)
        work.move_points += points
        state.score[state.seat] += points
        if points > 0:
            emit(out, work, SCORE, at, state.seat, 0, points)
            progress(state, work, out, GOAL_SCORE, points)


@inlined
def goals_met(state: State) -> bool:
    """Whether there are goals and all of them are met (M40)."""
    some = False
    unmet = False
    for goal in range(1, GOALS):
        left = state.goals[goal]
        some |= left != NO_GOAL
        unmet |= left > 0
    return some & (not unmet)
