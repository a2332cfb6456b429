"""The kernels and the slow oracle agree on every move of random positions (see `differential`)."""

from __future__ import annotations

import pytest

from tests.match3.differential import run


@pytest.mark.parametrize("seed", range(4))
def test_kernel_and_oracle_agree(seed: int) -> None:
    tally, differences = run(40, seed)
    found = list(differences)
    assert not found, "\n".join(found[:3])
    assert tally.positions == 40
    assert tally.moves > 500
    assert tally.refusals > 200
    assert {"swap", "tap", "drawn", "reshuffled", "deadlock", "goals", "moves"} <= set(tally.kinds)


@pytest.mark.slow
def test_kernel_and_oracle_agree_on_many_positions() -> None:
    tally, differences = run(400, 1000)
    found = list(differences)
    assert not found, "\n".join(found[:3])
    assert {"flame", "cross", "gift", "freeze", "regrow"} <= set(tally.kinds)
    assert tally.skipped < tally.moves / 50
