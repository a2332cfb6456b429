"""The slow oracle of match-3: `legal` and `step` on the JSON objects of the notation.

It reads the rules M1-M41 once more, in plain Python and without a thought for speed, and knows nothing of the
engine. Its neighbours: `board` the cells and their text, `matching` runs and groups, `blasts` what a phase
clears, `gravity` what falls, `moves` what is legal. Here: turns, mana, points, goals and the end.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.blasts import Phase
from tests.oracle.board import (
    BOMB,
    COLOURS,
    MASTER_COLOURS,
    MOST_LAYERS,
    RAINBOW,
    Board,
    Draw,
    Endless,
    NeedsChance,
    OracleBadMove,
    OracleBadPosition,
    OracleBadRequest,
    OracleIllegal,
    Piece,
    Shuffle,
    Square,
    format_rows,
    parse_rows,
    square_name,
)
from tests.oracle.gravity import hopper, refill, settle
from tests.oracle.matching import find_groups, find_runs
from tests.oracle.moves import (
    ABILITY_OF,
    Action,
    exchange,
    has_move,
    is_combination,
    lay,
    movable,
    parse_move,
    stuck_for_good,
    swaps,
    taps,
    why_no_swap,
    why_no_tap,
    why_no_target,
)

__all__ = [
    "Endless",
    "NeedsChance",
    "OracleBadMove",
    "OracleBadPosition",
    "OracleBadRequest",
    "OracleIllegal",
    "canonical",
    "legal",
    "step",
]

FULL_METER = 15  # M34
CASCADE = (1, 2, 3, 5, 10)  # M33
GROUP_POINTS = {None: 100, "-": 250, "|": 250, BOMB: 400, RAINBOW: 600}  # M32
COMBINATION_POINTS = (1000, 1500, 2000)  # M32: with no rainbow, one, two
SWEPT_POINTS = 30  # M32
CLEAR_BONUS = 1000  # M36
MANA_BONUS, MOVE_BONUS = 50, 200  # M36
ATTEMPTS = 100  # M27
PATIENCE = 2000  # phases of one move


@dataclass
class Rules:
    """One of the two rule sets."""

    master: bool
    bomb_radius: int = 1


@dataclass
class State:
    """A position, read."""

    rules: Rules
    board: Board
    seats: int
    seat: int
    moves_left: int | None  # None: unlimited
    goals: dict[str, int]  # what is left
    score: int
    scores: list[int]  # per seat
    mana: list[int]
    affinity: list[str]
    charge: list[int]  # mana of this turn, not yet added
    free_moves: int
    points: int = 0  # of this move
    bonus_given: bool = False
    cleared: dict[str, int] = field(default_factory=dict)  # tallies of this move, named as the goals are

    @property
    def duel(self) -> bool:
        return self.seats >= 2


# ── the two entries ───────────────────────────────────────────────────────────


def legal(rules: str | dict[str, Any], position: dict[str, Any]) -> list[str]:
    """All legal moves, sorted by code point; none when the position is over."""
    state = read(rules, position)
    if over(state):
        return []
    texts = [f"{square_name(start)}-{square_name(to)}" for start, to in swaps(state.board)]
    texts += [f"{square_name(square)}!" for square in taps(state.board, state.rules.master)]
    ability = ABILITY_OF.get(state.affinity[state.seat], "")
    if ability and why_no_ability(state, Action(ability)) is None:
        if ability == "regrow":
            texts.append(ability)
        else:
            texts += [
                f"{ability} {square_name(square)}"
                for square in state.board.squares()
                if why_no_target(state.board, ability, square) is None
            ]
    return sorted(texts)


def step(
    rules: str | dict[str, Any],
    position: dict[str, Any],
    move: str,
    seat: int | None = None,
    *,
    draw: Draw | None = None,
    shuffle: Shuffle | None = None,
) -> dict[str, Any]:
    """Play one move.

    Args:
        rules: the name of a rule set, or {"base": name, "bomb_radius": n}.
        position: the position object; it is left as it was.
        move: the move text.
        seat: must be the position's when given.
        draw: chooses the colour of a new piece among those with a weight; without it NeedsChance is raised.
        shuffle: mixes the pieces of a reshuffle; without it NeedsChance is raised.

    Returns:
        {"position", "points", "outcome", "cleared"}; `cleared` counts what the move did, in the goals' words.
    """
    state = read(rules, position)
    action = parse_move(move)
    if seat is not None and seat != state.seat:
        raise OracleIllegal(f"it is the turn of seat {state.seat}")
    if over(state):
        raise OracleIllegal("the game is over")
    reason = why_not(state, action)
    if reason is not None:
        raise OracleIllegal(reason)
    ends_turn = perform(state, action, draw)
    clear_bonus(state)
    ending = after_move(state, draw, shuffle)
    mover = state.seat
    if ends_turn or ending is not None:
        end_turn(state)
    return {
        "position": write(state, position),
        "points": state.points,
        "outcome": None if ending is None else outcome(state, ending, mover),
        "cleared": {name: count for name, count in sorted(state.cleared.items()) if count},
    }


# ── reading and writing ───────────────────────────────────────────────────────


def read_rules(rules: str | dict[str, Any]) -> Rules:
    """Read the name of a rule set or an object of tunables over one."""
    tunables = dict(rules) if isinstance(rules, Mapping) else {"base": rules}
    base = tunables.pop("base", None)
    if base not in {"designer-v1", "master-v1"}:
        raise OracleBadRequest(f"no rules {base!r}")
    found = Rules(master=base == "master-v1")
    for name, value in tunables.items():
        if name != "bomb_radius" or type(value) is not int or not 1 <= value <= 8:
            raise OracleBadRequest(f"no tunable {name} = {value!r}")
        found.bomb_radius = value
    return found


def read(rules: str | dict[str, Any], position: dict[str, Any]) -> State:
    """Read a position; raises OracleBadPosition."""
    found = read_rules(rules)
    board = parse_rows(position["rows"], found.master)
    colours = MASTER_COLOURS if found.master else COLOURS
    for letter, script in (position.get("drops") or {}).items():
        column = "abcdefghijklmnopqrstuvwxyz".index(letter) + 1
        if column > board.width or set(script) - set(colours):
            raise OracleBadPosition(f"drops of column {letter}")
        board.drops[column] = script
    source = position.get("source") or "none"
    board.source = source if isinstance(source, str) else dict(source["weights"])
    board.tray = position.get("tray") if found.master else None
    lines = find_runs(board)
    if lines:
        cells = ", ".join(square_name(square) for run in lines for square in run.squares)
        raise OracleBadPosition(f"a ready-made line: {cells}")
    if board.source == "hopper" and min(hopper(board).values()) < 0:
        raise OracleBadPosition("more than 24 normal gems of one colour")
    mana, affinity = list(position.get("mana") or []), list(position.get("affinity") or [])
    seats = max(len(mana), len(affinity), 1)
    charge, scores = list(position.get("charge") or []), list(position.get("scores") or [])
    seat = position.get("seat") or 0
    if not 0 <= seat < seats:
        raise OracleBadPosition(f"no seat {seat}")
    return State(
        rules=found,
        board=board,
        seats=seats,
        seat=seat,
        moves_left=position.get("moves_left"),
        goals=dict(position.get("goals") or {}),
        score=position.get("score") or 0,
        scores=padded(scores, seats, 0),
        mana=padded(mana, seats, 0),
        affinity=padded(affinity, seats, ""),
        charge=padded(charge, seats, 0),
        free_moves=position.get("free_moves") or 0,
    )


def padded(values: list[Any], length: int, filler: Any) -> list[Any]:
    """The values, filled up to a length."""
    return values + [filler] * (length - len(values))


def write(state: State, before: dict[str, Any]) -> dict[str, Any]:
    """The position after the move: the keys of the one before, and those no longer at their default."""
    after = copy.deepcopy(before)
    after["rows"] = format_rows(state.board)
    if "drops" in before:
        after["drops"] = {"abcdefghijklmnop"[column - 1]: left for column, left in state.board.drops.items()}
    if state.moves_left is not None:
        after["moves_left"] = state.moves_left
    if "goals" in before:
        after["goals"] = state.goals
    if state.rules.master and state.board.tray is not None:
        after["tray"] = state.board.tray
    values: dict[str, tuple[Any, bool]] = {
        "score": (state.score, state.score != 0),
        "mana": (state.mana, any(state.mana)),
        "seat": (state.seat, state.seat != 0),
        "free_moves": (state.free_moves, state.free_moves != 0),
        "scores": (state.scores, state.duel),
    }
    for key, (value, telling) in values.items():
        if key in before or telling:
            after[key] = value
    after.pop("charge", None)
    if any(state.charge):
        after["charge"] = state.charge
    return after


def canonical(position: dict[str, Any]) -> dict[str, Any]:
    """A position with every key but `seed` in place: two writings of one position are equal."""
    mana, affinity = list(position.get("mana") or []), list(position.get("affinity") or [])
    seats = max(len(mana), len(affinity), 1)
    return {
        "rows": [" ".join(row.split()) for row in position["rows"]],
        "drops": {column: left for column, left in sorted((position.get("drops") or {}).items()) if left},
        "source": position.get("source") or "none",
        "moves_left": position.get("moves_left"),
        "goals": dict(position.get("goals") or {}),
        "score": position.get("score") or 0,
        "scores": padded(list(position.get("scores") or []), seats, 0),
        "mana": padded(mana, seats, 0),
        "affinity": padded(affinity, seats, ""),
        "charge": padded(list(position.get("charge") or []), seats, 0),
        "tray": position.get("tray"),
        "seat": position.get("seat") or 0,
        "free_moves": position.get("free_moves") or 0,
    }


# ── may it be played ──────────────────────────────────────────────────────────


def over(state: State) -> bool:
    """Whether the position is over as it stands: all goals met, or no moves left."""
    return won(state) or state.moves_left == 0


def won(state: State) -> bool:
    """M40: all goals are met; without goals nothing is won."""
    return bool(state.goals) and all(left <= 0 for left in state.goals.values())


def why_no_ability(state: State, action: Action) -> str | None:
    """M11, M34: the reason why the player to act may not use an ability at all, or None."""
    if not state.rules.master:
        return "M11: abilities belong to master-v1"
    if ABILITY_OF.get(state.affinity[state.seat]) != action.kind:
        return "M34: not the ability of this affinity"
    if state.mana[state.seat] < FULL_METER:
        return "M34: the meter is not full"
    if action.rival is not None:
        return "M34: no rival has a board of their own here"
    return None


def why_not(state: State, action: Action) -> str | None:
    """M9: the reason why a move is illegal, or None."""
    if action.kind == "swap":
        assert action.square is not None
        assert action.to is not None
        return why_no_swap(state.board, action.square, action.to)
    if action.kind == "tap":
        assert action.square is not None
        return why_no_tap(state.board, action.square, state.rules.master)
    reason = why_no_ability(state, action)
    if reason is None and action.square is not None:
        reason = why_no_target(state.board, action.kind, action.square)
    return reason


# ── the move ──────────────────────────────────────────────────────────────────


def perform(state: State, action: Action, draw: Draw | None) -> bool:
    """Play a legal move to the end of its cascades; returns whether the turn ends with it."""
    if action.kind == "swap":
        assert action.square is not None
        assert action.to is not None
        swap(state, action.square, action.to, draw)
    elif action.kind == "tap":
        assert action.square is not None
        tapped = action.square
        first_effect(state, lambda phase: phase.tap(tapped), draw)  # M8
    else:
        use_ability(state, action, draw)
        return False  # M34: the swap still follows
    if state.free_moves > 0:
        state.free_moves -= 1
        return not state.duel  # Regrowth gives two more swaps in this turn
    if state.moves_left is not None:
        state.moves_left -= 1  # M10
    return True


def swap(state: State, start: Square, to: Square, draw: Draw | None) -> None:
    """M7, M30: a combination goes before lines."""
    one, other = state.board.piece(start), state.board.piece(to)
    assert one is not None
    assert other is not None
    exchange(state.board, start, to)
    if is_combination(one, other):
        master = state.rules.master  # M28: the colour of the rocket or bomb, or the most common one
        first_effect(state, lambda phase: phase.combine(start, to, colour_of_special=master), draw)
    else:
        cascade(state, 0, to, draw)


def use_ability(state: State, action: Action, draw: Draw | None) -> None:
    """M34."""
    state.mana[state.seat] = 0
    target = action.square
    if action.kind == "flame":
        assert target is not None
        first_effect(state, lambda phase: phase.flame(target), draw)
        return
    if action.kind == "cross":
        assert target is not None
        first_effect(state, lambda phase: phase.thunder(target), draw)
        return
    if action.kind == "regrow":
        phase = Phase(state.board)
        phase.regrow()
        count(state, phase, 0)
        if state.duel:
            state.free_moves += 2
        elif state.moves_left is not None:
            state.moves_left += 2
    elif action.kind == "gift":
        assert target is not None
        state.board.cells[target].piece = Piece(special=RAINBOW)
        if state.board.tray is not None:
            state.board.tray -= 1  # M31
    else:
        assert action.kind == "freeze"
        assert target is not None
        if state.duel:
            for square in Phase(state.board).block(target, 1):
                piece = state.board.piece(square)
                if piece is not None:
                    piece.ice = min(MOST_LAYERS, piece.ice + 1)
        else:
            state.free_moves += 2
    fall_and_refill(state, Phase(state.board), draw)
    cascade(state, 0, None, draw)  # without a blast the first phase found has index 0


def first_effect(state: State, effect: Callable[[Phase], None], draw: Draw | None) -> None:
    """M18: phase 0 of a combination, a tap or a blast ability, and what follows."""
    phase = Phase(state.board, state.rules.bomb_radius)
    effect(phase)
    fall_and_refill(state, phase, draw)
    count(state, phase, 0)
    cascade(state, 1, None, draw)


def cascade(state: State, index: int, dropped: Square | None, draw: Draw | None) -> None:
    """M18, M26: phases of groups until there is none; only phase 0 of a swap has a dropped cell (M15)."""
    while groups := find_groups(state.board):
        if index > PATIENCE:
            raise Endless("this move never comes to rest")
        phase = Phase(state.board, state.rules.bomb_radius)
        phase.match(groups, dropped, coloured=state.rules.master)
        fall_and_refill(state, phase, draw)
        count(state, phase, index)
        index += 1
        dropped = None


def fall_and_refill(state: State, phase: Phase, draw: Draw | None) -> None:
    """M24, M38, M25."""
    phase.artifacts += settle(state.board)
    if phase.artifacts:
        tally(state, "artifact", phase.artifacts)
        phase.artifacts = 0
    refill(state.board, draw)


# ── counting ──────────────────────────────────────────────────────────────────


def tally(state: State, name: str, amount: int) -> None:
    """Count events for the goals (M40) and for the report."""
    state.cleared[name] = state.cleared.get(name, 0) + amount
    if name in state.goals:
        state.goals[name] = max(0, state.goals[name] - amount)


def score(state: State, amount: int) -> None:
    """Add points for the player to act, and towards a score goal."""
    state.points += amount
    state.score += amount
    state.scores[state.seat] += amount
    if "score" in state.goals:
        state.goals["score"] = max(0, state.goals["score"] - amount)


def count(state: State, phase: Phase, index: int) -> None:
    """Goals, mana and points of a phase with a cascade index."""
    for colour, amount in phase.colours.items():
        tally(state, colour, amount)
        if state.rules.master and colour == state.affinity[state.seat]:
            state.charge[state.seat] += amount  # M34
    tally(state, "ice", phase.ice)
    tally(state, "grass", phase.grass)
    tally(state, "box", phase.box)
    tally(state, "special", phase.fired)
    if state.rules.master:
        base = sum(GROUP_POINTS[special] for special in phase.group_rewards)  # M32
        if phase.combination is not None:
            base += COMBINATION_POINTS[phase.combination.count(RAINBOW)]
        base += SWEPT_POINTS * phase.swept
        score(state, base * CASCADE[min(index, len(CASCADE) - 1)])  # M33
    else:
        score(state, (10 * phase.normals + 20 * phase.fired) * (1 + index))  # M39


def clear_bonus(state: State) -> None:
    """M36: a move of master-v1 leaves no piece and no box."""
    empty = not state.board.pieces() and all(cell.box == 0 for cell in state.board.cells.values())
    if state.rules.master and empty and not state.bonus_given:
        state.bonus_given = True
        score(state, CLEAR_BONUS)


# ── after the move ────────────────────────────────────────────────────────────


def after_move(state: State, draw: Draw | None, shuffle: Shuffle | None) -> str | None:
    """M27: the reason why the game is over now, or None."""
    while True:
        if won(state):  # win before lose
            return "goals"
        if state.moves_left == 0:
            return "moves"
        if has_move(state.board, state.rules.master):
            return None
        if not reshuffle(state, shuffle):
            return "deadlock"
        cascade(state, 0, None, draw)  # the lines of a second-best arrangement cost nothing
        clear_bonus(state)


def reshuffle(state: State, shuffle: Shuffle | None) -> bool:
    """M27: lay the movable pieces anew; False when no arrangement came up that has a legal move."""
    master = state.rules.master
    if stuck_for_good(state.board, master):
        return False
    if shuffle is None:
        raise NeedsChance("a reshuffle")
    squares = movable(state.board, master)
    before = [piece for square in squares if (piece := state.board.piece(square)) is not None]
    second_best: list[Piece] | None = None
    for _ in range(ATTEMPTS):
        pieces = shuffle(list(before))
        lay(state.board, squares, pieces)
        if has_move(state.board, master):
            if not find_runs(state.board):
                return True
            if second_best is None:
                second_best = pieces
    lay(state.board, squares, before if second_best is None else second_best)
    return second_best is not None


def end_turn(state: State) -> None:
    """M34: the mana of the turn is added; in a duel the next seat is to act."""
    for seat in range(state.seats):
        state.mana[seat] = min(FULL_METER, state.mana[seat] + state.charge[seat])
        state.charge[seat] = 0
    state.seat = (state.seat + 1) % state.seats


def outcome(state: State, reason: str, mover: int) -> dict[str, Any]:
    """M27, M36: who has what at the end."""
    totals = list(state.scores) if state.duel else [state.score]
    if state.rules.master:
        for seat in range(state.seats):
            totals[seat] += MANA_BONUS * state.mana[seat]
        if reason == "goals" and state.moves_left is not None:
            totals[mover] += MOVE_BONUS * state.moves_left
    if state.duel:
        winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
        return {"result": "over", "reason": reason, "winners": winners, "totals": totals}
    if reason == "goals":
        return {"result": "won", "reason": reason, "winners": [0], "totals": totals}
    return {"result": "lost", "reason": reason, "winners": [], "totals": totals}
