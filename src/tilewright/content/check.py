"""Everything that is wrong with a level file, at once: its keys here, its board and goals by its game."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from tilewright.content.document import (
    FORMAT,
    Document,
    LevelError,
    LevelProblem,
    parse_document,
    read_document,
)
from tilewright.core.game import BadMove, Game, Illegal
from tilewright.games import GAMES

#: Keys that every level may have, whatever its game; the game adds its own.
TEXTS: Final = ("name", "author", "idea")
KEYS: Final = ("format", "game", *TEXTS, "rules", "overrides", "practice", "stars", "solution", "measured")


def check_level(path: Path) -> list[LevelProblem]:
    """Every problem of a level file, in the order of its lines; an empty list when all is fine."""
    try:
        return check_document(read_document(path))
    except LevelError as error:
        return list(error.problems)


def check_text(text: str, file: str = "level") -> list[LevelProblem]:
    """Every problem of a level given as text; `file` is its name in messages."""
    try:
        return check_document(parse_document(text, file))
    except LevelError as error:
        return list(error.problems)


def check_document(document: Document) -> list[LevelProblem]:
    """Every problem of a level document, in the order of its lines."""
    return sorted(_Check(document).run(), key=lambda problem: (problem.line or 0, problem.column or 0))


def suggestion(word: object, words: Iterable[str]) -> str:
    """What may have been meant, as the beginning of a remedy: `did you mean goals? ` or nothing."""
    near = difflib.get_close_matches(str(word), list(words), n=1)
    return f"did you mean {near[0]}? " if near else ""


def is_whole(value: object) -> bool:
    """Whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


class _Check:
    """The checks of one document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.data = document.data

    def run(self) -> Iterator[LevelProblem]:
        yield from self.shape()
        name = self.data.get("game")
        game = GAMES.get(name) if isinstance(name, str) else None
        if game is None:
            return
        yield from self.unknown([*KEYS, *game.level_schema()])
        yield from self.rules(game)
        found = False
        for problem in game.problems(game.read_level(self.data)):
            if problem.where == "rules":
                continue  # said already, with the line
            found = found or problem.level == "error"
            line = self.document.line_of(problem.where)
            if problem.row is not None:
                line = self.document.lines.get(("board", problem.row), self.document.line_of("board"))
            yield LevelProblem(
                file=self.document.file,
                line=line,
                where=problem.where,
                what=problem.what,
                remedy=problem.remedy,
                level=problem.level,
                row=problem.row,
                column=problem.column,
            )
        if not found:
            yield from self.solution(game)

    def problem(self, where: str, what: str, remedy: str) -> LevelProblem:
        """An error at a key."""
        return LevelProblem(self.document.file, self.document.line_of(where), where, what, remedy)

    def shape(self) -> Iterator[LevelProblem]:
        """The keys that every level has."""
        if self.data.get("format") != FORMAT or not is_whole(self.data.get("format")):
            have = (
                f"this is format {self.data['format']!r}"
                if "format" in self.data
                else "the format is missing"
            )
            yield self.problem("format", have, f"write `format = {FORMAT}`; this version reads no other")
        game = self.data.get("game")
        if not isinstance(game, str) or game not in GAMES:
            what = f"there is no game {game!r}" if "game" in self.data else "the game is missing"
            choice = " or ".join(f'"{name}"' for name in GAMES)
            yield self.problem("game", what, f"write `game = {choice}`")
        for key in TEXTS:
            value = self.data.get(key)
            if not isinstance(value, str) or not value.strip():
                what = f"the {key} is missing" if key not in self.data else f"the {key} is no text"
                yield self.problem(key, what, f'write `{key} = "…"`')
        if not isinstance(self.data.get("practice", False), bool):
            yield self.problem("practice", "practice is neither true nor false", "write true or false")
        yield from self.stars()
        yield from self.measured()

    def unknown(self, keys: list[str]) -> Iterator[LevelProblem]:
        """Keys that mean nothing, most likely misspelt."""
        for key in self.data:
            if key not in keys:
                remedy = suggestion(key, keys).strip() or f"known keys are {', '.join(keys)}"
                yield self.problem(key, f"there is no key {key!r}", remedy)

    def rules(self, game: Game[Any, Any]) -> Iterator[LevelProblem]:
        """The rule set; its tunables are the game's to check."""
        rules = self.data.get("rules")
        if rules not in game.rule_sets:
            what = f"there is no rule set {rules!r}" if "rules" in self.data else "the rule set is missing"
            choice = " or ".join(f'"{name}"' for name in game.rule_sets)
            yield self.problem("rules", what, f"{suggestion(rules, game.rule_sets)}write `rules = {choice}`")
        if not isinstance(self.data.get("overrides", {}), Mapping):
            yield self.problem(
                "overrides", "overrides are no table", "write [overrides], then one tunable a line"
            )

    def stars(self) -> Iterator[LevelProblem]:
        """The thresholds of the second and third star, in moves left."""
        stars = self.data.get("stars")
        if stars is None:
            return
        remedy = "write moves left, such as `two = 3` and `three = 6`: three stars are not easier than two"
        if not isinstance(stars, Mapping) or set(stars) != {"two", "three"}:
            yield self.problem("stars", "stars are a table of two and three", remedy)
            return
        two, three = stars["two"], stars["three"]
        if not is_whole(two) or not is_whole(three) or not 0 <= two <= three:
            yield self.problem(
                "stars", f"two = {two!r} and three = {three!r} cannot be", remedy + ", two ≤ three"
            )
            return
        moves = self.data.get("moves")
        if isinstance(moves, int) and three >= moves > 0:
            what = f"three stars need {three} moves left, but there are only {moves} moves"
            yield self.problem("stars.three", what, f"ask for fewer than {moves}")

    def measured(self) -> Iterator[LevelProblem]:
        """What tooling wrote about the level."""
        table = self.data.get("measured")
        if table is None:
            return
        fits = (
            isinstance(table, Mapping)
            and isinstance(table.get("bot"), str)
            and is_whole(table.get("games"))
            and _is_pair(table.get("seeds"), int)
            and isinstance(table.get("passed"), int | float)
            and _is_pair(table.get("interval"), (int, float))
        )
        if not fits:
            yield self.problem(
                "measured", "this table is not as the tooling writes it", "take it out, measure again"
            )

    def solution(self, game: Game[Any, Any]) -> Iterator[LevelProblem]:
        """The solution wins the opening of seed 0."""
        moves = self.data.get("solution")
        if moves is None:
            return
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            yield self.problem(
                "solution", "a solution is a list of moves", "write each as text, in the notation"
            )
            return
        state = game.new(game.read_level(self.data), 0)
        for number, move in enumerate(moves):
            seats = game.to_act(state)
            where = f"solution.{number}"
            line = self.document.lines.get(("solution", number), self.document.line_of("solution"))
            try:
                if not seats:
                    raise Illegal("the game is over")
                state = game.play(state, seats[0], move).state
            except (Illegal, BadMove) as error:
                what = f"move {number + 1} of the solution cannot be played: {error}"
                yield LevelProblem(
                    self.document.file, line, where, what, "mend the move, or take the solution out"
                )
                return
        outcome = game.outcome(state)
        if outcome is None or outcome.result != "won":
            yield self.problem("solution", "the solution does not win", "mend it, or take it out")


def _is_pair(value: object, kind: type | tuple[type, ...]) -> bool:
    """Whether a value is a list of two numbers of a kind."""
    return isinstance(value, list) and len(value) == 2 and all(isinstance(item, kind) for item in value)
