"""What every game obeys, as functions that tests call with any game and any state of it.

Each raises `LawBroken`, which says which law and shows the case; none knows a game.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeGuard

import msgspec
import numpy as np

from tilewright.core.events import Event, Score, paint
from tilewright.core.game import BadMove, Game, Illegal, Played, Setup
from tilewright.core.notation import Record, RecordMove, read_record, write_record, write_square

AnyGame = Game[Any, Any]

#: The forms of a move in rules/notation.md; `{a}` and `{b}` are squares.
_WITHOUT_SQUARE: Final = ("regrow", "shuffle", "draw")
_WITH_SQUARE: Final = (
    "{a}!",
    "flame {a}",
    "cross {a}",
    "gift {a}",
    "freeze {a}",
    "freeze {a} @1",
    "rack1>{a}",
    "rack2>{a}",
    "place {a}",
    "rotate {a} cw",
    "rotate {a} ccw",
    "stall {a}",
)
_WITH_TWO: Final = ("{a}-{b}", "{a}>{b}")


class LawBroken(AssertionError):
    """A game broke a law; the text names it and shows the case."""


def hold(law: str, holds: bool, *case: object) -> None:
    """Raise LawBroken unless the law holds; `case` is shown."""
    if not holds:
        raise LawBroken("\n".join([f"law: {law}", *(repr(part) for part in case)]))


# ── text ──────────────────────────────────────────────────────────────────────


def position_survives_text(game: AnyGame, rules: str | Mapping[str, Any], state: Any) -> None:
    """A position written, sent as JSON and read again is the same position and plays the same game."""
    position = game.position(state)
    sent = msgspec.json.decode(msgspec.json.encode(position))
    hold("a position is plain JSON", sent == position, position)
    again = game.load(rules, sent)
    text, text_again = dict(position), game.position(again)
    if "scores" in position:  # then `score` repeats one of them: that of the seat whose turn it was at first
        text.pop("score", None)
        text_again.pop("score", None)
    hold("text round trip of positions", text_again == text, text, text_again)
    hold("rows are the position's rows", game.rows(state) == position["rows"], position)
    if not game.to_act(state):
        return
    hold("who is to act is in the text", game.to_act(again) == game.to_act(state), position)
    for seat in game.to_act(state):
        moves = game.legal(state, seat)
        hold("legal moves are in the text", game.legal(again, seat) == moves, position)
        for move in (*moves[:1], *moves[-1:]):
            one, other = game.play(state, seat, move), game.play(again, seat, move)
            hold("the future is in the text", one.events == other.events, position, move)
            hold("the future is in the text", one.points == other.points, position, move)
            hold(
                "the end is in the text", game.outcome(one.state) == game.outcome(other.state), position, move
            )
            rest, other_rest = (game.load(rules, game.position(played.state)) for played in (one, other))
            hold("the future is in the text", game.save(rest) == game.save(other_rest), position, move)


def moves_survive_text(game: AnyGame, state: Any) -> None:
    """Legal moves are spelt as the game itself would spell them, whatever the blanks and capitals around."""
    for seat in game.to_act(state):
        for move in game.legal(state, seat):
            for spelling in (move, move.upper(), f"  {move} ", move.replace(" ", "   ")):
                hold("text round trip of moves", game.parse(spelling) == move, spelling, game.parse(spelling))
            hold("every move has a sentence", bool(game.describe(state, move).strip()), move)


# ── events ────────────────────────────────────────────────────────────────────


def painting_tells_the_truth(before: Sequence[str], events: Iterable[Event], after: Sequence[str]) -> None:
    """Painting a move's events over the old rows gives the new rows."""
    told = list(events)
    try:
        painted = paint(before, told)
    except ValueError as error:
        raise LawBroken(f"law: painting tells the truth\n{error}\n{before}\n{told}") from error
    hold("painting tells the truth", painted == list(after), before, told, painted, after)


def scores_add_up(played: Played[Any]) -> None:
    """The points of a move are the sum of its score events, and none of these is empty."""
    scores = [event.points for event in played.events if isinstance(event, Score)]
    hold("score events add up to the points", sum(scores) == played.points, scores, played.points)
    hold("no empty score event", all(scores), scores)


def waves_rise(events: Sequence[Event]) -> None:
    """Events come in the order of their waves."""
    waves = [event.wave for event in events]
    hold("waves never fall", waves == sorted(waves), waves)


# ── playing ───────────────────────────────────────────────────────────────────


def legal_is_what_play_accepts(game: AnyGame, state: Any, texts: Iterable[str]) -> None:
    """`legal` is sorted and is exactly what the slow oracle finds: every text that `play` accepts.

    Along the way: a refused move leaves the state alone, to the byte.
    """
    for seat in game.to_act(state):
        legal = game.legal(state, seat)
        hold("legal is sorted, each move once", legal == sorted(set(legal)), legal)
        accepted: set[str] = set()
        for text in {*legal, *texts}:
            try:
                move = game.parse(text)
            except BadMove:
                hold("a legal move can be parsed", text not in legal, text)
                continue
            if is_refused(game, state, seat, move) is None:
                accepted.add(move)
        hold("legal is what play accepts", sorted(accepted) == legal, game.position(state), accepted, legal)


