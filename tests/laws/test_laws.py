"""The laws of core/laws.py, held for every game on positions and openings that Hypothesis thinks up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.laws.fields import FIELDS
from tilewright.core import laws
from tilewright.games import GAMES

quick = settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
every_game = pytest.mark.parametrize("name", list(GAMES))
seeds = st.integers(0, 2**32 - 1)


def test_every_game_has_its_field() -> None:
    assert FIELDS.keys() == GAMES.keys()


@every_game
@quick
@given(data=st.data())
def test_positions_and_moves_survive_text(name: str, data: st.DataObject) -> None:
    rules, position = data.draw(FIELDS[name].positions)
    game = GAMES[name]
    state = game.load(rules, position)
    laws.position_survives_text(game, rules, state)
    laws.moves_survive_text(game, state)
    laws.over_means_over(game, state)


@every_game
@quick
@given(data=st.data(), luck=seeds)
def test_random_play_obeys_the_laws_at_every_move(name: str, data: st.DataObject, luck: int) -> None:
    rules, position = data.draw(FIELDS[name].positions)
    game = GAMES[name]
    state = game.load(rules, position)
    for _, _, played in laws.random_walk(game, state, np.random.default_rng(luck), 12):
        laws.over_means_over(game, played.state)
        if game.outcome(played.state) is None:
            laws.position_survives_text(game, rules, played.state)


@every_game
@quick
@given(data=st.data())
def test_legal_is_what_play_accepts(name: str, data: st.DataObject) -> None:
    rules, position = data.draw(FIELDS[name].positions)
    game = GAMES[name]
    state = game.load(rules, position)
    rows = game.rows(state)
    all_pairs = len(rows) * len(rows[0].split()) <= 16
    laws.legal_is_what_play_accepts(game, state, laws.move_texts(rows, all_pairs=all_pairs))


@every_game
@quick
@given(data=st.data(), seed=seeds, luck=seeds)
def test_records_replay_and_moves_are_undone(name: str, data: st.DataObject, seed: int, luck: int) -> None:
    setup, seats = data.draw(FIELDS[name].setups)
    game = GAMES[name]
    walk = laws.random_walk(game, game.new(setup, seed, seats), np.random.default_rng(luck), 10)
    laws.record_replays(game, setup, seed, seats, [(seat, move) for seat, move, _ in walk])


@every_game
@quick
@given(data=st.data(), seed=seeds)
def test_the_same_seed_opens_the_same_game(name: str, data: st.DataObject, seed: int) -> None:
    setup, seats = data.draw(FIELDS[name].setups)
    game = GAMES[name]
    one, other = game.new(setup, seed, seats), game.new(setup, seed, seats)
    laws.hold("same seed, same bytes", game.save(one) == game.save(other), setup, seed)


@every_game
@settings(quick, max_examples=25)
@given(data=st.data(), luck=seeds)
def test_views_hide_what_is_hidden(name: str, data: st.DataObject, luck: int) -> None:
    rules, position = data.draw(FIELDS[name].positions)
    game = GAMES[name]
    laws.view_hides(game, game.load(rules, position), np.random.default_rng(luck))


@every_game
@quick
@given(data=st.data())
def test_nothing_handed_out_is_an_alias(name: str, data: st.DataObject) -> None:
    rules, position = data.draw(FIELDS[name].positions)
    laws.nothing_is_an_alias(GAMES[name], rules, position)


@every_game
@settings(quick, max_examples=10)
@given(data=st.data(), first=seeds)
def test_batches_do_not_matter(name: str, data: st.DataObject, first: int) -> None:
    setup, _ = data.draw(FIELDS[name].setups)
    game = GAMES[name]
    for policy in game.policies:
        laws.batches_do_not_matter(game, setup, policy, [first, first + 1, first + 2])
