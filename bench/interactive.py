"""One move through Python with its events decoded, as the server plays it."""

from __future__ import annotations

import time

from bench.moves import FIVE_COLOURS, PLAIN_8
from bench.report import Line
from tilewright.games.match3.game import Match3


def measure(moves: int = 2000, rounds: int = 7) -> list[Line]:
    """The mean of the best round over the same positions and moves, in microseconds of processor time."""
    game = Match3()
    state = game.new({"rules": "designer-v1", "position": {"rows": PLAIN_8, "source": FIVE_COLOURS}}, 1)
    cases = []
    for number in range(moves):
        legal = game.legal(state, 0)
        move = legal[number % len(legal)]
        cases.append((state, move))
        state = game.play(state, 0, move).state
    best = float("inf")
    events = 0
    for _ in range(rounds):
        events = 0
        began = time.process_time()
        for at, move in cases:
            events += len(game.play(at, 0, move).events)
        best = min(best, (time.process_time() - began) / moves)
    micro = best * 1e6
    name = f"one move through Python, {events / moves:.0f} events decoded"
    return [Line(name, f"{micro:.1f} µs", "≤ 15 µs", micro <= 15)]
