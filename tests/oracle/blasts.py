"""What one phase does to the board before gravity: matching, blasts, rewards, combinations. M16-M30."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.oracle.board import (
    BOMB,
    COLOURS,
    COLUMN_ROCKET,
    RAINBOW,
    ROW_ROCKET,
    Board,
    Cell,
    Piece,
    Square,
)
from tests.oracle.matching import Group, landing, reward


@dataclass
class Firing:
    """A special on its way to fire: what it is and where it stood."""

    square: Square
    special: str


@dataclass
class Phase:
    """One phase (M18), and everything that goals and scores want to know of it."""

    board: Board
    bomb_radius: int = 1
    colours: Counter[str] = field(default_factory=Counter)  # pieces cleared per colour, power gems included
    ice: int = 0  # layers taken
    grass: int = 0  # layers taken
    box: int = 0  # hit points taken
    fired: int = 0  # specials
    artifacts: int = 0  # collected
    normals: int = 0  # normal pieces cleared, however
    swept: int = 0  # of these, by a blast or turned by a combination (M32)
    group_rewards: list[str | None] = field(default_factory=list)  # M14 of each group, placed or not (M32)
    combination: tuple[str, str] | None = None  # the names of two specials swapped with each other
    queue: list[Firing] = field(default_factory=list)

    # ── taking things off ─────────────────────────────────────────────────────

    def hit_box(self, cell: Cell) -> None:
        """M19, M20: one hit point off. At 0 the cell is floor at once (M22), its grass as it was."""
        cell.box -= 1
        self.box += 1

    def take_ice(self, piece: Piece) -> None:
        piece.ice -= 1
        self.ice += 1

    def take_grass(self, cell: Cell) -> None:
        if cell.grass > 0:
            cell.grass -= 1
            self.grass += 1

    def remove(self, square: Square, *, by_blast: bool) -> Piece:
        """Clear the piece at a square and count it. It does not fire here."""
        cell = self.board.cells[square]
        piece = cell.piece
        assert piece is not None
        assert not piece.frozen
        assert not piece.artifact
        cell.piece = None
        if piece.colour is not None:
            self.colours[piece.colour] += 1  # M32: a power gem counts as one gem of its colour
        if piece.normal:
            self.normals += 1
            if by_blast:
                self.swept += 1
        else:
            self.fired += 1
            if self.board.tray is not None:
                self.board.tray += 1  # M31: a spent one returns
        return piece

    def clear(self, square: Square, *, by_blast: bool) -> None:
        """Clear the piece at a square; a special so cleared fires when its turn comes (M19, M20)."""
        piece = self.remove(square, by_blast=by_blast)
        if piece.special is not None:
            self.queue.append(Firing(square, piece.special))

    # ── matching ──────────────────────────────────────────────────────────────

    def match(self, groups: list[Group], dropped: Square | None, *, coloured: bool) -> None:
        """A phase of groups: matching and box hits (M19), then blasts (M20), then rewards (M23)."""
        for group in groups:
            self.match_group(group)
        self.run_blasts()
        for group in groups:
            self.place_reward(group, dropped, coloured=coloured)

    def match_group(self, group: Group) -> None:
        """M19."""
        self.group_rewards.append(reward(group))
        for square in group.squares:
            cell = self.board.cells[square]
            assert cell.piece is not None
            if cell.piece.frozen:
                self.take_ice(cell.piece)
            else:
                self.clear(square, by_blast=False)
                self.take_grass(cell)
        beside = {
            (row + down, column + right)
            for row, column in group.squares
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
        }
        for square in sorted(beside):
            neighbour = self.board.cells.get(square)
            if neighbour is not None and neighbour.box > 0:
                self.hit_box(neighbour)

    def place_reward(self, group: Group, dropped: Square | None, *, coloured: bool) -> None:
        """M15, M16, M31. What is placed after all clearing cannot be set off in this phase (M17)."""
        special = reward(group)
        if special is None:
            return
        square = landing(group, dropped)
        if not self.board.cells[square].empty:
            cleared = [other for other in group.squares if self.board.cells[other].empty]
            if not cleared:
                return
            square = cleared[0]
        if self.board.tray is not None:
            if self.board.tray == 0:
                return
            self.board.tray -= 1
        colour = group.colour if coloured and special != RAINBOW else None  # M6
        self.board.cells[square].piece = Piece(colour, special)

    # ── blasts ────────────────────────────────────────────────────────────────

    def run_blasts(self) -> None:
        """M20: in the order in which they were hit, breadth first."""
        while self.queue:
            firing = self.queue.pop(0)
            self.blast(self.reach(firing))

    def reach(self, firing: Firing) -> set[Square]:
        """The cells that a special's blast crosses, its own among them."""
        row, column = firing.square
        if firing.special == ROW_ROCKET:
            return self.lines({row}, set())
        if firing.special == COLUMN_ROCKET:
            return self.lines(set(), {column})
        if firing.special == BOMB:
            return self.block(firing.square, self.bomb_radius)
        assert firing.special == RAINBOW
        return {firing.square} | self.pieces_of(self.most_common_colour())  # M21

    def lines(self, rows: set[int], columns: set[int]) -> set[Square]:
        """Whole rows and columns."""
        return {(row, column) for row, column in self.board.cells if row in rows or column in columns}

    def block(self, centre: Square, radius: int) -> set[Square]:
        """The square around a centre, clipped to the board."""
        return {
            (row, column)
            for row, column in self.board.cells
            if abs(row - centre[0]) <= radius and abs(column - centre[1]) <= radius
        }

    def most_common_colour(self) -> str | None:
        """M21: among the normal pieces on the board now, frozen ones too; a tie → the first of rbgypo."""
        count = Counter(piece.colour for _, piece in self.board.pieces() if piece.normal)
        best = None
        for colour in COLOURS:
            if count[colour] > 0 and (best is None or count[colour] > count[best]):
                best = colour
        return best

    def pieces_of(self, colour: str | None) -> set[Square]:
        """Where the pieces of a colour are, coloured power gems included."""
        if colour is None:
            return set()
        return {square for square, piece in self.board.pieces() if piece.colour == colour}

    def blast(self, squares: set[Square]) -> None:
        """M20: one blast, over its cells in reading order."""
        for square in sorted(squares):
            self.cross(square)

    def cross(self, square: Square) -> None:
        """M20: what a blast does to one cell."""
        cell = self.board.cells[square]
        if cell.hole:
            return
        if cell.box > 0:
            self.hit_box(cell)  # not a floor cell when it was hit: the grass is spared (M22)
            return
        if cell.piece is not None:
            if cell.piece.frozen:
                self.take_ice(cell.piece)
            elif not cell.piece.artifact:  # M38: an artifact is passed over
                self.clear(square, by_blast=True)
        self.take_grass(cell)

    # ── phase 0 of taps and combinations ──────────────────────────────────────

    def tap(self, square: Square) -> None:
        """M8: a special fires in place."""
        self.clear(square, by_blast=False)
        self.run_blasts()

    def combine(self, start: Square, dropped: Square, *, colour_of_special: bool) -> None:
        """M28, M29: the two pieces have changed places already; `dropped` is the centre."""
        # M29: consumed, not fired on their own, but counted as fired
        first = self.remove(dropped, by_blast=True)
        second = self.remove(start, by_blast=True)
        both = {start, dropped}
        row, column = dropped
        if first.special is not None and second.special is not None:
            self.combination = (first.special, second.special)
        if first.rainbow and second.rainbow:
            self.blast(set(self.board.cells))
        elif first.rainbow or second.rainbow:
            other = second if first.rainbow else first
            if other.normal:
                self.blast(both | self.pieces_of(other.colour))
            else:
                colour = other.colour if colour_of_special else self.most_common_colour()
                assert other.special is not None
                self.turn_all(both, colour, other.special)
        elif first.special == BOMB and second.special == BOMB:
            self.blast(both | self.block(dropped, 2))
        elif BOMB in {first.special, second.special}:
            self.blast(both | self.lines({row - 1, row, row + 1}, {column - 1, column, column + 1}))
        else:
            self.blast(both | self.lines({row}, {column}))
        self.run_blasts()

    def turn_all(self, both: set[Square], colour: str | None, special: str) -> None:
        """Rainbow + rocket or bomb (M28, M29).

        One sweep in reading order over the two cells of the swap and the pieces of the colour. An unfrozen
        normal piece turns: it is taken off, and what it became fires with the others, a blast of its own. A
        frozen piece or a power gem is crossed by the combination's blast instead.
        """
        for square in sorted(both | self.pieces_of(colour)):
            piece = self.board.piece(square)
            if piece is None or piece.frozen or not piece.normal:
                self.cross(square)
                continue
            self.remove(square, by_blast=True)
            self.fired += 1
            became = special
            if special in {ROW_ROCKET, COLUMN_ROCKET}:
                became = ROW_ROCKET if sum(square) % 2 == 0 else COLUMN_ROCKET
            self.queue.append(Firing(square, became))

    # ── abilities ─────────────────────────────────────────────────────────────

    def flame(self, target: Square) -> None:
        """M34: the 3×3 around a target, as one blast."""
        self.blast(self.block(target, 1))
        self.run_blasts()

    def thunder(self, target: Square) -> None:
        """M34: the row and the column of a target, as one blast."""
        self.blast(self.lines({target[0]}, {target[1]}))
        self.run_blasts()

    def regrow(self) -> None:
        """M34: one layer off every frozen piece."""
        for _, piece in self.board.pieces():
            if piece.frozen:
                self.take_ice(piece)
