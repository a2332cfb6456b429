"""What a player's meter holds, what the rules multiply, and what a final total is made of.

Read from the position and the tunables of the rule set; a game without such keys has no meter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from tilewright.core.game import Game, Outcome, Setup
from tilewright.server import protocol
from tilewright.server.catalogue import moves_left
from tilewright.table import rules_name

#: The ability that each affinity pays for, as the notation spells them.
ABILITIES: Final = {"r": "flame", "b": "freeze", "g": "regrow", "y": "cross", "p": "gift"}

#: How many cascades are counted out where the multiplier grows for ever.
LONGEST: Final = 15


def tunables(game: Game[Any, Any], setup: Setup) -> dict[str, Any]:
    """The numbers of a setup's rules: its rule set's defaults with its own overrides."""
    values: dict[str, Any] = {
        tunable.name: tunable.default for tunable in game.tunables(rules_name(setup, game))
    }
    rules = setup.get("rules")
    if isinstance(rules, Mapping):
        values.update(rules)
    return values


def switches(values: Mapping[str, Any]) -> protocol.RuleSwitches:
    """What the rules allow that a player must know of beforehand."""
    names = (f"multiplier_{index}" for index in range(len(values)))
    multipliers = [values[name] for name in takewhile(values.__contains__, names)]
    if multipliers and values.get("multiplier_growth"):
        more = range(1, LONGEST + 1)
        multipliers += [multipliers[-1] + n * values["multiplier_growth"] for n in more]
    return protocol.RuleSwitches(taps=bool(values.get("taps", 0)), multipliers=multipliers)


def mana(position: Mapping[str, Any], values: Mapping[str, Any], seat: int) -> protocol.Mana | None:
    """A seat's meter, None where there is none or nothing to spend it on."""
    full = values.get("mana_full") or 0
    affinity = _of_seat(position.get("affinity"), seat)
    if not full or affinity not in ABILITIES:
        return None
    return protocol.Mana(
        left=_of_seat(position.get("mana"), seat) or 0,
        full=full,
        affinity=affinity,
        ability=ABILITIES[affinity],
        free_moves=position.get("free_moves") or 0,
    )


def ledger(
    outcome: Outcome, position: Mapping[str, Any], values: Mapping[str, Any], seat: int
) -> list[protocol.LedgerLine]:
    """The parts of a seat's total, empty where it is the score alone."""
    score = position.get("score")
    if seat >= len(outcome.totals) or not isinstance(score, int) or outcome.totals[seat] == score:
        return []
    spared = (_of_seat(position.get("mana"), seat) or 0) * (values.get("points_mana") or 0)
    early = outcome.totals[seat] - score - spared
    lines = [("score", score), ("mana", spared)]
    if early or moves_left(position):
        lines.append(("moves", early))
    return [protocol.LedgerLine(what, points) for what, points in lines]


def _of_seat(values: Any, seat: int) -> Any:
    """The entry of a seat in a list that may not be there."""
    return values[seat] if isinstance(values, Sequence) and seat < len(values) else None
