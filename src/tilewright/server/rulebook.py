"""The rule book of a game: its executed rules page, with what the game makes of each example."""

from __future__ import annotations

from typing import Any, Final

from tilewright.core.examples import Example, perform, read_page
from tilewright.core.game import Game
from tilewright.core.notation import read_rows, write_rows
from tilewright.server.protocol import RuleBook, RuleExample, RuleSection

_READ: Final[dict[str, RuleBook]] = {}


def rule_book(game: Game[Any, Any]) -> RuleBook:
    """The rule book of a game, read and played on the first call; without a page it has no sections.

    Raises:
        PageError: the page cannot be read.
    """
    if game.name not in _READ:
        _READ[game.name] = _read(game)
    return _READ[game.name]


def _read(game: Game[Any, Any]) -> RuleBook:
    from tilewright.content.rules import rule_page  # noqa: PLC0415 (it loads every game that ships)

    try:
        text = rule_page(game.name)
    except FileNotFoundError:
        return RuleBook(game.title, [])
    page = read_page(text, f"{game.name}.md")
    return RuleBook(
        page.title,
        [
            RuleSection(section.title, section.text, [_played(game, one) for one in section.examples])
            for section in page.sections
        ],
    )


def _played(game: Game[Any, Any], example: Example) -> RuleExample:
    done = perform(game, example)
    rule = ", ".join(example.rules_shown)
    return RuleExample(
        rule,
        example.text,
        write_rows(read_rows(example.rows)),  # a page lines its columns up
        example.move or "",
        done.events,
        done.after,
        done.points,
        done.illegal,
    )
