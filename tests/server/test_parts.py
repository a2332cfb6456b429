"""The small parts of the server: identity, limits, the catalogue, listening."""

from __future__ import annotations

import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.toys import ENDLESS, GAMES, PACK, PLAIN
from tests.toygame.take import TAKE
from tilewright.core.game import Outcome
from tilewright.server.app import make_app
from tilewright.server.catalogue import Catalogue, goals, moves_left, stars
from tilewright.server.guard import address_of
from tilewright.server.identity import (
    Signer,
    load_signer,
    new_recovery,
    read_recovery,
    write_recovery,
)
from tilewright.server.limits import AddressBook, Bucket, Rate
from tilewright.server.meters import ledger, mana, switches, tunables
from tilewright.server.run import address, listen
from tilewright.server.store import StoreError

WON = Outcome("won", "goals", (0,), (10,))


# ── identity ──


def test_a_cookie_is_read_by_its_own_server_alone() -> None:
    signer, other = Signer(b"a" * 32), Signer(b"b" * 32)
    assert signer.read(signer.sign("guest")) == "guest"
    assert other.read(signer.sign("guest")) is None
    assert signer.cookie != other.cookie


@given(st.text(max_size=80))
def test_no_text_passes_for_a_cookie(text: str) -> None:
    assert Signer(b"a" * 32).read(text) is None


def test_the_secret_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    signed = load_signer(tmp_path).sign("guest")
    assert load_signer(tmp_path).read(signed) == "guest"
    (file,) = tmp_path.iterdir()
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_damaged_secret_is_told(tmp_path: Path) -> None:
    load_signer(tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"short")
    with pytest.raises(StoreError, match="damaged"):
        make_app(tmp_path, GAMES, [PACK])


def test_a_recovery_code_is_read_however_it_is_typed() -> None:
    code = new_recovery()
    shown = write_recovery(code)
    assert [len(part) for part in shown.split("-")] == [4, 4, 4, 4]
    assert read_recovery(shown) == code
    assert read_recovery(f"  {shown.lower().replace('-', ' ')} ") == code
    assert read_recovery("OIL" + "0" * 13) == "011" + "0" * 13


@given(st.text(max_size=30))
def test_any_text_may_be_typed_as_a_code(text: str) -> None:
    code = read_recovery(text)
    assert code is None or read_recovery(write_recovery(code)) == code


