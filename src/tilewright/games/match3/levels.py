"""Match-3's part of a level file: which keys it adds, and how they become a setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilewright.core.game import Setup
from tilewright.games.match3.notation import COLOUR_LETTERS, COLOUR_NAMES, GOAL_KEYS
from tilewright.games.match3.position import MOST_WEIGHT
from tilewright.games.match3.state import LARGEST, LONGEST_DROPS, SEATS, SMALLEST

#: Level key → key of the position object, where they differ.
_POSITION_KEYS: Final = {
    "board": "rows",
    "moves": "moves_left",
    "goals": "goals",
    "source": "source",
    "drops": "drops",
    "affinity": "affinity",
    "mana": "mana",
    "tray": "tray",
}
#: Keys with an entry for each seat, of which a level for one player may write just the one.
_BY_SEAT: Final = {"affinity": str, "mana": int}
POSITION_TO_LEVEL: Final = {position: level for level, position in _POSITION_KEYS.items()}


def read_level(document: Mapping[str, Any]) -> Setup:
    """The setup that a level document describes; what is wrong in it stays wrong, for `problems` to find."""
    position = {name: document[key] for key, name in _POSITION_KEYS.items() if key in document}
    rows: Any = position.get("rows")
    if isinstance(rows, str):
        position["rows"] = [line for line in rows.splitlines() if line.strip()]
    for key, kind in _BY_SEAT.items():
        if isinstance(position.get(key), kind):
            position[key] = [position[key]]
    rules, overrides = document.get("rules"), document.get("overrides")
    if isinstance(overrides, Mapping) and overrides:
        return {"rules": {**overrides, "base": rules}, "position": position}
    return {"rules": rules, "position": position}


def level_schema() -> dict[str, Any]:
    """The JSON Schema of each key that match-3 adds to a level file."""
    letters = COLOUR_LETTERS[1:]
    names = dict(zip(letters, COLOUR_NAMES[1:], strict=True))
    meanings = {
        **{letter: f"{name} pieces to clear" for letter, name in names.items()},
        "ice": "layers of ice to take",
        "grass": "layers of grass to take",
        "box": "hit points of boxes to take",
        "special": "specials to fire",
        "artifact": "artifacts to bring down",
        "score": "points to score",
    }
    return {
        "moves": {
            "description": "Moves before the level is lost (M10).",
            "type": "integer",
            "minimum": 1,
            "maximum": 1_000_000_000,
        },
        "board": {
            "description": "The board, one row a line: ? r - # . [2], then ' for ice, then , for grass.",
            "oneOf": [
                {"type": "string", "minLength": 1},
                {"type": "array", "items": {"type": "string"}, "minItems": SMALLEST, "maxItems": LARGEST},
            ],
        },
        "goals": {
            "description": "What must be done to win (M40).",
            "type": "object",
            "additionalProperties": False,
            "properties": {
                key: {"description": meanings[key], "type": "integer", "minimum": 0} for key in GOAL_KEYS[1:]
            },
        },
        "source": {
            "description": "Where new pieces come from (M41).",
            "oneOf": [
                {"enum": ["none", "hopper"]},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["weights"],
                    "properties": {
                        "weights": {
                            "description": "The weight of each colour, drawn with replacement.",
                            "type": "object",
                            "additionalProperties": False,
                            "minProperties": 1,
                            "properties": {
                                letter: {
                                    "description": name,
                                    "type": "integer",
                                    "minimum": 0,
                                    "maximum": MOST_WEIGHT,
                                }
                                for letter, name in names.items()
                            },
                        }
                    },
                },
            ],
        },
        "drops": {
            "description": "Scripted drops of each column, the first letter falls first (M41).",
            "type": "object",
            "additionalProperties": False,
            "patternProperties": {
                f"^[a-{chr(ord('a') + LARGEST - 1)}]$": {
                    "type": "string",
                    "pattern": f"^[{letters}]*$",
                    "maxLength": LONGEST_DROPS,
                }
            },
        },
        "affinity": _by_seat("The colour whose gems charge mana (M34)", {"enum": ["", *letters[:5]]}),
        "mana": _by_seat("The mana at the start (M34)", {"type": "integer", "minimum": 0}),
        "tray": {"description": "Power gems in the tray (M31).", "type": "integer", "minimum": 0},
    }


def _by_seat(description: str, item: dict[str, Any]) -> dict[str, Any]:
    """The schema of a key with an entry for each seat; alone, it is the only player's."""
    return {
        "description": f"{description}: the player's, or a list with an entry for each seat.",
        "oneOf": [item, {"type": "array", "items": item, "maxItems": SEATS}],
    }
