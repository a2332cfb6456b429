"""The kernel against the slow oracle: the same position, the same move, the same luck, the same outcome.

    python -m tests.match3.differential [POSITIONS [SEED]]

compares all legal moves of that many random positions and prints every difference with what reproduces it.
The oracle is handed the kernel's own generator, so that even drawn pieces and reshuffles must agree.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.oracle import match3 as oracle
from tests.oracle.board import OracleBadMove, OracleIllegal, Piece
from tests.oracle.positions import random_position
from tilewright.core.events import Note
from tilewright.core.game import BadMove, Illegal
from tilewright.core.rng import advance, below
from tilewright.games import GAMES

GAME = GAMES["match3"]
COLOURS = "rbgypo"

#: The kernel stops refilling after so many phases; the rules know no such end.
PATIENT = {"longest_cascade": 1000}
LONG = 900


class Luck:
    """The generator of a state, in plain sight: it draws and mixes as the kernel does."""

    def __init__(self, word: int) -> None:
        self.word = word
        self.draws = 0
        self.order: list[int] = []
        self.mixed: list[Piece] = []

    def next(self, bound: int) -> int:
        """A number below `bound`."""
        found = below(self.word, bound)
        self.word = int(advance(self.word))
        return int(found)

    def draw(self, weights: dict[str, float]) -> str:
        """A colour by weight, in the order of the notation."""
        self.draws += 1
        pick = self.next(int(sum(weights.values())))
        for colour in COLOURS:
            weight = weights.get(colour, 0)
            if pick < weight:
                return colour
            pick -= int(weight)
        raise AssertionError("a pick beyond all weights")

    def shuffle(self, pieces: list[Piece]) -> list[Piece]:
        """Mix as the kernel does: each attempt goes on from the arrangement of the one before."""
        if [id(piece) for piece in pieces] != [id(piece) for piece in self.mixed]:
            self.mixed = pieces
            self.order = list(range(len(pieces)))
        for i in range(len(pieces) - 1, 0, -1):
            j = self.next(i + 1)
            self.order[i], self.order[j] = self.order[j], self.order[i]
        return [pieces[i] for i in self.order]


@dataclass
class Tally:
    """What a run compared."""

    positions: int = 0
    moves: int = 0
    refusals: int = 0
    skipped: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


def random_case(rng: random.Random) -> tuple[Any, dict[str, Any]]:
    """Rules and a position that say everything in a way that both sides read alike."""
    name = rng.choice(["designer-v1", "master-v1"])
    position = random_position(rng, name)
    position["seed"] = rng.getrandbits(64)
    seats = max(len(position.get("mana") or ()), len(position.get("affinity") or ()), 1)
    if seats > 1 and "score" in position:  # `score` alone does not say whose it is
        scores = [rng.randint(0, 9) * 10 for _ in range(seats)]
        scores[position.get("seat", 0)] = position.pop("score")
        position["scores"] = scores
    rules: Any = {"base": name, "bomb_radius": rng.randint(1, 3)} if rng.random() < 0.1 else {"base": name}
    return rules, position


def compare(
    rules: dict[str, Any], position: dict[str, Any], rng: random.Random, tally: Tally
) -> Iterator[str]:
    """Every difference on one position, as text that reproduces it."""
    state = GAME.load({**rules, **PATIENT}, position)
    seat = position.get("seat") or 0
    tally.positions += 1
    mine, theirs = GAME.legal(state, seat), oracle.legal(rules, position)
    if mine != theirs:
        only = f"only kernel {sorted(set(mine) - set(theirs))}, only oracle {sorted(set(theirs) - set(mine))}"
        yield told("legal", rules, position, None, only)
    for move in theirs:
        if move in mine:
            yield from compare_move(rules, position, state, move, tally)
    for move in some_refused(position, theirs, rng):
        yield from compare_refusal(rules, position, state, move, tally)


def compare_move(
    rules: dict[str, Any], position: dict[str, Any], state: Any, move: str, tally: Tally
) -> Iterator[str]:
    """The differences after one legal move."""
    luck = Luck(position["seed"])
    before = GAME.save(state)
    played = GAME.play(state, position.get("seat") or 0, move)
    if GAME.save(state) != before:
        yield told("state", rules, position, move, "the state given was changed")
    given = copy.deepcopy(position)
    try:
        expected = oracle.step(rules, given, move, draw=luck.draw, shuffle=luck.shuffle)
    except (oracle.Endless, oracle.NeedsChance):  # the rules have no words for it
        tally.skipped += 1
        return
    cascades = [event.value for event in played.events if isinstance(event, Note) and event.what == "cascade"]
    if max(cascades, default=0) > LONG:
        tally.skipped += 1
        return
    tally.moves += 1
    kind = "swap" if "-" in move else "tap" if "!" in move else move.split(maxsplit=1)[0]
    tally.kinds[kind] += 1
    if luck.draws:
        tally.kinds["drawn"] += 1
    if luck.mixed:
        tally.kinds["reshuffled"] += 1
    found = GAME.position(played.state)
    mine, theirs = oracle.canonical(found), oracle.canonical(expected["position"])
    if "scores" in position or "scores" in found:
        mine.pop("score")
        theirs.pop("score")
    outcome = GAME.outcome(played.state)
    mine["points"], theirs["points"] = played.points, expected["points"]
    mine["outcome"], theirs["outcome"] = (
        None
        if outcome is None
        else {
            "result": outcome.result,
            "reason": outcome.reason,
            "winners": list(outcome.winners),
            "totals": list(outcome.totals),
        },
        expected["outcome"],
    )
    if outcome is not None:
        tally.kinds[outcome.reason] += 1
    if outcome is None or outcome.reason != "deadlock":  # the oracle proves some deadlocks without mixing
        mine["seed"], theirs["seed"] = found["seed"], luck.word
    else:
        mine.pop("rows")  # a board that no mixing helped stays as it was; the oracle's may not
        theirs.pop("rows")
    wrong = {key: (mine[key], theirs[key]) for key in mine if mine[key] != theirs[key]}
    if wrong:
        yield told("move", rules, position, move, f"kernel and oracle: {json.dumps(wrong)}")


def some_refused(position: dict[str, Any], legal: list[str], rng: random.Random) -> list[str]:
    """A few moves that are not legal: swaps of neighbours and others, taps, abilities, off the board."""
    rows = position["rows"]
    height, width = len(rows), len(rows[0].split())

    def square() -> tuple[int, int]:
        return rng.randint(0, height + 1), rng.randint(0, width)

    def name(row: int, column: int) -> str:
        return f"{chr(ord('a') + column)}{row}"

    moves = []
    for _ in range(6):
        row, column = square()
        down, right = rng.choice([(0, 1), (1, 0), (1, 1), (0, 0), (0, 2)])
        moves.append(f"{name(row, column)}-{name(row + down, column + right)}")
    moves += [f"{name(*square())}!" for _ in range(2)]
    moves += [f"{word} {name(*square())}" for word in rng.sample(["flame", "cross", "gift", "freeze"], 2)]
    moves.append("regrow")
    return [move for move in moves if move not in legal]


def compare_refusal(
    rules: dict[str, Any], position: dict[str, Any], state: Any, move: str, tally: Tally
) -> Iterator[str]:
    """Both refuse a move that neither lists."""
    tally.refusals += 1
    before = GAME.save(state)
    try:
        GAME.play(state, position.get("seat") or 0, move)
        mine = "plays"
    except (Illegal, BadMove):
        mine = "refuses"
    if GAME.save(state) != before:
        yield told("state", rules, position, move, "a refused move changed the state")
    try:
        oracle.step(rules, copy.deepcopy(position), move, draw=lambda _: "r", shuffle=list)
        theirs = "plays"
    except (OracleIllegal, OracleBadMove):
        theirs = "refuses"
    if (mine, theirs) != ("refuses", "refuses"):
        yield told("refusal", rules, position, move, f"the kernel {mine} it, the oracle {theirs} it")


def told(what: str, rules: Any, position: dict[str, Any], move: str | None, difference: str) -> str:
    """A difference with what reproduces it."""
    return f"{what}: {json.dumps({'rules': rules, 'position': position, 'move': move})}\n    {difference}"


def run(positions: int, seed: int) -> tuple[Tally, Iterator[str]]:
    """Compare so many random positions; the differences come as they are found."""
    tally = Tally()

    def differences() -> Iterator[str]:
        rng = random.Random(seed)
        for _ in range(positions):
            rules, position = random_case(rng)
            yield from compare(rules, position, rng, tally)

    return tally, differences()


def main() -> int:
    """Run as a program; 1 when there was a difference."""
    numbers = [int(word) for word in sys.argv[1:]]
    positions, seed = (numbers + [1000, 0][len(numbers) :])[:2]
    begin = time.perf_counter()
    tally, differences = run(positions, seed)
    found = 0
    for difference in differences:
        found += 1
        print(difference, flush=True)
        if found >= 50:
            break
    print(f"{tally} in {time.perf_counter() - begin:.0f} s: {found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
