"""Writes the transcripts that the client's tests and its development page replay.

Run it from the repository with the project's Python: `.venv/bin/python client/test/transcripts/make.py`. Each
transcript is a real game: the frames that a server sends for a few moves on a board chosen to show something.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from tilewright.games.match3.game import Match3
from tilewright.server import meters

HERE = Path(__file__).parent
FIVE = {"weights": dict.fromkeys("rbgyp", 1)}

SCENES: list[dict[str, Any]] = [
    {
        "name": "First lines",
        "idea": "Three in a line clear.",
        "rules": "designer-v1",
        "position": {
            "rows": ["? ? ? ? ? ? ?"] * 7,
            "source": FIVE,
            "moves_left": 18,
            "goals": {"r": 12, "y": 10},
        },
        "prefer": "",
        "moves": 8,
        "seed": 5,
    },
    {
        "name": "The workshop",
        "idea": "Everything at once: rockets, a bomb, a rainbow, ice, grass and boxes.",
        "rules": "designer-v1",
        "position": {
            "rows": [
                "# r b g y p r #",
                "b y, - r, g, | b y",
                "g p, r' * y'' p, g b",
                "r b, [3] % g, [1] p r",
                "y g, p y b, r g y",
                "p b'''', g r b p @ g",
                "b * r y p g b r",
                "# g y b r y p #",
            ],
            "source": {"weights": dict.fromkeys("rbgypo", 1)},
            "moves_left": 24,
            "goals": {"ice": 8, "grass": 12, "box": 4, "special": 20, "artifact": 1},
        },
        "prefer": "!",
        "moves": 12,
        "seed": 3,
    },
    {
        "name": "Crossing beams",
        "idea": "Two specials that meet do more than both alone.",
        "rules": "designer-v1",
        "position": {
            "rows": [
                "r b g y p r b g",
                "b y p r g y p b",
                "g p - * y b g r",
                "r b g y % % p y",
                "y g r b | p y g",
                "p r y g * r b p",
                "b g p r y g r b",
                "g y b p r b y g",
            ],
            "source": FIVE,
            "moves_left": 6,
            "goals": {"score": 9000},
        },
        "prefer": "combo",
        "moves": 5,
        "seed": 2,
    },
    {
        "name": "Coloured specials",
        "idea": "Rockets and bombs that keep their colour.",
        "rules": "master-v1",
        "position": {
            "rows": [
                "r b g y p r- b g",
                "b y- p r g y p b",
                "g p r y* y' b g r",
                "r b g| y p r p y",
                "y g r b g p* y g",
                "p r y g b r b p",
                "b g p % y g r b",
                "g y b p r b y g",
            ],
            "source": FIVE,
            "moves_left": 12,
            "goals": {"b": 40, "special": 14},
        },
        "prefer": "",
        "moves": 6,
        "seed": 9,
    },
    {
        "name": "Hard ground",
        "idea": "Many layers, odd shapes.",
        "rules": "designer-v1",
        "position": {
            "rows": [
                "# # ?, ?,, ?,, ?, # #",
                "# ? ? ?' ?'' ? ? #",
                "?,,, ? [2] ? ? [2], ? ?,,,",
                "? ? ? # # ? ? ?",
                "? ? ? # # ? ? ?",
                "?,, ? [9] ?''''' ?''''''' [5] ? ?,,",
                "# ? ? ? ? ? ? #",
                "# # ? ? ? ? # #",
            ],
            "source": FIVE,
            "moves_left": 15,
            "goals": {"grass": 12, "ice": 10, "box": 6},
        },
        "prefer": "",
        "moves": 6,
        "seed": 11,
    },
    {
        "name": "The crystal hall",
        "idea": "Jewels, a full meter, and specials that fire when they are matched.",
        "rules": "master-v1",
        "position": {
            "rows": [
                "r b g y p r b g",
                "b y g r p b y' r",
                "g p r b y r g b",
                "r b y r- b* y p b",
                "y g [2] p b r g y",
                "p b r g % p y g",
                "b r y' p g| b r b",
                "g p g, y, b r p y",
            ],
            "source": "hopper",
            "moves_left": 20,
            "goals": {"y": 40, "ice": 2},
            "mana": [15],
            "affinity": ["y"],
        },
        "prefer": " ",
        "moves": 8,
        "seed": 4,
    },
]


def shown(game: Match3, state: Any, scene: dict[str, Any], number: int, moves_made: int) -> dict[str, Any]:
    """What the wire calls a Shown."""
    position = game.position(state)
    of = scene["position"]["goals"]
    outcome = game.outcome(state)
    values = meters.tunables(game, {"rules": scene["rules"]})
    end = None
    if outcome is not None:
        ledger = meters.ledger(outcome, position, values, 0)
        end = {**msgspec.to_builtins(outcome), "ledger": msgspec.to_builtins(ledger)}
    return {
        "rows": game.rows(state),
        "position": position,
        "legal": game.legal(state, 0) if outcome is None else [],
        "outcome": end,
        "can_undo": False,
        "undo_reason": "Chance drew new pieces, so this move stands." if moves_made else "No move yet.",
        "moves_made": moves_made,
        "score": position.get("score", 0),
        "goals": [{"key": key, "left": left, "of": of[key]} for key, left in position["goals"].items()],
        "moves_left": position.get("moves_left"),
        "stars": 2 if outcome is not None and outcome.result == "won" else 0,
        "level": {
            "id": f"test-{number}",
            "number": number,
            "name": scene["name"],
            "idea": scene["idea"],
            "next": f"test-{number % len(SCENES) + 1}",
            "theme": "citadel" if scene["rules"] == "master-v1" else "studio",
        },
        "practice": False,
        "rules": msgspec.to_builtins(meters.switches(values)),
        "mana": msgspec.to_builtins(meters.mana(position, values, 0)),
    }


def best(game: Match3, state: Any, prefer: str) -> str:
    """A showy move: the one with the most events, taps or combinations first where they are asked for."""
    rows = [row.split() for row in game.rows(state)]

    def token(square: str) -> str:
        return rows[int(square[1:]) - 1][ord(square[0]) - 97]

    def worth(move: str) -> tuple[bool, int]:
        wanted = (prefer == "!" and move.endswith("!")) or (prefer == " " and " " in move)
        if prefer == "combo" and "-" in move:
            wanted = all(token(square)[-1] in "-|*%" for square in move.split("-"))
        return wanted, len(game.play(state, 0, move).events)

    return max(game.legal(state, 0), key=worth)


def transcript(scene: dict[str, Any], number: int) -> dict[str, Any]:
    """The frames of one scene."""
    game = Match3()
    state = game.new({"rules": scene["rules"], "position": scene["position"]}, scene["seed"])
    first = {"type": "position", "v": 0, "cause": "hello", "state": shown(game, state, scene, number, 0)}
    steps = []
    for v in range(1, scene["moves"] + 1):
        if game.outcome(state) is not None:
            break
        move = best(game, state, scene["prefer"])
        played = game.play(state, 0, move)
        state = played.state
        steps.append(
            {
                "type": "played",
                "v": v,
                "seat": 0,
                "move": move,
                "events": msgspec.to_builtins(played.events),
                "points": played.points,
                "state": shown(game, state, scene, number, v),
            }
        )
    return {"authored": scene["position"]["rows"], "first": first, "steps": steps}


def main() -> None:
    """Writes transcripts.json beside this file, one transcript a line."""
    lines = [json.dumps(transcript(scene, number)) for number, scene in enumerate(SCENES, 1)]
    (HERE / "transcripts.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
