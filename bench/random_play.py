"""Uniformly random play inside one kernel, compiled only for the benchmark."""

from __future__ import annotations

from tilewright.core.events import EventBuffer
from tilewright.core.kernel import Codes, unsigned
from tilewright.core.rng import advance, below
from tilewright.games.match3.entries import RulesArray, StateArray, WorkArray
from tilewright.games.match3.moves import list_moves
from tilewright.games.match3.state import kernel
from tilewright.games.match3.turn import play_move


@kernel
def play_random(
    rules: RulesArray,
    states: StateArray,
    work: WorkArray,
    out: EventBuffer,
    codes: Codes,
    luck: int,
    moves: int,
) -> int:
    """Play up to `moves` uniformly random legal moves on `states[0]`, listing all of them before each one.

    `luck` seeds the choice, which is not the game's own generator. Returns the number of moves played.
    """
    word = unsigned(luck)
    played = 0
    while played < moves:
        count = list_moves(rules[0], states[0], work[0], codes)
        if count == 0:
            break
        pick = below(word, count)
        word = advance(word)
        play_move(rules[0], states[0], work[0], out, codes[pick])
        played += 1
    return played
