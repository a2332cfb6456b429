"""The rules pages are true: every example is played, and every rule has at least one."""

from __future__ import annotations

import pytest

from tilewright.content.rules import rule_page, rule_page_path
from tilewright.core.examples import Example, Page, perform, read_page
from tilewright.games import GAMES

#: The rules of each game by number; a new game adds its line here.
RULES = {"match3": [f"M{number}" for number in range(1, 42)]}

PAGES: dict[str, Page] = {name: read_page(rule_page(name), rule_page_path(name).name) for name in GAMES}
EXAMPLES = [(name, example) for name, page in PAGES.items() for example in page.examples()]


@pytest.mark.parametrize(
    ("name", "example"), EXAMPLES, ids=[f"{name}.md:{example.line}" for name, example in EXAMPLES]
)
def test_the_example_is_true(name: str, example: Example) -> None:
    performed = perform(GAMES[name], example)
    assert not performed.faults, f"{example.text}\n" + "\n".join(performed.faults)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_rule_has_an_example(name: str) -> None:
    shown = {rule for example in PAGES[name].examples() for rule in example.rules_shown}
    assert shown == set(RULES[name])


@pytest.mark.parametrize("name", list(GAMES))
def test_every_rule_is_stated_once(name: str) -> None:
    text = "\n".join(section.text for section in PAGES[name].sections)
    for rule in RULES[name]:
        assert text.count(f"**{rule}.**") == 1, f"{rule} is stated {text.count(f'**{rule}.**')} times"


@pytest.mark.parametrize("name", list(GAMES))
def test_every_tunable_belongs_to_a_stated_rule(name: str) -> None:
    for rules in GAMES[name].rule_sets:
        for tunable in GAMES[name].tunables(rules):
            assert tunable.rule in RULES[name]


def test_a_page_reads_well() -> None:
    for page in PAGES.values():
        assert page.title
        for section in page.sections:
            assert section.title
            assert section.text
            assert "```example" not in section.text
