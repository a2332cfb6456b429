"""Levels of master-v1 in the browser: an ability spent and a level won, with the keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.live import Server, drift, open_match, running, skip_introduction, wait_for_rows
from tests.browser.test_play import by_keyboard, step
from tilewright.content.levels import OWN_FOLDERS, load_level
from tilewright.games import GAMES

pytestmark = pytest.mark.browser

Accessible = Callable[[Page], None]

LEVEL = """
format = 1
game = "match3"
name = "The crystal hall"
author = "A tester"
idea = "Topaz charges the meter, and thunder spends it."
rules = "master-v1"
affinity = ["y"]
source = "hopper"
moves = 40
board = \"\"\"
r  b  g  y  p  r  b  g
b  y  g  r  p  b  y' r
g  p  r  b  y  r  g  b
r  b  y  r- b* y  p  b
y  g  p  p  b  r  g  y
p  b  r  g  y  p  y  g
b  r  y' p  g| b  r  b
g  p  g  y  b  r  p  y
\"\"\"

[goals]
y = 26
ice = 2
"""


@pytest.fixture(scope="module")
def level(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The level of these tests, in a folder whose pack is shown in the Crystal Citadel."""
    folder = tmp_path_factory.mktemp("levels") / "hall"
    folder.mkdir()
    (folder / "pack.toml").write_text('theme = "citadel"\n', encoding="utf-8")
    file = folder / "hall.toml"
    file.write_text(LEVEL, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def server(level: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server that offers the level."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(OWN_FOLDERS, str(level.parent))
        with running(tmp_path_factory.mktemp("data")) as server:
            yield server


def line_with_ability(file: Path) -> tuple[int, list[tuple[str, list[str]]], Any]:
    """A seed, moves that win and use the ability, each with the rows after it, and the final position."""
    level = load_level(file)
    game = GAMES[level.game]
    for seed in range(100):
        state = game.new(level.setup, seed)
        luck = np.random.default_rng(seed)
        line: list[tuple[str, list[str]]] = []
        while game.outcome(state) is None:
            spells = [move for move in game.legal(state, 0) if " " in move]
            move = spells[len(spells) // 2] if spells else game.choose(game.view(state, 0), "goal", luck)
            state = game.play(state, 0, move).state
            line.append((move, game.rows(state)))
        outcome = game.outcome(state)
        if outcome and outcome.result == "won" and any(" " in move for move, _ in line):
            return seed, line, outcome
    raise AssertionError("no line that wins with the ability")


def test_an_ability_is_used_and_a_level_won_by_keyboard(
    page: Page, server: Server, level: Path, assert_accessible: Accessible
) -> None:
    """To the win with the keys alone; the ability is aimed, put away, and used; the ledger adds up."""
    page.emulate_media(reduced_motion="reduce")
    skip_introduction(page)
    seed, line, outcome = line_with_ability(level)
    open_match(page, server, "hall/hall", seed=seed)
    expect(page.locator("html")).to_have_attribute("data-theme", "citadel")
    assert_accessible(page)
    page.locator("[role=gridcell][tabindex='0']").focus()
    aimed = False
    for move, after in line:
        if " " in move:
            if not aimed:
                page.keyboard.press("a")
                assert_accessible(page)
                page.keyboard.press("Escape")
                expect(page.locator(".is-aim")).to_have_count(0)
            aimed = True
            by_spell(page, move)
        else:
            by_keyboard(page, move)
        wait_for_rows(page, after)
        assert page.locator("[data-announcer]").inner_text().strip()
    assert aimed
    assert drift(page) == 0
    expect(page.locator("[data-result=won]")).to_be_visible()
    total = page.locator("[data-part=total] dd")
    expect(total).to_have_text(f"{outcome.totals[0]:,}")
    assert_accessible(page)


def by_spell(page: Page, move: str) -> None:
    """Use the ability with the keys: A, the arrows to the target, Enter."""
    page.keyboard.press("a")
    expect(page.locator(".is-aim").first).to_be_visible()
    at = page.evaluate("() => document.activeElement?.dataset.square ?? ''")
    assert re.fullmatch(r"[a-h]\d", at), "the cursor is not on the board"
    step(page, at, move.split()[1])
    page.keyboard.press("Enter")
