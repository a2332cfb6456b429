"""What a client shows of a match, and what the match has come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.game import Game, Outcome
from tilewright.server import meters, protocol
from tilewright.server.catalogue import Catalogue, goals, moves_left, stars
from tilewright.server.queries import MatchHead, Standing
from tilewright.table import Match, Move, Step, Undo

#: The seat of the one who plays alone.
SEAT = 0


class Showcase:
    """Shows one match, with what stays the same throughout it looked up once."""

    def __init__(self, head: MatchHead, game: Game[Any, Any], catalogue: Catalogue) -> None:
        """Thresholds and names come from the level as it is now, the rest from the match itself."""
        level = catalogue.level(head.level)
        self._game = game
        self._at_first: Mapping[str, Any] = head.setup.get("position") or {}
        self._info = catalogue.info(head.level)
        self._values = meters.tunables(game, head.setup)
        self._rules = meters.switches(self._values)
        self._thresholds = level.stars if level else None
        # Whoever may take back what chance brought can win anything: stars are for those who cannot.
        self._counts = not head.practice or (level is not None and level.practice)

    def shown(self, match: Match[Any]) -> protocol.Shown:
        """A match as it stands. What is hidden from the seat is not in it."""
        game, state = self._game, match.state
        outcome = game.outcome(state)
        position = game.position(game.view(state, SEAT))
        reason = match.undo_reason()
        score = position.get("score")
        return protocol.Shown(
            rows=position["rows"],  # the one key that every position has
            position=position,
            legal=game.legal(state, SEAT),
            outcome=None if outcome is None else self._outcome(outcome, position),
            can_undo=not reason,
            undo_reason=reason,
            moves_made=len(match.turns),
            score=score if isinstance(score, int) else 0,
            goals=goals(position, self._at_first),
            moves_left=moves_left(position),
            stars=self._stars(outcome, position),
            level=self._info,
            practice=match.practice,
            rules=self._rules,
            mana=meters.mana(position, self._values, SEAT),
        )

    def standing(self, match: Match[Any], step: Step[Any] | None = None) -> Standing:
        """What the match has come to, or will have come to after a step."""
        made = len(match.turns)
        state = match.state
        if step is not None:
            state = step.state
            made = (
                made + 1 if isinstance(step.entry, Move) else made - 1 if isinstance(step.entry, Undo) else 0
            )
        outcome = self._game.outcome(state)
        if outcome is None or outcome.result == "lost" or not self._counts:
            return Standing(made, over=outcome is not None)
        position = self._game.position(state)
        best = outcome.totals[SEAT] if outcome.totals else None
        return Standing(made, over=True, stars=self._stars(outcome, position), best=best)

    def _stars(self, outcome: Outcome | None, position: Mapping[str, Any]) -> int:
        return stars(outcome, moves_left(position), moves_left(self._at_first), self._thresholds)

    def _outcome(self, outcome: Outcome, position: Mapping[str, Any]) -> protocol.Outcome:
        ledger = meters.ledger(outcome, position, self._values, SEAT)
        return protocol.Outcome(
            outcome.result, outcome.reason, list(outcome.winners), list(outcome.totals), ledger
        )
