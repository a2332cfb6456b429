"""The built-in policies: `random`, `greedy`, `goal` and `lookahead`.

A policy decides on a view (`pool[VIEW]`): its generator word is void and what it knows of the rules has no
scripted drops. It tries moves on scratch states, either bare, where nothing new falls in, or imagined, where
refills come from the bot's own generator. Luck, for ties and for imagining, is `mind.luck`, never the game's.
"""

from __future__ import annotations

from typing import Final

from tilewright.core.events import EventBuffer
from tilewright.core.kernel import Codes, Words, unsigned
from tilewright.core.rng import advance, below, output
from tilewright.games.match3.moves import combines, list_moves
from tilewright.games.match3.pricing import Mind, cost, inlined, kernel, pasted, set_prices
from tilewright.games.match3.rules import Rules
from tilewright.games.match3.state import (
    CELL_MASK,
    CELL_SHIFT,
    FREEZE,
    KIND_SHIFT,
    LOST_MOVES,
    PLAYING,
    SWAP,
    WON_GOALS,
    State,
    Work,
)
from tilewright.games.match3.turn import play_move

RulesArray = list[Rules]
StateArray = list[State]
WorkArray = list[Work]
MindArray = list[Mind]

POLICIES: Final = ("random", "greedy", "goal", "lookahead")
RANDOM: Final = 0
GREEDY: Final = 1
GOAL: Final = 2
LOOKAHEAD: Final = 3

#: What a bot knows of the rules: with the source for imagining, and bare, where nothing falls in.
IMAGINED: Final = 0
BARE: Final = 1

#: The states of a pool: what the bot sees, and where it tries moves one and two plies deep.
VIEW: Final = 0
FIRST_PLY: Final = 1
SECOND_PLY: Final = 2
POOL: Final = 3

#: How many moves `lookahead` looks into, and how many futures it imagines for each.
CANDIDATES: Final = 8
FUTURES: Final = 4

_WIN: Final = 1e6
_SURE: Final = _WIN / 2
_MOVE_LEFT: Final = 1e3
_LOSS: Final = 1e4
_NEVER: Final = -1e9
_TIES: Final = 1 << 20
_NOISE: Final = 1e-7 / _TIES


@inlined
def copy_state(words: Words, source: int, target: int) -> None:
    """Copy one state of a pool onto another, as 64-bit words."""
    for i in range(words.shape[1]):
        words[unsigned(target), unsigned(i)] = words[unsigned(source), unsigned(i)]


@inlined
def draw(mind: Mind, bound: int) -> int:
    """A number below `bound` by the bot's luck."""
    number: int = below(mind.luck, bound)
    mind.luck = advance(mind.luck)
    return number


@inlined
def judge(state: State, work: Work, mind: Mind, policy: int) -> float:
    """How good a policy finds the state after a move, which `work` still counts."""
    if policy == GREEDY:
        return float(work.cleared)
    value = mind.room * work.cleared - cost(state, mind)
    if state.over == WON_GOALS:
        value += _WIN + _MOVE_LEFT * state.moves_left
    elif state.over == LOST_MOVES and mind.points == 0.0:
        value -= _LOSS  # whatever costs no move comes before the last move (M34)
    return value


@kernel
def weigh(
    known: RulesArray,
    pool: StateArray,
    words: Words,
    work: WorkArray,
    mind: MindArray,
    out: EventBuffer,
    codes: Codes,
    source: int,
    policy: int,
) -> int:
    """Value every legal move of `pool[source]` by what it does before anything new falls in.

    Lists the moves in `codes` and their values in `mind[0].values`; `pool[SECOND_PLY]` is the scratch state.
    Returns the number of moves.
    """
    count = list_moves(known[IMAGINED], pool[source], work[0], codes)
    scratch = pool[SECOND_PLY]
    values = mind[0].values
    same = False  # the move just valued does the same as the next one, its other direction
    for i in range(count):
        code = codes[i]
        if same:
            values[i] = values[i - 1]
            same = False
            continue
        if i > 0 and (code >> KIND_SHIFT) == FREEZE and (codes[i - 1] >> KIND_SHIFT) == FREEZE:
            if pool[source].seats == 1:  # alone, Deep Freeze does the same wherever it is aimed (M34)
                values[i] = _NEVER
                continue
        copy_state(words, source, SECOND_PLY)
        play_move(known[BARE], scratch, work[0], out, code)
        values[i] = judge(scratch, work[0], mind[0], policy)
        if (code >> KIND_SHIFT) == SWAP and i % 2 == 0:
            # Only a reward or a combination tells the dropped cell from the other one.
            first = (code >> CELL_SHIFT) & CELL_MASK
            special = pool[source].special[first]
            other = pool[source].special[code & CELL_MASK]
            same = work[0].crafted == 0 and not combines(special, other)
    return count


