"""What a move did, in words: the events of a move as one or two short lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from tilewright.core.events import Change, Clear, Event, Note
from tilewright.core.game import Outcome

#: Notes that say something about a square: what is told before it.
_AT: Final = {"fired": "fired", "crafted": "made", "combo": "combined", "collected": "collected"}

#: More squares than this are counted, not listed.
_LISTED: Final = 4


def tell_move(events: Iterable[Event], points: int) -> list[str]:
    """What happened, as short sentences; the first is about pieces and points."""
    cleared = changed = cascades = 0
    places: dict[str, list[str]] = {}
    others: list[str] = []
    for event in events:
        if isinstance(event, Clear):
            cleared += 1
        elif isinstance(event, Change):
            changed += 1
        elif isinstance(event, Note):
            if event.what == "cascade":
                cascades = max(cascades, event.value)
            elif event.what in _AT:
                places.setdefault(event.what, []).append(" ".join(filter(None, (event.token, event.at))))
            else:
                others.append(_other(event))
    first = f"Cleared {_count(cleared, 'piece')}" if cleared else "Cleared nothing"
    if changed:
        first += f", changed {_count(changed, 'cell')}"
    if cascades:
        first += f", {_count(cascades, 'cascade')}"
    sentences = [f"{first}: {points:+} points."]
    parts = [f"{_AT[what]} {_places(found)}" for what, found in places.items()]
    if parts:
        text = "; ".join(parts)
        sentences.append(f"{text[0].upper()}{text[1:]}.")
    return sentences + others


def _other(note: Note) -> str:
    """A note that is a sentence of its own."""
    if note.what == "reshuffle":
        return "No move was left: the board was reshuffled."
    if note.what == "goal":
        return f"Goal met: {note.token}."
    if note.what == "bonus":
        return f"Bonus: {note.value:+} points."
    words = [note.what, note.token, note.at, str(note.value) if note.value else None]
    return " ".join(filter(None, words)) + "."


def _places(found: list[str]) -> str:
    """Squares with what is on them, or their number where they are many."""
    return ", ".join(found) if len(found) <= _LISTED else f"{len(found)} pieces"


def tell_counters(position: dict[str, Any]) -> str:
    """The counters of a position on one line: moves and goals that are left, the score."""
    parts = [
        f"{key.partition('_')[0]} {position[key]}" for key in ("moves_left", "turns_left") if key in position
    ]
    goals = position.get("goals")
    if goals:
        parts.append("goals " + ", ".join(f"{key} {_left(left)}" for key, left in goals.items()))
    if "scores" in position:
        parts.append("scores " + " ".join(str(score) for score in position["scores"]))
    elif "score" in position:
        parts.append(f"score {position['score']}")
    return "   ".join(parts)


def _left(left: Any) -> str:
    """What is left of a goal; a met one is ticked off."""
    return "done" if left == 0 else str(left)


def tell_outcome(outcome: Outcome) -> str:
    """How the game ended, as a sentence."""
    reasons = {
        "goals": "all goals are met",
        "moves": "no moves are left",
        "deadlock": "no move can be made any more",
    }
    reason = reasons.get(outcome.reason, outcome.reason)
    result = {"won": "Won", "lost": "Lost"}.get(outcome.result, "Over")
    told = f"{result}: {reason}."
    if outcome.totals:
        totals = " and ".join(str(total) for total in outcome.totals)
        told += f" {'Totals' if len(outcome.totals) > 1 else 'Total'} {totals}."
    if outcome.result == "over" and outcome.winners:
        told += f" Seat {' and '.join(str(seat) for seat in outcome.winners)} wins."
    return told


def _count(number: int, word: str) -> str:
    """A number with its word, such as `2 pieces`."""
    return f"{number} {word}{'' if number == 1 else 's'}"
