"""Where the rules pages are: inside the installed package, or in `docs/rules` of a checkout."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve()
#: A wheel carries the pages here; a checkout has them where people read them.
_PLACES = (_HERE.parent / "rule_pages", _HERE.parents[3] / "docs" / "rules")


def rule_page_path(game: str) -> Path:
    """The file of a game's rules page.

    Raises:
        FileNotFoundError: the game has none.
    """
    for place in _PLACES:
        path = place / f"{game}.md"
        if path.is_file():
            return path
    raise FileNotFoundError(f"there is no rules page of {game}: write docs/rules/{game}.md")


def rule_page(game: str) -> str:
    """The text of a game's rules page.

    Raises:
        FileNotFoundError: the game has none.
    """
    return rule_page_path(game).read_text(encoding="utf-8")
