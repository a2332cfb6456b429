"""Hypothesis strategies for positions of match-3: small boards, crowded with everything, that shrink well."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

DESIGNER, MASTER = "designer-v1", "master-v1"

_PLAIN = {DESIGNER: "rbgypo", MASTER: "rbgyp"}
_RARE = {
    DESIGNER: ["-", "|", "*", "%", "-", "*", "@", ".", "#", "[1]", "[2]", "[1],", "@'", "*'", "%'", ".,"],
    MASTER: ["r-", "b|", "g*", "%", "y-", "r*", "@", ".", "#", "[1]", "[2]", "[1],", "@'", "r*'", "%'", ".,"],
}
_MARKS = ["", "", "", "", "", "'", "''", ",", ",,", "',"]
_LONGEST_LINE = 2


def colour_of(cell: str) -> str:
    """The colour letter by which a cell matches, or nothing."""
    return cell[0] if cell[0] in "rbgypo" else ""


def lines(cells: list[list[str]]) -> list[tuple[int, int]]:
    """The cells (row, column) on which a line of three ends."""
    ends: list[tuple[int, int]] = []
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            colour = colour_of(cell)
            if not colour:
                continue
            back = c >= _LONGEST_LINE and all(colour_of(row[c - step]) == colour for step in (1, 2))
            up = r >= _LONGEST_LINE and all(colour_of(cells[r - step][c]) == colour for step in (1, 2))
            if back or up:
                ends.append((r, c))
    return ends


def without_lines(cells: list[list[str]], letters: str) -> list[list[str]]:
    """The board with cells of ready-made lines repainted, or emptied where no colour would do."""
    for r, c in lines(cells):
        cell = cells[r][c]
        for letter in letters:
            cells[r][c] = letter + cell[1:]
            if not lines([row[: c + 3] for row in cells[: r + 3]]):
                break
        else:
            cells[r][c] = "."
    while ends := lines(cells):  # a repainted cell may have made a line with a later one
        for r, c in ends:
            cells[r][c] = "."
    return cells


@st.composite
def boards(draw: st.DrawFn, rules: str, most: int = 6, rare: int = 6) -> list[str]:
    """Rows of a board without a ready-made line; one cell in `rare` is something else than a normal piece."""
    height, width = draw(st.integers(3, most)), draw(st.integers(3, most))
    letters = _PLAIN[rules][: draw(st.integers(2, len(_PLAIN[rules])))]
    normal = st.tuples(st.sampled_from(letters), st.sampled_from(_MARKS)).map("".join)
    cell = st.integers(0, rare).flatmap(lambda n: st.sampled_from(_RARE[rules]) if n == rare else normal)
    cells = draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=height, max_size=height))
    return [" ".join(row) for row in without_lines(cells, letters)]


@st.composite
def positions(draw: st.DrawFn, rules: str, most: int = 6, rare: int = 6) -> dict[str, Any]:
    """A whole position of a rule set: board, source, drops, goals, moves and whatever the seats have."""
    rows = draw(boards(rules, most, rare))
    letters = _PLAIN[rules]
    position: dict[str, Any] = {"rows": rows, "seed": draw(st.integers(0, 2**63))}
    weights = st.dictionaries(st.sampled_from(letters), st.integers(1, 5), min_size=3)
    position["source"] = draw(st.one_of(st.just("none"), weights.map(lambda w: {"weights": w})))
    if draw(st.booleans()):
        columns = st.sampled_from("abcdef"[: len(rows[0].split())])
        position["drops"] = draw(st.dictionaries(columns, st.text(letters, max_size=9), max_size=4))
    if draw(st.booleans()):
        position["moves_left"] = draw(st.integers(1, 9))
    seats = draw(st.sampled_from([1, 1, 1, 2, 3])) if rules == MASTER else 1
    if draw(st.booleans()) and seats == 1:
        goals = ["ice", "grass", "box", "special", "artifact", "score", *letters]
        position["goals"] = draw(
            st.dictionaries(st.sampled_from(goals), st.integers(1, 30), min_size=1, max_size=3)
        )
    if rules == MASTER:
        meters = st.lists(st.sampled_from([0, 14, 15]), min_size=seats, max_size=seats)
        position["mana"] = draw(meters)
        position["affinity"] = draw(st.lists(st.sampled_from(letters), min_size=seats, max_size=seats))
        position["tray"] = draw(st.sampled_from([0, 1, 16]))
        position["seat"] = draw(st.integers(0, seats - 1))
    return position
