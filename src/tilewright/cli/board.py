"""A board in the terminal: coloured shapes for a person, the bare notation for a pipe."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

HOLE: Final = "#"
EMPTY: Final = "."
ICE: Final = "'"
GRASS: Final = ","

#: The colour letters of the notation: a shape beside the letter, so that colour is never the only sign.
SHAPES: Final = {"r": "▲", "b": "●", "g": "◆", "y": "★", "p": "◎", "o": "⬢"}
COLOURS: Final = {
    "r": "bright_red",
    "b": "bright_blue",
    "g": "bright_green",
    "y": "bright_yellow",
    "p": "bright_magenta",
    "o": "dark_orange",
}

#: Narrow cells are hard to count; a cell is at least this wide, in characters.
NARROWEST: Final = 2


def write_plain(rows: Sequence[str]) -> str:
    """The rows in the notation with column letters and row numbers, as text of aligned columns."""
    cells = [row.split() for row in rows]
    width = max(len(cell) for row in cells for cell in row)
    edge = len(str(len(cells)))
    letters = " ".join(chr(ord("a") + column).ljust(width) for column in range(len(cells[0])))
    lines = [f"{'':{edge}}  {letters}"]
    for number, row in enumerate(cells, start=1):
        lines.append(f"{number:>{edge}}  {' '.join(cell.ljust(width) for cell in row)}")
    return "\n".join(line.rstrip() for line in lines)


def show(console: Console, rows: Sequence[str], marked: Collection[str] = ()) -> None:
    """Print a board: with colours and shapes on a terminal, else as `write_plain` has it.

    `marked` are squares to point out, such as those of a hint.
    """
    if console.is_terminal:
        console.print(draw(rows, marked, shapes=console.encoding.startswith("utf")))
    else:
        console.print(write_plain(rows), markup=False, soft_wrap=True)


def draw(rows: Sequence[str], marked: Collection[str] = (), *, shapes: bool = True) -> Text:
    """The board in colours; without `shapes` the letters of the notation tell pieces apart."""
    from rich.text import Text

    cells = [row.split() for row in rows]
    faces = [[face_of(cell, shapes=shapes) for cell in row] for row in cells]
    width = max(NARROWEST, *(len(face) for row in faces for face, _ in row))
    edge = len(str(len(cells)))
    letters = " ".join(chr(ord("a") + column).center(width + 1) for column in range(len(cells[0])))
    picture = Text(f"{'':{edge}}  {letters}\n", style="dim")
    for number, row in enumerate(faces, start=1):
        picture.append(f"{number:>{edge}}  ", "dim")
        for column, (face, style) in enumerate(row):
            pointed = f"{chr(ord('a') + column)}{number}" in marked
            picture.append(f" {face:<{width}}", f"{style} reverse" if pointed else style)
            picture.append(" ")
        picture.append(f" {number}\n", "dim")
    picture.append(f"{'':{edge}}  {letters}", "dim")
    return picture


def face_of(cell: str, *, shapes: bool = True) -> tuple[str, str]:
    """How a cell looks: its text, and its style. Marks of ice and grass become a count and a ground."""
    piece = cell.rstrip(GRASS).rstrip(ICE)
    ice, grass = cell.count(ICE), cell.count(GRASS)
    if piece == HOLE:
        return "", "default"
    letter = piece[:1]
    text = piece
    if letter in SHAPES:
        text = f"{SHAPES[letter]}{piece}" if shapes else piece
        style = f"bold {COLOURS[letter]}"
    elif piece == EMPTY:
        text, style = ("·" if shapes else EMPTY), "dim"
    elif piece.startswith("["):
        style = "bold white on grey30"
    else:
        style = "bold white"
    ground = "on grey11"
    if ice:
        text += ICE if ice == 1 else f"{ICE}{ice}"
        ground = "on dark_cyan"
    if grass:
        text += GRASS if grass == 1 else f"{GRASS}{grass}"
        ground = ground if ice else "on dark_green"
    return text, style if " on " in style and not grass else f"{style.partition(' on ')[0]} {ground}"
