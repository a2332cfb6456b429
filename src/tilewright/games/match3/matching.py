"""Runs and groups: what matches, and what a group is rewarded with (M12 to M15)."""

from __future__ import annotations

from tilewright.core.kernel import byte
from tilewright.games.match3.rules import Rules
from tilewright.games.match3.state import (
    BOMB,
    FIRST,
    NORMAL,
    RAINBOW,
    ROCKET_ACROSS,
    ROCKET_DOWN,
    STRIDE,
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
    kernel,
)


@inlined
def find_runs(state: State, work: Work) -> bool:
    """Mark where three of one colour start, across and down; whether there are any (M12).

    Branch-free over whole planes, so that the compiler turns it into vector code.
    """
    found = byte(0)
    for offset in range(board_span(state)):
        p = index_at(offset)
        colour = state.colour[p]
        there = colour != 0
        across = there & (colour == state.colour[p + U_ONE]) & (colour == state.colour[p + U_TWO])
        down = there & (colour == state.colour[p + U_ROW]) & (colour == state.colour[p + U_TWO_ROWS])
        work.across[p] = across
        work.down[p] = down
        found = byte(found | across | down)
    return found != 0


@inlined
def in_run_across(work: Work, p: int) -> bool:
    """Whether a horizontal run covers `p`."""
    return (work.across[p] | work.across[p - 1] | work.across[p - 2]) != 0


@inlined
def in_run_down(work: Work, p: int) -> bool:
    """Whether a vertical run covers `p`."""
    return (work.down[p] | work.down[p - STRIDE] | work.down[p - 2 * STRIDE]) != 0


@inlined
def gather_group(state: State, work: Work, first: int, begin: int) -> int:
    """Collect the group that holds `first` (M13) from index `begin` of `work.cells`, in reading order.

    Returns the end of the group in `work.cells`.
    """
    stamp = work.stamp
    work.cells[begin] = first
    work.member[first] = stamp
    end = begin + 1
    looked = begin
    while looked < end:
        p = work.cells[looked]
        looked += 1
        colour = state.colour[p]
        for way in range(2):
            step = 1 if way == 0 else STRIDE
            covered = in_run_across(work, p) if way == 0 else in_run_down(work, p)
            if covered:
                q = p - step
                while state.colour[q] == colour:
                    if work.member[q] != stamp:
                        work.member[q] = stamp
                        work.cells[end] = q
                        end += 1
                    q -= step
                q = p + step
                while state.colour[q] == colour:
                    if work.member[q] != stamp:
                        work.member[q] = stamp
                        work.cells[end] = q
                        end += 1
                    q += step
    for i in range(begin + 1, end):  # insertion sort: groups are small
        p = work.cells[i]
        j = i
        while j > begin and work.cells[j - 1] > p:
            work.cells[j] = work.cells[j - 1]
            j -= 1
        work.cells[j] = p
    return end


@inlined
def reward_of(rules: Rules, state: State, work: Work, begin: int, end: int, dropped: int) -> None:
    """Store what the group in `work.cells[begin:end]` earns and where it lands (M14, M15).

    `dropped` is the dropped cell of the swap, or 0 in a cascade.
    """
    longest = 0
    longest_at = 0
    longest_step = 1
    shared = 0
    holds_dropped = False
    for i in range(begin, end):
        p = work.cells[i]
        colour = state.colour[p]
        across = in_run_across(work, p)
        down = in_run_down(work, p)
        if across and down and shared == 0:
            shared = p
        holds_dropped |= p == dropped
        for way in range(2):
            step = 1 if way == 0 else STRIDE
            starts = (across if way == 0 else down) and state.colour[p - step] != colour
            if starts:
                length = 1
                while state.colour[p + length * step] == colour:
                    length += 1
                if length > longest:
                    longest = length
                    longest_at = p
                    longest_step = step
    middle = longest_at + longest_step * ((longest - 1 + rules.late_middle) // 2)
    kind = NORMAL
    cell = middle
    if longest >= rules.rainbow_run:
        kind = RAINBOW
    elif shared != 0 and rules.bomb_shapes != 0:
        kind = BOMB
        cell = shared
    elif longest >= rules.rocket_run:
        lies_across = (longest_step == 1) ^ (rules.rocket_across != 0)
        kind = ROCKET_ACROSS if lies_across else ROCKET_DOWN
    work.reward_kind[work.groups] = kind
    work.reward_cell[work.groups] = dropped if holds_dropped else cell


@kernel
def find_groups(rules: Rules, state: State, work: Work, dropped: int) -> int:
    """Find all groups at once, in reading order of their first cells (M13, M18); returns their number."""
    work.groups = 0
    if not find_runs(state, work):
        return 0
    work.stamp += 1
    stamp = work.stamp
    begin = 0
    for p in range(FIRST, board_end(state)):
        if (work.across[p] | work.down[p]) != 0 and work.member[p] != stamp:
            end = gather_group(state, work, p, begin)
            reward_of(rules, state, work, begin, end, dropped)
            work.group_end[work.groups] = end
            work.groups += 1
            begin = end
    return work.groups
