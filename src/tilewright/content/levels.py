"""Levels and packs as the rest of the house uses them; files are `content/levels/PACK/NUMBER-NAME.toml`."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec
import tomlkit

from tilewright.content.check import check_document
from tilewright.content.document import FORMAT, Document, LevelError, LevelProblem, read_document
from tilewright.games import GAMES

__all__ = [
    "Chapter",
    "Level",
    "LevelError",
    "LevelProblem",
    "Measured",
    "Pack",
    "load_level",
    "packs",
    "write_measured",
    "write_stars",
]

FOLDER: Final = Path(__file__).parent / "levels"
PACK_FILE: Final = "pack.toml"

#: The look of levels whose pack names none.
STUDIO: Final = "studio"

#: The environment variable that names folders of one's own levels, parted as in $PATH.
OWN_FOLDERS: Final = "TILEWRIGHT_LEVELS"

_NUMBERED: Final = re.compile(r"(\d+)-")


class Measured(msgspec.Struct, frozen=True):
    """How often a bot passed a level: a share of `games` games, one for each seed from `first` to `last`.

    `low` and `high` are the bounds of the 95 % Wilson interval of `passed`; all three are shares of 1.
    """

    bot: str
    games: int
    first: int
    last: int
    passed: float
    low: float
    high: float


class Level(msgspec.Struct, frozen=True):
    """One level, ready for `GAMES[level.game].new(level.setup, seed)`.

    `stars` are the moves left that earn the second and the third star; `solution` is moves that win the
    opening of seed 0; `number` is 0 for a file outside a pack.
    """

    id: str
    number: int
    name: str
    idea: str
    author: str
    game: str
    rules: str
    setup: dict[str, Any]
    practice: bool
    stars: tuple[int, int] | None
    path: str
    solution: tuple[str, ...] = ()
    measured: Measured | None = None


class Chapter(msgspec.Struct, frozen=True):
    """A part of a pack with a name of its own: the levels from number `first` to `last`."""

    name: str
    idea: str
    first: int
    last: int


class Pack(msgspec.Struct, frozen=True):
    """Levels in the order in which they are meant to be played; some packs are told in chapters.

    `theme` is the look they are shown in.
    """

    id: str
    title: str
    game: str
    levels: tuple[Level, ...]
    chapters: tuple[Chapter, ...] = ()
    theme: str = STUDIO


def packs() -> list[Pack]:
    """The packs that ship with Tilewright, sorted by id, then those in the folders of $TILEWRIGHT_LEVELS.

    Raises:
        LevelError: a level cannot be read, or one of a person's own has errors; holds every problem.
    """
    shipped = [_read_pack(file.parent) for file in sorted(FOLDER.glob(f"*/{PACK_FILE}"))]
    folders = [Path(name) for name in os.environ.get(OWN_FOLDERS, "").split(os.pathsep) if name]
    return shipped + [pack for folder in folders for pack in _read_own(folder.resolve())]


def _read_own(folder: Path) -> list[Pack]:
    """The levels in a folder of one's own, sorted by file name: a pack for each game among them."""
    files = [file for file in sorted(folder.glob("*.toml")) if file.name != PACK_FILE]
    if not files:
        remedy = f"put level files there, or mend ${OWN_FOLDERS}"
        raise LevelError([LevelProblem(str(folder), None, "", "this folder holds no level", remedy)])
    levels = [load_level(file) for file in files]
    head = folder / PACK_FILE
    theme = _theme(tomllib.loads(head.read_text(encoding="utf-8"))) if head.is_file() else STUDIO
    own: list[Pack] = []
    for game in dict.fromkeys(level.game for level in levels):
        numbered = enumerate((level for level in levels if level.game == game), start=1)
        renamed = [
            msgspec.structs.replace(level, id=f"{folder.name}/{Path(level.path).stem}", number=number)
            for number, level in numbered
        ]
        own.append(Pack(folder.name, folder.name, game, tuple(renamed), theme=theme))
    return own


def _theme(head: dict[str, Any]) -> str:
    """The look that a pack file names, that of the workshop where it names none."""
    return str(head.get("theme", STUDIO))


def _read_pack(folder: Path) -> Pack:
    """The pack in a folder."""
    head = tomllib.loads((folder / PACK_FILE).read_text(encoding="utf-8"))
    levels = [_level_of(file) for file in sorted(folder.glob("*.toml")) if file.name != PACK_FILE]
    chapters = [Chapter(part["name"], part["idea"], *part["levels"]) for part in head.get("chapters", ())]
    return Pack(folder.name, head["title"], head["game"], tuple(levels), tuple(chapters), _theme(head))