# ── limits ──


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    now = 0.0
    bucket = Bucket(Rate(3, 2), lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now = 100.0
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_do_not_share_and_idle_ones_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.server.limits._MOST_ADDRESSES", 3)
    now = 0.0
    book = AddressBook(lambda: now)
    assert book.bucket("a", "x", Rate(1, 1)).take()
    assert not book.bucket("a", "x", Rate(1, 1)).take()
    assert book.bucket("b", "x", Rate(1, 1)).take()
    assert book.bucket("a", "y", Rate(1, 1)).take()
    assert book.bucket("c", "x", Rate(1, 1)).take()  # nobody could be forgotten yet
    assert not book.bucket("a", "x", Rate(1, 1)).take()
    now = 5.0
    assert book.bucket("d", "x", Rate(1, 1)).take()
    assert book.bucket("a", "x", Rate(1, 1)).take()


@pytest.mark.parametrize(
    ("remote", "counted"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:10.1.2.3", "::ffff:10.1.2.3"),
        (None, ""),
        ("/run/socket", "/run/socket"),
    ],
)
def test_one_home_is_one_address(remote: str | None, counted: str) -> None:
    request: Any = SimpleNamespace(remote=remote)
    assert address_of(request) == counted


# ── catalogue ──


@pytest.mark.parametrize(
    ("left", "at_first", "thresholds", "earned"),
    [
        (0, 20, None, 1),
        (1, 20, None, 1),
        (2, 20, None, 2),
        (4, 20, None, 2),
        (5, 20, None, 3),
        (3, 20, (4, 8), 1),
        (4, 20, (4, 8), 2),
        (8, 20, (4, 8), 3),
        (None, None, None, 3),
    ],
)
def test_stars_are_for_moves_left(
    left: int | None, at_first: int | None, thresholds: tuple[int, int] | None, earned: int
) -> None:
    assert stars(WON, left, at_first, thresholds) == earned
    assert stars(None, left, at_first, thresholds) == 0
    assert stars(Outcome("lost", "moves"), left, at_first, thresholds) == 0


def test_goals_of_every_game_are_counted() -> None:
    opening = {"goals": {"make": {"4": 2, "5": 1}, "slag": "all", "clear": True, "score": 3000}}
    now = {"goals": {"make": {"4": 1, "5": 0}, "slag": "all", "clear": True, "score": 120}}
    assert [(goal.key, goal.left, goal.of) for goal in goals(now, opening)] == [
        ("make 4", 1, 2),
        ("make 5", 0, 1),
        ("score", 120, 3000),
    ]
    assert goals({}, {}) == []
    assert moves_left({"turns_left": 12}) == 12
    assert moves_left({}) is None


def test_a_level_knows_the_next_one_and_outlives_its_file() -> None:
    catalogue = Catalogue(GAMES, [PACK])
    assert catalogue.info(PLAIN.id).next == "toys/02"
    assert catalogue.info(ENDLESS.id).next is None
    assert catalogue.info("gone/01").name == "gone/01"


def test_rules_are_told_with_their_overrides() -> None:
    assert not switches(tunables(TAKE, {"rules": "take-v1"})).taps
    assert switches(tunables(TAKE, {"rules": {"base": "take-v1", "taps": 1}})).taps


# ── listening ──


@pytest.fixture
def listeners() -> Iterator[list[socket.socket]]:
    made: list[socket.socket] = []
    yield made
    for one in made:
        one.close()


def test_a_taken_port_gives_way_to_the_next_free_one(listeners: list[socket.socket]) -> None:
    listeners.append(listen("127.0.0.1", 0))
    taken = listeners[0].getsockname()[1]
    listeners.append(listen("127.0.0.1", taken))
    assert listeners[1].getsockname()[1] > taken


def test_addresses_are_those_that_a_browser_takes(listeners: list[socket.socket]) -> None:
    for host, start in (("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://127.0.0.1:")):
        listeners.append(listen(host, 0))
        assert address(listeners[-1]).startswith(start)
    try:
        listeners.append(listen("::1", 0))
    except OSError:
        return  # a machine without IPv6
    assert address(listeners[-1]).startswith("http://[::1]:")


def test_a_host_of_another_machine_is_an_error() -> None:
    with pytest.raises(OSError, match=r"."):
        listen("192.0.2.1", 0)


# ── meters ──


def test_multipliers_are_the_tunables_in_their_order() -> None:
    values = {"multiplier_0": 1, "multiplier_1": 2, "multiplier_2": 5}
    assert switches(values).multipliers == [1, 2, 5]
    grown = switches({**values, "multiplier_growth": 2}).multipliers
    assert grown[:5] == [1, 2, 5, 7, 9]


def test_a_meter_is_shown_where_the_rules_have_one() -> None:
    position = {"mana": [4, 9], "affinity": ["r", "b"], "free_moves": 2}
    shown = mana(position, {"mana_full": 15}, 1)
    assert shown is not None
    assert (shown.left, shown.full, shown.affinity, shown.ability, shown.free_moves) == (
        9,
        15,
        "b",
        "freeze",
        2,
    )
    assert mana(position, {"mana_full": 0}, 0) is None
    assert mana({"mana": [4]}, {"mana_full": 15}, 0) is None
    assert mana({}, {}, 0) is None


def test_a_ledger_adds_up_to_the_total() -> None:
    outcome = Outcome("won", "goals", (0,), (1850,))
    position = {"score": 1000, "mana": [5], "moves_left": 3}
    lines = ledger(outcome, position, {"points_mana": 50}, 0)
    assert [(line.what, line.points) for line in lines] == [("score", 1000), ("mana", 250), ("moves", 600)]
    assert ledger(outcome, {"score": 1850}, {}, 0) == []
