"""The kernel that Python calls to let a policy play: a game from its opening to its end, or one decision."""

from __future__ import annotations

from typing import Final

import numpy as np

from tilewright.core.events import EventBuffer
from tilewright.core.kernel import Codes, Compiler, Words, unsigned
from tilewright.core.rng import advance, output
from tilewright.games.match3.opening import open_board
from tilewright.games.match3.policies import VIEW, MindArray, RulesArray, StateArray, WorkArray, decide
from tilewright.games.match3.pricing import MIND_DTYPE
from tilewright.games.match3.rules import RULES_DTYPE
from tilewright.games.match3.state import (
    GOALS,
    LARGEST,
    PLAYING,
    SEATS,
    STATE_DTYPE,
    WORK_DTYPE,
)
from tilewright.games.match3.turn import play_move

#: What the lab counts of one finished game.
RESULT_DTYPE: Final = np.dtype(
    [
        ("score", "i8", (SEATS,)),
        ("goals", "i8", (GOALS,)),  # what was left of each goal
        ("over", "i4"),
        ("moves", "i4"),
        ("moves_left", "i4"),
        ("cascades", "i4"),  # phases after the first of a move
        ("longest", "i4"),  # the most cascades of one move
        ("reshuffles", "i4"),
    ],
    align=True,
)


class Result:
    """What the lab counts of one finished game; see RESULT_DTYPE."""

    score: list[int]
    goals: list[int]
    over: int
    moves: int
    moves_left: int
    cascades: int
    longest: int
    reshuffles: int


ResultArray = list[Result]

compiler: Final = Compiler(
    State=STATE_DTYPE, Work=WORK_DTYPE, Rules=RULES_DTYPE, Mind=MIND_DTYPE, Result=RESULT_DTYPE
)
kernel = compiler.kernel
inlined = compiler.inlined


@inlined
def hide(pool: StateArray) -> None:
    """Hide from `pool[VIEW]`, a copy of the game, what a seat may not see: generator and drops."""
    view = pool[VIEW]
    view.rng = np.uint64(0)
    for column in range(LARGEST):
        view.drops_used[column] = 0


@kernel
def autoplay(
    rules: RulesArray,
    known: RulesArray,
    games: StateArray,
    game_words: Words,
    pool: StateArray,
    words: Words,
    work: WorkArray,
    mind: MindArray,
    out: EventBuffer,
    codes: Codes,
    replies: Codes,
    places: Codes,
    results: ResultArray,
    policy: int,
    longest: int,
) -> int:
    """Open the game in `games[0]` and let a policy play it to its end, or for `longest` moves.

    `mind[0].luck` is the bot's generator for this game: each decision gets a word of its own. Fills in
    `results[0]`; returns the number of moves.

    With `longest` 0 there is no game: returns the move that the policy makes on the view `pool[VIEW]` by the
    luck in `mind[0]`, -1 where there is none. One kernel does both because each would compile the rules anew.
    """
    choosing = longest == 0
    game = games[0]
    result = results[0]
    stream = mind[0].luck
    if not choosing:
        result.cascades = 0
        result.longest = 0
        result.reshuffles = 0
        open_board(rules[0], game, work[0], out, places, len(places))
    while True:
        if not choosing:
            if game.over != PLAYING or game.moves_made >= longest:
                break
            for i in range(words.shape[1]):
                words[unsigned(VIEW), unsigned(i)] = game_words[unsigned(0), unsigned(i)]
            hide(pool)
            mind[0].luck = output(stream)
            stream = advance(stream)
        code = decide(known, pool, words, work, mind, out, codes, replies, policy)
        if choosing:
            return code
        if code < 0:
            break
        play_move(rules[0], game, work[0], out, code)
        cascades = max(0, work[0].phases - 1)
        result.cascades += cascades
        result.longest = max(result.longest, cascades)
        result.reshuffles += work[0].reshuffles
    result.over = game.over
    result.moves = game.moves_made
    result.moves_left = game.moves_left
    for seat in range(SEATS):
        result.score[seat] = game.score[seat]
    for goal in range(GOALS):
        result.goals[goal] = game.goals[goal]
    return result.moves