def is_refused(game: AnyGame, state: Any, seat: int, move: str) -> str | None:
    """Why a move is refused, or None; refused or not, the state given stays as it is."""
    before = game.save(state)
    reason = None
    try:
        game.play(state, seat, move)
    except Illegal as error:
        reason = str(error)
        hold("a refusal gives its reason", bool(reason), move)
    hold("play leaves the state given alone", game.save(state) == before, move)
    return reason


def play_is_a_function(game: AnyGame, state: Any, seat: int, move: str) -> Played[Any]:
    """The same state and move give the same bytes, events and points, and the events tell the truth."""
    before, rows = game.save(state), game.rows(state)
    one = game.play(state, seat, move)
    other = game.play(state, seat, move)
    hold("play leaves the state given alone", game.save(state) == before, move)
    hold("same state, same bytes", game.save(one.state) == game.save(other.state), move)
    hold("same state, same digest", game.digest(one.state) == game.digest(other.state), move)
    hold("same state, same events", one.events == other.events, move)
    hold("same state, same points", one.points == other.points, move)
    painting_tells_the_truth(rows, one.events, game.rows(one.state))
    scores_add_up(one)
    waves_rise(one.events)
    return one


def over_means_over(game: AnyGame, state: Any) -> None:
    """A game is over exactly when nobody is to act; then nothing is legal, else something is."""
    over = game.outcome(state) is not None
    hold("over, and nobody is to act", over == (game.to_act(state) == ()), game.position(state))
    for seat in range(4):
        if seat not in game.to_act(state):
            hold("who is not to act has no move", game.legal(state, seat) == [], seat, game.position(state))
    for seat in game.to_act(state):
        for move in game.legal(state, seat)[:3]:
            for other in {0, 1} - set(game.to_act(state)):
                hold(
                    "nobody moves out of turn", is_refused(game, state, other, move) is not None, other, move
                )


def random_walk(
    game: AnyGame, state: Any, rng: np.random.Generator, moves: int
) -> list[tuple[int, str, Played[Any]]]:
    """Up to `moves` random legal moves, each checked: (seat, move, what it did)."""
    walk: list[tuple[int, str, Played[Any]]] = []
    for _ in range(moves):
        options = [(seat, move) for seat in game.to_act(state) for move in game.legal(state, seat)]
        if not options:
            break
        seat, move = options[int(rng.integers(len(options)))]
        played = play_is_a_function(game, state, seat, move)
        walk.append((seat, move, played))
        state = played.state
    return walk


# ── records ───────────────────────────────────────────────────────────────────


def record_of(
    game: AnyGame,
    setup: Setup,
    seed: int,
    seats: int,
    moves: Sequence[tuple[int, str]],
    *,
    level: str = "test",
) -> Record:
    """The record of a game: its moves, played here, with a digest after every move."""
    state = game.new(setup, seed, seats)
    digests = {0: game.digest(state)}
    for count, (seat, move) in enumerate(moves, start=1):
        state = game.play(state, seat, move).state
        digests[count] = game.digest(state)
    rules = setup.get("rules")
    return Record(
        game=game.name,
        rules=rules if isinstance(rules, str) else str(dict(rules or {}).get("base", "")),
        rules_version=game.rules_version,
        level=level,
        setup=dict(setup),
        seed=seed,
        seats=seats,
        started="1970-01-01T00:00:00Z",
        moves=tuple(RecordMove(seat, move, 1000 * n) for n, (seat, move) in enumerate(moves, start=1)),
        digests=digests,
    )


def replay(game: AnyGame, record: Record) -> Any:
    """The state that a record ends in; every digest on the way must agree.

    Raises:
        LawBroken: names the first move after which the game is another one.
    """
    hold(
        "a record is replayed by its own rules",
        record.rules_version == game.rules_version,
        record.rules_version,
    )
    state = game.new(record.setup, record.seed, record.seats)
    hold("the record opens another game", record.digests.get(0) in {None, game.digest(state)}, record.seed)
    for count, move in enumerate(record.moves, start=1):
        state = game.play(state, move.seat, move.move).state
        wanted = record.digests.get(count)
        hold(f"the record diverges after move {count}", wanted in {None, game.digest(state)}, move)
    return state


def record_replays(
    game: AnyGame, setup: Setup, seed: int, seats: int, moves: Sequence[tuple[int, str]]
) -> None:
    """A record survives its text and replays to the same bytes; undo replays all moves but the last."""
    states = [game.new(setup, seed, seats)]
    for seat, move in moves:
        states.append(game.play(states[-1], seat, move).state)
    record = record_of(game, setup, seed, seats, moves)
    text = write_record(record)
    again = read_record(text)
    hold("a record survives its text", write_record(again) == text, text)
    hold("a record replays to the same bytes", game.save(replay(game, again)) == game.save(states[-1]), text)
    if moves:
        undone = msgspec.structs.replace(record, moves=record.moves[:-1])
        hold("undo∘play = identity", game.save(replay(game, undone)) == game.save(states[-2]), text)


