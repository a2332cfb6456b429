"""Imports point one way, and only a game's own folder names that game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tilewright"

# core ← games ← table, bots, content ← lab, server, envs ← cli. Rooms on one level keep apart.
# `content` reads its files through the games that ship.
MAY_IMPORT = {
    "content": {"core", "games"},
    "core": set[str](),
    "games": {"core"},
    "table": {"core", "games"},
    "bots": {"core", "games"},
    "lab": {"core", "games", "table", "bots", "content"},
    "server": {"core", "games", "table", "bots", "content"},
    "envs": {"core", "games", "table", "bots", "content"},
    "cli": {"core", "games", "table", "bots", "content", "lab", "server", "envs"},
    "__main__": {"cli"},
    "__init__": set[str](),
}

# Rules never read a clock, and draw only from the generator inside a state.
NO_CHANCE_NO_CLOCK = {"time", "datetime", "random", "secrets", "uuid", "asyncio"}

# Words that a program needs anyway: as identifiers they name no game.
EVERYDAY = {"connect", "lock"}

FILES = sorted(PACKAGE.rglob("*.py"))
GAMES = sorted(folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").is_file())


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def game_of(path: Path) -> str:
    """The game whose folder a file is in, or nothing."""
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""


def imported(path: Path, tree: ast.Module) -> Iterator[tuple[str, ...]]:
    """Every module, or name in a module, that a file imports, split at the dots."""
    package = ("tilewright", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            module = (*base, *node.module.split(".")) if node.module else base
            for alias in node.names:
                yield (*module, alias.name)


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def test_every_room_has_its_place() -> None:
    assert {room_of(path) for path in FILES} <= MAY_IMPORT.keys(), "place the new room in MAY_IMPORT"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    room = room_of(path)
    rooms = {
        parts[1] for parts in imported(path, parsed(path)) if parts[0] == "tilewright" and len(parts) > 1
    }
    wrong = (rooms & MAY_IMPORT.keys()) - MAY_IMPORT[room] - {room}
    assert not wrong, f"{room} must not know {', '.join(sorted(wrong))}"


@pytest.mark.parametrize("path", [path for path in FILES if game_of(path)], ids=name_of)
def test_games_do_not_know_each_other(path: Path) -> None:
    known = {parts[2] for parts in imported(path, parsed(path)) if parts[:2] == ("tilewright", "games")}
    assert known <= {game_of(path)}


@pytest.mark.parametrize("path", [path for path in FILES if room_of(path) in {"core", "games"}], ids=name_of)
def test_rules_read_no_clock_and_draw_no_chance_of_their_own(path: Path) -> None:
    used = {parts[0] for parts in imported(path, parsed(path))} & NO_CHANCE_NO_CLOCK
    assert not used
    assert not re.search(r"\b(?:np|numpy)\.random\.(?!Generator\b)", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if not game_of(path) and path != PACKAGE / "games" / "__init__.py"],
    ids=name_of,
)
def test_only_its_own_folder_names_a_game(path: Path) -> None:
    assert not list(games_named(path, parsed(path)))


def games_named(path: Path, tree: ast.Module) -> Iterator[str]:
    """Where a file names a game: as a module, an identifier or a text."""
    for parts in imported(path, tree):
        if parts[:2] == ("tilewright", "games") and len(parts) > 2 and parts[2] in GAMES:
            yield f"imports {'.'.join(parts)}"
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            for game in GAMES:
                named = node.value == game if game in EVERYDAY else re.search(rf"\b{game}\b", node.value)
                if named:
                    yield f"line {node.lineno}: the text {node.value!r}"
        for word in identifiers(node):
            if word in GAMES and word not in EVERYDAY:
                yield f"line {getattr(node, 'lineno', 0)}: the name {word}"


def identifiers(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.keyword(arg=str(word)):
            yield word
        case ast.FunctionDef(name=word) | ast.AsyncFunctionDef(name=word) | ast.ClassDef(name=word):
            yield word
        case ast.alias(name=name, asname=asname):
            yield asname or name


def test_the_law_sees_what_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.house.test_imports.GAMES", ["match3", "lock"])
    path = PACKAGE / "server" / "rooms.py"

    def seen(source: str) -> int:
        return len(list(games_named(path, ast.parse(source))))

    assert seen("from tilewright.games.match3 import game") == 1
    assert seen("from tilewright.games import match3") == 2
    assert seen("from ..games import match3") == 2
    assert seen("name == 'match3'") == 1
    assert seen("f'{name}/match3.toml'") == 1
    assert seen("kind == 'lock'") == 1
    assert seen("with self.lock: wait('a lock is held')") == 0
    assert seen("'''Plays match3.'''") == 0
    assert list(imported(path, ast.parse("from ..core import rng\nfrom .app import run"))) == [
        ("tilewright", "core", "rng"),
        ("tilewright", "server", "app", "run"),
    ]