def load_level(path_or_id: str | Path) -> Level:
    """The level in a file, or the shipped one with an id such as `designer-v1/01`.

    Raises:
        LevelError: no such level, or one with errors; holds every problem.
    """
    path = Path(path_or_id)
    if not path.is_file():
        path = _shipped(str(path_or_id)) or path
    if not path.is_file():
        raise LevelError([LevelProblem(str(path_or_id), None, "", "there is no such level", _choice())])
    document = read_document(path)
    problems = check_document(document)
    if any(problem.level == "error" for problem in problems):
        raise LevelError(problems)
    return _level(document, path)


def _shipped(wanted: str) -> Path | None:
    """The file of a shipped level by its id, its number written with or without zeros, its name or not."""
    pack, slash, name = wanted.replace("\\", "/").partition("/")
    number = re.match(r"(\d+)(?:-|\Z)", name)
    if not slash or number is None or not re.fullmatch(r"[\w.-]+", pack):
        return None
    for file in sorted((FOLDER / pack).glob("*.toml")):
        match = _NUMBERED.match(file.name)
        if match and int(match[1]) == int(number[1]) and (name.isdigit() or file.stem == name):
            return file
    return None


def _choice() -> str:
    """What may be given instead, in words."""
    shipped = [(folder.name, len(list(folder.glob("[0-9]*.toml")))) for folder in sorted(FOLDER.glob("*/"))]
    ranges = ", ".join(f"{name}/01 to {name}/{count:02}" for name, count in shipped if count)
    return f"give a level file or an id: {ranges}" if ranges else "give a level file"


def _level_of(path: Path) -> Level:
    """The level in a file of a pack, whose board is taken on trust: the tests check it."""
    return _level(read_document(path), path)


def _level(document: Document, path: Path) -> Level:
    """The document as a level; its keys have been checked."""
    data = document.data
    match = _NUMBERED.match(path.name)
    packed = match is not None and (path.parent / PACK_FILE).is_file()
    stars, measured = data.get("stars"), data.get("measured")
    return Level(
        id=f"{path.parent.name}/{match[1]}" if packed and match else path.stem,
        number=int(match[1]) if packed and match else 0,
        name=data["name"],
        idea=data["idea"],
        author=data["author"],
        game=data["game"],
        rules=data["rules"],
        setup=dict(GAMES[data["game"]].read_level(data)),
        practice=data.get("practice", False),
        stars=(stars["two"], stars["three"]) if stars else None,
        path=str(path),
        solution=tuple(data.get("solution", ())),
        measured=_measured(measured) if measured else None,
    )


def _measured(table: dict[str, Any]) -> Measured:
    """The table `[measured]` as a value."""
    first, last = table["seeds"]
    low, high = table["interval"]
    return Measured(table["bot"], table["games"], first, last, table["passed"], low, high)


def write_measured(path: Path, measured: Measured) -> None:
    """Write `[measured]` into a level file and leave every other byte of it alone."""
    text = path.read_bytes().decode()
    document = tomlkit.parse(text)
    table = document.get("measured")
    if table is None:
        table = tomlkit.table()
        if not text.endswith("\n\n"):
            document.add(tomlkit.nl())
        document["measured"] = table
    seeds, interval = tomlkit.array(), tomlkit.array()
    seeds.extend([measured.first, measured.last])
    interval.extend([measured.low, measured.high])
    values = {"bot": measured.bot, "games": measured.games, "seeds": seeds, "passed": measured.passed}
    for key, value in {**values, "interval": interval}.items():
        table[key] = value
    path.write_bytes(tomlkit.dumps(document).encode())


def write_stars(path: Path, two: int, three: int) -> None:
    """Write the thresholds of the second and third star into a level file that has some."""
    document = tomlkit.parse(path.read_bytes().decode())
    stars: Any = document["stars"]
    stars["two"], stars["three"] = two, three
    path.write_bytes(tomlkit.dumps(document).encode())


def new_document(data: dict[str, Any], schema: str = "level.schema.json") -> str:
    """A new level file with these values: the board as a tall text, the schema named for editors."""
    document = tomlkit.parse(f"#:schema {schema}\nformat = {FORMAT}\n")
    for key, value in data.items():
        if key == "board" and not isinstance(value, str):
            rows = "\n".join(value)
            document[key] = tomlkit.parse(f'board = """\n{rows}\n"""\n')["board"]
        else:
            document[key] = value
    return tomlkit.dumps(document)