# ── what is hidden, and whose it is ───────────────────────────────────────────


def view_hides(game: AnyGame, state: Any, rng: np.random.Generator) -> None:
    """States that differ only in what is hidden look alike to every seat, and bots choose alike on them."""
    for seat in game.to_act(state):
        legal = game.legal(state, seat)
        view = game.view(state, seat)
        twin = game.imagine(view, rng)
        other_view = game.view(twin, seat)
        hold(
            "an imagined state shows the same rows", game.rows(twin) == game.rows(state), game.position(state)
        )
        hold("an imagined state has the same moves", game.legal(twin, seat) == legal, game.position(state))
        hold("an imagined state has the same turn", game.to_act(twin) == game.to_act(state))
        one = game.imagine(view, copy.deepcopy(rng))
        other = game.imagine(other_view, copy.deepcopy(rng))
        hold(
            "views do not depend on what is hidden", game.save(one) == game.save(other), game.position(state)
        )
        hold("views do not depend on what is hidden", game.position(one) == game.position(other))
        for policy in game.policies if legal else ():
            choice = game.choose(view, policy, copy.deepcopy(rng))
            twin_choice = game.choose(other_view, policy, copy.deepcopy(rng))
            hold("bots see views only", choice == twin_choice, policy, choice, twin_choice)
            hold("bots choose legal moves", choice in legal, policy, choice, game.position(state))


def nothing_is_an_alias(game: AnyGame, rules: str | Mapping[str, Any], position: Mapping[str, Any]) -> None:
    """Whatever a game was given or has handed out may be written over; the state does not change."""
    given = copy.deepcopy(dict(position))
    state = game.load(rules, given)
    saved, text = game.save(state), copy.deepcopy(game.position(state))
    moves = [copy.copy(game.legal(state, seat)) for seat in game.to_act(state)]
    _overwrite(given)
    hold("a state keeps nothing it was given", game.position(state) == text, text, game.position(state))
    for handed in (
        game.position(state),
        game.rows(state),
        *(game.legal(state, s) for s in game.to_act(state)),
    ):
        _overwrite(handed)
    for seat in game.to_act(state):
        view = game.view(state, seat)
        _overwrite(game.position(view))
        for move in game.legal(state, seat)[:2]:
            played = game.play(state, seat, move)
            _overwrite(game.position(played.state))
            _overwrite(played.events)
    hold("a state hands out no part of itself", game.position(state) == text, text, game.position(state))
    hold("a state hands out no part of itself", game.save(state) == saved, text)
    hold(
        "a state hands out no part of itself",
        [game.legal(state, s) for s in game.to_act(state)] == moves,
        text,
    )


def _is_table(value: Any) -> TypeGuard[dict[Any, Any]]:
    return isinstance(value, dict)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _overwrite(value: Any) -> None:
    """Write over everything that can be written to in a nest of lists and dicts."""
    if _is_table(value):
        for inner in value.values():
            _overwrite(inner)
        value.clear()
        value["overwritten"] = True
    elif _is_list(value):
        for inner in value:
            _overwrite(inner)
        value[:] = ["overwritten"]


def batches_do_not_matter(game: AnyGame, setup: Setup, policy: str, seeds: Sequence[int]) -> None:
    """Games played at once, one by one or in another order end alike: no worker count changes an outcome."""

    def run(some: Sequence[int]) -> list[Any]:
        return list(game.run_many(setup, policy, np.array(some, dtype=np.int64), lambda: False))

    together = run(seeds)
    hold("games do not depend on their batch", [run([seed])[0] for seed in seeds] == together, together)
    hold("games do not depend on their order", run(list(reversed(seeds))) == together[::-1], together)


# ── the slow oracle's texts ───────────────────────────────────────────────────


def move_texts(rows: Sequence[str], *, all_pairs: bool) -> list[str]:
    """Every move that the notation can write on this board and one step beyond it.

    Without `all_pairs` the two squares of a move are at most two steps apart, which keeps large boards quick.
    """
    height, width = len(rows), len(rows[0].split())
    places = [(row, column) for row in range(height + 1) for column in range(width + 1)]
    texts: list[str] = list(_WITHOUT_SQUARE)
    for row, column in places:
        a = write_square(row, column)
        texts += [form.format(a=a) for form in _WITH_SQUARE]
        for other_row, other_column in places:
            if all_pairs or (abs(row - other_row) <= 2 and abs(column - other_column) <= 2):
                b = write_square(other_row, other_column)
                texts += [form.format(a=a, b=b) for form in _WITH_TWO]
    return texts
