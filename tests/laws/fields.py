"""Where the laws are tried out: for each game, strategies of positions and setups."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.laws.positions import DESIGNER, MASTER, boards, positions


class Field(NamedTuple):
    """Strategies of one game."""

    #: (rules, position): positions as they stand, for `load`.
    positions: st.SearchStrategy[tuple[str | dict[str, Any], dict[str, Any]]]
    #: (setup, seats): openings, for `new`.
    setups: st.SearchStrategy[tuple[dict[str, Any], int]]


def _match3_positions() -> st.SearchStrategy[tuple[str | dict[str, Any], dict[str, Any]]]:
    return st.sampled_from([DESIGNER, MASTER]).flatmap(
        lambda rules: st.tuples(st.just(rules), positions(rules))
    )


@st.composite
def _match3_setups(draw: st.DrawFn) -> tuple[dict[str, Any], int]:
    """Levels: boards of open cells with some authored ones, drawn from a source."""
    rules = draw(st.sampled_from([DESIGNER, MASTER]))
    rows = draw(boards(rules, 7))
    opened = [
        [cell if cell[0] in "#[@%*-|" or len(cell) > 2 else "?" + cell[1:] for cell in row.split()]
        for row in rows
    ]
    opened = [["?" if cell[1:2] in {"-", "|", "*", "'"} else cell for cell in row] for row in opened]
    position: dict[str, Any] = {
        "rows": [" ".join(row) for row in opened],
        "source": draw(st.sampled_from(["hopper", {"weights": dict.fromkeys("rbgyp", 1)}])),
        "moves_left": draw(st.integers(3, 12)),
        "goals": {"r": draw(st.integers(3, 20)), "score": draw(st.integers(100, 3000))},
    }
    if rules == DESIGNER:
        position["source"] = {"weights": dict.fromkeys("rbgyp"[: draw(st.integers(3, 5))], 1)}
        return {"rules": rules, "position": position}, 1
    seats = draw(st.integers(1, 3))
    position["affinity"] = list("rgb"[:seats])
    return {"rules": rules, "position": position}, seats


#: A new game adds its line here.
FIELDS: dict[str, Field] = {"match3": Field(_match3_positions(), _match3_setups())}