@inlined
def best(mind: Mind, count: int) -> int:
    """The index of the highest value; ties are broken by the bot's luck."""
    chosen = 0
    highest = 0.0
    for i in range(count):
        value = mind.values[i] + _NOISE * draw(mind, _TIES)
        if i == 0 or value > highest:
            highest = value
            chosen = i
    return chosen


@inlined
def highest_value(mind: Mind, count: int) -> float:
    """The highest of the values."""
    highest = mind.values[0]
    for i in range(1, count):
        highest = max(highest, mind.values[i])
    return highest


@pasted
def look_ahead(
    known: RulesArray,
    pool: StateArray,
    words: Words,
    work: WorkArray,
    mind: MindArray,
    out: EventBuffer,
    codes: Codes,
    replies: Codes,
    count: int,
) -> int:
    """The move whose imagined futures, followed by the best reply in each, are worth most on average.

    `codes` and `mind[0].values` hold the `count` moves as `goal` values them; looks into those that it likes
    best, and every one of them meets the same imagined luck.
    """
    if highest_value(mind[0], count) > _SURE:
        return codes[best(mind[0], count)]  # a win that needs no luck
    luck = output(mind[0].luck)
    mind[0].luck = advance(mind[0].luck)
    promising = min(CANDIDATES, count)
    for i in range(promising):  # the best first
        at = i
        highest = 0.0
        for j in range(i, count):
            value = mind[0].values[j] + _NOISE * draw(mind[0], _TIES)
            if j == i or value > highest:
                highest = value
                at = j
        codes[i], codes[at] = codes[at], codes[i]
        mind[0].values[at] = mind[0].values[i]
    chosen = codes[0]
    highest = 0.0
    for i in range(promising):
        total = 0.0
        word = luck
        for _ in range(FUTURES):
            copy_state(words, VIEW, FIRST_PLY)
            future = pool[FIRST_PLY]
            future.rng = output(word)
            word = advance(word)
            play_move(known[IMAGINED], future, work[0], out, codes[i])
            if future.over == PLAYING:
                answers = weigh(known, pool, words, work, mind, out, replies, FIRST_PLY, GOAL)
                total += highest_value(mind[0], answers)
            else:
                total += judge(future, work[0], mind[0], GOAL)
        if i == 0 or total > highest:
            highest = total
            chosen = codes[i]
    return chosen


@pasted
def decide(
    known: RulesArray,
    pool: StateArray,
    words: Words,
    work: WorkArray,
    mind: MindArray,
    out: EventBuffer,
    codes: Codes,
    replies: Codes,
    policy: int,
) -> int:
    """The move a policy makes on `pool[VIEW]`, or -1 where there is none."""
    if policy == RANDOM:
        count = list_moves(known[IMAGINED], pool[VIEW], work[0], codes)
        return codes[draw(mind[0], count)] if count > 0 else -1
    if policy >= GOAL:
        set_prices(known[IMAGINED], pool[VIEW], mind[0])
    count = weigh(known, pool, words, work, mind, out, codes, VIEW, min(policy, GOAL))
    if count == 0:
        return -1
    if policy == LOOKAHEAD:
        return look_ahead(known, pool, words, work, mind, out, codes, replies, count)
    return codes[best(mind[0], count)]
