"""People play levels in a real browser against a real server, to the win."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.live import (
    Server,
    drift,
    open_match,
    running,
    settle,
    skip_introduction,
    wait_for_rows,
    winning_line,
)
from tilewright.content.levels import load_level

pytestmark = pytest.mark.browser

Accessible = Callable[[Page], None]

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of this module."""
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server


def cell(page: Page, square: str) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    box = page.locator(f'[role=gridcell][data-square="{square}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(page: Page, move: str, *, drag: bool) -> None:
    """Make a move with the mouse: drag, or click and click; a tap is two clicks."""
    squares = re.findall(r"[a-z]\d+", move)
    start, end = cell(page, squares[0]), cell(page, squares[-1])
    if drag and len(squares) == 2:
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=6)
        page.mouse.up()
    else:
        page.mouse.click(*start)
        page.mouse.click(*end)


def by_keyboard(page: Page, move: str) -> None:
    """Make a move with the keys alone, from wherever the cursor is."""
    squares = re.findall(r"[a-z]\d+", move)
    at = page.evaluate("() => document.activeElement?.dataset.square ?? ''")
    assert at, "the cursor is not on the board"
    step(page, at, squares[0])
    page.keyboard.press("Space")
    if len(squares) == 2:
        step(page, squares[0], squares[1])
    else:
        page.keyboard.press("Space")


def step(page: Page, start: str, end: str) -> None:
    """Press the arrows that lead from one square to another."""
    across = ord(end[0]) - ord(start[0])
    down = int(end[1:]) - int(start[1:])
    for key, count in (
        ("ArrowRight", across),
        ("ArrowLeft", -across),
        ("ArrowDown", down),
        ("ArrowUp", -down),
    ):
        for _ in range(max(0, count)):
            page.keyboard.press(key)


def test_a_level_is_won_by_mouse(page: Page, server: Server, assert_accessible: Accessible) -> None:
    """Level 1 to its win by dragging and clicking, with all its animation, from the list and back to it."""
    page.set_viewport_size(PHONE)
    page.goto(server.address)
    page.locator("[data-level]").first.wait_for()
    assert_accessible(page)
    skip_introduction(page)
    seed, moves, rows = winning_line("designer-v1/01")
    open_match(page, server, "designer-v1/01", seed=seed)
    assert_accessible(page)
    for number, (move, after) in enumerate(zip(moves, rows, strict=True)):
        by_mouse(page, move, drag=number % 2 == 0)
        wait_for_rows(page, after)
    assert drift(page) == 0
    result = page.locator("[data-result=won]")
    expect(result).to_be_visible()
    assert_accessible(page)
    result.get_by_role("link", name="Levels").click()
    card = page.locator('[data-level="designer-v1/01"]')
    expect(card.get_by_role("img", name=re.compile(r"[123] stars? of three"))).to_be_visible()


def test_a_level_is_won_by_keyboard(page: Page, server: Server, assert_accessible: Accessible) -> None:
    """Level 2 to its win with the keys alone, with reduced motion; every move is announced."""
    page.emulate_media(reduced_motion="reduce")
    skip_introduction(page)
    seed, moves, rows = winning_line("designer-v1/02")
    open_match(page, server, "designer-v1/02", seed=seed)
    page.locator("[role=gridcell][tabindex='0']").focus()
    for move, after in zip(moves, rows, strict=True):
        by_keyboard(page, move)
        wait_for_rows(page, after)
        assert page.locator("[data-announcer]").inner_text().strip()
    assert drift(page) == 0
    expect(page.locator("[data-result=won]")).to_be_visible()
    assert_accessible(page)


def test_a_refused_swap_moves_nothing_and_says_why(page: Page, server: Server) -> None:
    """The sentence comes from the rules, and the move costs nothing."""
    skip_introduction(page)
    open_match(page, server, "designer-v1/01", seed=1)
    rows: list[str] = page.evaluate("() => window.__tilewright.truth()")
    legal: list[str] = page.evaluate("() => window.__tilewright.legal()")
    illegal = next(
        f"{a}{r}-{b}{r}" for r in range(2, 6) for a, b in ("bc", "cd", "de") if f"{a}{r}-{b}{r}" not in legal
    )
    by_mouse(page, illegal, drag=False)
    expect(page.locator(".sentence.refused")).to_contain_text("line of three")
    settle(page)
    assert page.evaluate("() => window.__tilewright.rows()") == rows


def test_a_refresh_and_a_second_tab_show_the_same_position(page: Page, server: Server) -> None:
    """A move made in one tab appears in the other, and a reload shows it again."""
    skip_introduction(page)
    seed, moves, rows = winning_line("designer-v1/01")
    match = open_match(page, server, "designer-v1/01", seed=seed)
    other = page.context.new_page()
    skip_introduction(other)
    other.goto(f"{server.address}#/play/{match}")
    settle(other)
    by_mouse(page, moves[0], drag=False)
    wait_for_rows(page, rows[0])
    wait_for_rows(other, rows[0])
    by_mouse(other, moves[1], drag=True)
    wait_for_rows(page, rows[1])
    page.reload()
    wait_for_rows(page, rows[1])
    assert drift(other) == 0


@pytest.mark.page_errors
def test_a_killed_server_brings_the_same_position_back(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The page says that it reconnects, finds the match again by itself, and plays on."""
    skip_introduction(page)
    seed, moves, rows = winning_line("designer-v1/01")
    with running(tmp_path_factory.mktemp("killed")) as server:
        open_match(page, server, "designer-v1/01", seed=seed)
        by_mouse(page, moves[0], drag=True)
        wait_for_rows(page, rows[0])
        server.kill()
        expect(page.locator(".sentence.calm")).to_be_visible(timeout=20_000)
        server.start()
        expect(page.locator(".sentence.calm")).to_be_hidden(timeout=20_000)
        wait_for_rows(page, rows[0])
        by_mouse(page, moves[1], drag=True)
        wait_for_rows(page, rows[1])


def test_undo_hint_and_restart(page: Page, server: Server, assert_accessible: Accessible) -> None:
    """A hint names a legal move; undo explains when it is not allowed; restart begins again."""
    skip_introduction(page)
    open_match(page, server, "designer-v1/01", seed=3)
    opening: list[str] = page.evaluate("() => window.__tilewright.rows()")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".sentence")).to_be_visible(timeout=60_000)
    legal: list[str] = page.evaluate("() => window.__tilewright.legal()")
    by_mouse(page, legal[0], drag=False)
    page.wait_for_function(
        "rows => JSON.stringify(window.__tilewright.truth()) !== JSON.stringify(rows)", arg=opening
    )
    settle(page)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Restart").click()
    assert_accessible(page)
    page.get_by_role("dialog").get_by_role("button", name=re.compile("again|restart", re.IGNORECASE)).click()
    page.wait_for_function("() => window.__tilewright.truth().length > 0 && !window.__tilewright.busy()")
    moves = load_level("designer-v1/01").setup["position"]["moves_left"]
    expect(page.locator("main")).to_contain_text(re.compile(rf"Moves left\s*{moves}"))


def test_the_rule_book_shows_its_examples(page: Page, server: Server, assert_accessible: Accessible) -> None:
    """The rules are one click away, with boards that play."""
    skip_introduction(page)
    open_match(page, server, "designer-v1/01", seed=1)
    page.get_by_role("button", name="Rules", exact=False).first.click()
    dialog = page.get_by_role("dialog")
    section = dialog.get_by_text("Swapping", exact=True)
    section.click()
    expect(dialog).to_contain_text("M7")
    assert_accessible(page)
