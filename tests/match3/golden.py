"""Golden playthroughs: whole games as records, with a digest after every move and the end in full.

    python -m tests.match3.golden

writes them for the present `rules_version`, into a folder that must not be there yet: golden files never
change. Games that play differently need another version, and so another folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from tests.match3.play import DESIGNER, GAME, MASTER, rows_of
from tilewright.core.laws import record_of
from tilewright.core.notation import write_record

FOLDER = Path(__file__).parent / "goldens" / f"v{GAME.rules_version}"
ABILITIES = ("flame", "cross", "regrow", "gift", "freeze")

_OPEN = ["? ? ? ? ? ? ? ?"] * 8
_FOUR = {"weights": {"r": 3, "b": 2, "g": 2, "y": 2}}
_CROWDED = rows_of(
    """
    ?   ?   @   ?   #   ?   @   ?  ?
    ?'  ?   ?   ?   ?   ?   ?   ?  ?'
    ?   [1] ?,  ?,, ?   ?,, ?,  [1] ?
    ?   ?   ?,  *   [2] -   ?,  ?  ?
    #   ?   ?,  ?,, %   ?,, ?,  ?  #
    ?   ?'' @   ?   ?   ?   @   ?'' ?
    ?   [3], ?  ?   |'  ?   ?   [3], ?
    ?   ?   #   ?   ?   ?   #   ?  ?
    """
)
_FEW = rows_of(
    """
    ? ? ? ? ?
    ? ? # ? ?
    ? ? ? ? ?
    ? # ? # ?
    ? ? ? ? ?
    """
)


def _solo(affinity: str, **keys: Any) -> dict[str, Any]:
    return {
        "rules": {"base": MASTER, "mana_full": 6},
        "position": {"rows": _OPEN, "source": "hopper", "affinity": [affinity], "moves_left": 16, **keys},
    }


#: Name → setup, seed, seats and how many moves.
GAMES: dict[str, tuple[dict[str, Any], int, int, int]] = {
    "designer-weights": (
        {
            "rules": DESIGNER,
            "position": {"rows": _OPEN, "source": _FOUR, "moves_left": 25, "goals": {"r": 60, "special": 30}},
        },
        1,
        1,
        25,
    ),
    "designer-crowded": (
        {
            "rules": DESIGNER,
            "position": {
                "rows": _CROWDED,
                "drops": {"a": "rbgy", "e": "ppp", "i": "yg"},
                "source": {"weights": {"r": 1, "b": 1, "g": 1, "y": 1, "p": 1}},
                "goals": {"artifact": 2, "ice": 7, "grass": 15, "box": 8, "score": 4000},
            },
        },
        2,
        1,
        40,
    ),
    "designer-tunables": (
        {
            "rules": {
                "base": DESIGNER,
                "bomb_radius": 2,
                "rocket_across": 0,
                "late_middle": 1,
                "blasts_stack": 0,
                "rainbow_run": 4,
                "taps": 0,
                "reshuffle_specials": 1,
            },
            "position": {"rows": _FEW, "source": {"weights": {"r": 1, "b": 1, "g": 1}}, "moves_left": 30},
        },
        3,
        1,
        30,
    ),
    "designer-no-refill": (
        {
            "rules": DESIGNER,
            "position": {
                "rows": rows_of("r b g r b\nb r b g r\ng b r b g\nr g b r b\nb r g b r"),
                "drops": {"b": "gg", "d": "rr"},
            },
        },
        4,
        1,
        30,
    ),
    "master-duel": (
        {
            "rules": {"base": MASTER, "mana_full": 8},
            "position": {"rows": _OPEN, "source": "hopper", "affinity": ["g", "b", "y"], "moves_left": 30},
        },
        5,
        3,
        40,
    ),
    "master-small-hopper": (
        {
            "rules": {"base": MASTER, "hopper_each": 7, "tray": 2},
            "position": {"rows": ["? ? ? ? ?"] * 5, "source": "hopper", "affinity": ["p"]},
        },
        6,
        1,
        40,
    ),
    "master-ruby": (_solo("r", goals={"r": 90}), 7, 1, 40),
    "master-sapphire": (_solo("b"), 8, 1, 40),
    "master-emerald": (_solo("g", rows=[row.replace("?", "?'", 2) for row in _OPEN]), 9, 1, 40),
    "master-topaz": (_solo("y"), 10, 1, 40),
    "master-amethyst": (_solo("p", goals={"score": 20_000}), 11, 1, 40),
}


def choose(moves: list[str], rng: np.random.Generator) -> str:
    """A move by chance; abilities and combinations are made when they can be."""
    abilities = [move for move in moves if move.startswith(ABILITIES)]
    if abilities and rng.random() < 0.7:
        moves = abilities
    return moves[int(rng.integers(len(moves)))]


def text_of(name: str) -> str:
    """A whole golden file: the record, and the position and outcome in which it ends."""
    setup, seed, seats, most = GAMES[name]
    rng = np.random.default_rng(seed)
    state = GAME.new(setup, seed, seats)
    moves: list[tuple[int, str]] = []
    while len(moves) < most and GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        move = choose(GAME.legal(state, seat), rng)
        moves.append((seat, move))
        state = GAME.play(state, seat, move).state
    record = record_of(GAME, setup, seed, seats, moves, level=name)
    return write_record(record) + ending(state)


def ending(state: Any) -> str:
    """How a golden game ends, as comments of its record."""
    lines = [f"# position {msgspec.json.encode(GAME.position(state)).decode()}"]
    lines += [f"# outcome {msgspec.json.encode(GAME.outcome(state)).decode()}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the golden files of this version of the rules."""
    FOLDER.mkdir(parents=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
