"""The JSON Schema of level files, for editors; made from the code, so that it says what the code does.

`python -m tilewright.content.schema` writes it; a test fails while the stored one is out of date.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from tilewright.content.document import FORMAT
from tilewright.core.game import Game, Tunable
from tilewright.games import GAMES

FILE: Final = Path(__file__).with_name("level.schema.json")

_REQUIRED: Final = ["format", "game", "name", "author", "idea", "rules", "moves", "board"]


def level_schema() -> dict[str, Any]:
    """The schema of a level file of any game."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Tilewright level",
        "description": "One level; `tilewright validate` checks the board and the goals too.",
        "type": "object",
        "required": _REQUIRED,
        "properties": {"game": {"description": "The game that is played.", "enum": list(GAMES)}},
        "oneOf": [_game_schema(name, game) for name, game in GAMES.items()],
    }


def _game_schema(name: str, game: Game[Any, Any]) -> dict[str, Any]:
    """The schema of the levels of one game."""
    own = {
        "format": {"description": "The format of this file.", "const": FORMAT},
        "game": {"const": name},
        "name": _text("What the level is called."),
        "author": _text("Who made it."),
        "idea": _text("What it teaches, in one sentence."),
        "rules": {"description": "The rule set it stands on.", "enum": list(game.rule_sets)},
        "overrides": _overrides(game),
        "practice": {"description": "Undo past a random refill is allowed.", "type": "boolean"},
        "stars": {
            "description": "The moves left that earn two and three stars.",
            "type": "object",
            "additionalProperties": False,
            "required": ["two", "three"],
            "properties": {key: {"type": "integer", "minimum": 0} for key in ("two", "three")},
        },
        "solution": {
            "description": "Moves that win the opening of seed 0.",
            "type": "array",
            "items": {"type": "string"},
        },
        "measured": {
            "description": "How often a bot passes; written by `python -m bench levels --write`.",
            "type": "object",
            "additionalProperties": False,
            "required": ["bot", "games", "seeds", "passed", "interval"],
            "properties": {
                "bot": _text("The bot that played."),
                "games": {"type": "integer", "minimum": 1},
                "seeds": _pair("The first and the last seed.", {"type": "integer", "minimum": 0}),
                "passed": _share("The share of games that were won."),
                "interval": _pair("Its 95 % Wilson interval.", _share("A bound.")),
            },
        },
    }
    return {
        "title": game.title,
        "additionalProperties": False,
        "properties": {**own, **game.level_schema()},
    }


def _overrides(game: Game[Any, Any]) -> dict[str, Any]:
    """The tunables, with their ranges and each rule set's default."""
    sets: dict[str, dict[str, Tunable]] = {
        rules: {tunable.name: tunable for tunable in game.tunables(rules)} for rules in game.rule_sets
    }
    names = {name: tunable for tunables in sets.values() for name, tunable in tunables.items()}
    properties: dict[str, Any] = {}
    for name, tunable in names.items():
        defaults = ", ".join(
            f"{tunables[name].default} in {rules}" for rules, tunables in sets.items() if name in tunables
        )
        number = {"type": "integer", "minimum": tunable.low, "maximum": tunable.high}
        switch = (tunable.low, tunable.high) == (0, 1)
        properties[name] = {
            "description": f"{tunable.rule}: {tunable.meaning} ({defaults}).",
            **({"anyOf": [number, {"type": "boolean"}]} if switch else number),
        }
    return {
        "description": "Tunables that differ from the rule set.",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
    }


def _text(description: str) -> dict[str, Any]:
    """A text that says something."""
    return {"description": description, "type": "string", "pattern": "\\S"}


def _share(description: str) -> dict[str, Any]:
    """A number from 0 to 1."""
    return {"description": description, "type": "number", "minimum": 0, "maximum": 1}


def _pair(description: str, item: dict[str, Any]) -> dict[str, Any]:
    """A list of two."""
    return {"description": description, "type": "array", "items": item, "minItems": 2, "maxItems": 2}


def schema_text() -> str:
    """The schema as it is stored."""
    return json.dumps(level_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema_text(), encoding="utf-8")
