"""The kind behind many faults: nothing appears but from a source or as a reward, nothing goes unseen.

Every move of random games is followed event by event, on a board that knows nothing but the events.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.positions import DESIGNER, MASTER, positions
from tests.match3.play import GAME
from tilewright.core.events import Change, Clear, Event, Note, Slide, Spawn, split_cell
from tilewright.core.notation import read_square

COLOURS = "rbgypo"
MARKS = "-|*%@"
FAR = 1_000_000

rule_sets = st.sampled_from([DESIGNER, MASTER])
luck = st.integers(0, 2**32 - 1)


class Follower:
    """A board painted by events, that watches each of them and counts what the goals count."""

    def __init__(self, rows: list[str]) -> None:
        self.cells = [row.split() for row in rows]
        self.counts: Counter[str] = Counter()
        self.fired: list[str | None] = []
        self.appeared: Counter[str] = Counter()

    def read(self, square: str) -> str:
        row, column = read_square(square)
        return self.cells[row][column]

    def write(self, square: str, cell: str) -> None:
        row, column = read_square(square)
        self.cells[row][column] = cell

    def follow(self, events: list[Event], *, shuffled: bool) -> None:
        """Apply events in order, wave by wave; slides of a wave first."""
        for wave in sorted({event.wave for event in events}):
            group = [event for event in events if event.wave == wave]
            slides = [event for event in group if isinstance(event, Slide)]
            fixed = [(slide, self.read(slide.from_)) for slide in slides]
            swap = len(slides) == 2 and slides[0].from_ == slides[1].to
            for slide, cell in fixed:
                piece, _ = split_cell(cell)
                assert piece != "."
                assert "'" not in piece, f"a frozen piece moved: {slide}"
                if not shuffled and not swap:
                    self.falls_straight(slide)
            for slide, _ in fixed:
                self.write(slide.from_, "." + split_cell(self.read(slide.from_))[1])
            for slide, cell in fixed:
                assert split_cell(self.read(slide.to))[0] == ".", f"two pieces on {slide.to}"
                self.write(slide.to, split_cell(cell)[0] + split_cell(self.read(slide.to))[1])
            for event in group:
                self.apply(event)

    def falls_straight(self, slide: Slide) -> None:
        """A piece falls in its column, through nothing but floor without frozen pieces."""
        (row, column), (to, other) = read_square(slide.from_), read_square(slide.to)
        assert column == other, f"{slide} leaves its column"
        assert to > row, f"{slide} does not fall"
        for between in range(row + 1, to + 1):
            cell = self.cells[between][column]
            assert cell[0] not in "#[", f"{slide} falls through {cell}"
            assert "'" not in cell, f"{slide} falls through a frozen piece"

    def apply(self, event: Event) -> None:
        """One event that is no slide."""
        match event:
            case Spawn(at=at, token=token, drop=drop):
                piece, ground = split_cell(self.read(at))
                assert piece == ".", f"{event} lands on {piece}"
                self.write(at, token + ground)
                assert (drop > 0) == (token in COLOURS), f"{event}: colours fall in, specials appear"
                self.appeared["new" if drop else "reward"] += 1
            case Clear(at=at):
                piece, ground = split_cell(self.read(at))
                assert piece[0] not in ".#["
                self.write(at, "." + ground)
                if piece[0] in COLOURS:
                    self.counts[piece[0]] += 1
                if "@" in piece:
                    self.counts["artifact"] += 1
                elif piece.strip(COLOURS + "'"):
                    self.counts["special"] += 1
            case Change(at=at, token=token):
                before = self.read(at)
                self.counts["ice"] += before.count("'") - token.count("'")
                self.counts["grass"] += before.count(",") - token.count(",")
                self.counts["box"] += box_points(before) - box_points(token)
                assert bare(token) == bare(before), f"{event} turns {before} into something else"
                self.write(at, token)
            case Note(what="fired", at=at):
                self.fired.append(at)
            case _:
                pass


def box_points(cell: str) -> int:
    """The hit points of a box, 0 for any other cell."""
    return int(cell[1]) if cell.startswith("[") else 0


def bare(cell: str) -> str:
    """What stands on a cell, without its marks and without a box's hit points."""
    return "." if cell.startswith("[") else cell.rstrip("',")


def is_swap_or_tap(move: str) -> bool:
    return "-" in move or "!" in move


@settings(max_examples=80)
@given(data=st.data(), rules=rule_sets, chance=luck)
def test_every_piece_comes_from_somewhere_and_goes_somewhere(
    data: st.DataObject, rules: str, chance: int
) -> None:
    """Pieces conserved, slides straight, goals counting exactly what the events show (M24, M25, M40)."""
    position: dict[str, Any] = data.draw(positions(rules))
    position.pop("moves_left", None)
    position["goals"] = dict.fromkeys([*"rbgyp", "ice", "grass", "box", "special", "artifact"], FAR)
    for key in ("mana", "affinity", "seat"):
        position.pop(key, None)
    drops = sum(len(column) for column in position.get("drops", {}).values())
    state = GAME.load(rules, position)
    choose = np.random.default_rng(chance)
    for _ in range(10):
        moves = [move for move in GAME.legal(state, 0) if is_swap_or_tap(move)]
        if not moves:
            break
        move = moves[int(choose.integers(len(moves)))]
        left = GAME.position(state)["goals"]
        played = GAME.play(state, 0, move)
        follower = Follower(GAME.rows(state))
        shuffled = any(isinstance(e, Note) and e.what == "reshuffle" for e in played.events)
        follower.follow(played.events, shuffled=shuffled)
        assert [" ".join(row) for row in follower.cells] == GAME.rows(played.state)
        now = GAME.position(played.state)["goals"]
        turned = sum(1 for event in played.events if isinstance(event, Note) and event.what == "fired")
        for key in [*"rbgyp", "ice", "grass", "box", "artifact"]:
            assert left[key] - now[key] == follower.counts[key], f"{move}: {key}"
        # Each special fires once; two of a combination are spent without a note of their own (M29).
        spent = left["special"] - now["special"]
        assert spent - 2 <= turned <= spent
        assert follower.counts["special"] <= spent
        if position["source"] == "none":
            assert follower.appeared["new"] <= drops
            drops -= follower.appeared["new"]
        state = played.state


@settings(max_examples=60)
@given(data=st.data(), rules=rule_sets, chance=luck)
def test_without_a_source_colours_only_dwindle(data: st.DataObject, rules: str, chance: int) -> None:
    """Normal pieces of each colour: those before, less those cleared; a reshuffle changes none (M27)."""
    position: dict[str, Any] = data.draw(positions(rules))
    for key in ("drops", "mana", "affinity", "seat", "goals", "moves_left"):
        position.pop(key, None)
    position["source"] = "none"
    state = GAME.load(rules, position)
    choose = np.random.default_rng(chance)
    for _ in range(10):
        moves = GAME.legal(state, 0)
        if not moves:
            break
        played = GAME.play(state, 0, moves[int(choose.integers(len(moves)))])
        before, after = normals(GAME.rows(state)), normals(GAME.rows(played.state))
        follower = Follower(GAME.rows(state))
        follower.follow(played.events, shuffled=True)
        assert follower.appeared["new"] == 0
        assert sum(after.values()) <= sum(before.values())
        assert all(after[colour] <= before[colour] for colour in COLOURS)
        state = played.state


def normals(rows: list[str]) -> Counter[str]:
    """How many normal pieces of each colour stand on a board."""
    cells = (cell.rstrip("',") for row in rows for cell in row.split())
    return Counter(cell for cell in cells if cell in COLOURS)
