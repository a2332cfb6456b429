"""The examples of the match-3 page, worked out once more by the slow oracle."""

from __future__ import annotations

import pytest

from tests.match3.differential import Luck
from tests.oracle import match3 as oracle
from tests.oracle.board import NeedsChance, OracleIllegal
from tilewright.content.rules import rule_page
from tilewright.core.examples import Example, read_page

EXAMPLES = [
    example
    for example in read_page(rule_page("match3")).examples()
    if example.move is not None and (example.rules is None or isinstance(example.rules, str))
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"match3.md:{example.line}" for example in EXAMPLES])
def test_the_oracle_finds_the_same(example: Example) -> None:
    rules = example.rules if isinstance(example.rules, str) else "designer-v1"
    luck = Luck(example.position.get("seed", 0))
    assert example.move is not None
    try:
        answer = oracle.step(
            rules, example.position, example.move, example.seat, draw=luck.draw, shuffle=luck.shuffle
        )
    except OracleIllegal:
        assert example.illegal is not None
        return
    except NeedsChance:
        pytest.fail("the example leaves something to chance")
    assert example.illegal is None
    if example.after is not None:
        assert answer["position"]["rows"] == list(example.after)
    if example.points is not None:
        assert answer["points"] == example.points
    outcome = answer["outcome"]
    if example.outcome is not None:
        assert f"{outcome['result']} {outcome['reason']}" == example.outcome
    if example.totals is not None:
        assert outcome["totals"] == list(example.totals)
