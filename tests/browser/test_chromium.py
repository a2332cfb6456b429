"""The browser of this machine works: it starts, runs a script, and axe can look at its page."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import chromium

PAGE = """<!doctype html><html lang="en"><head><title>Tiles</title></head><body><main><h1>Tiles</h1>
<button onclick="this.textContent = 'Swapped'">Swap</button></main></body></html>"""


def test_a_page_is_shown_and_its_button_pressed(
    page: Page, assert_accessible: Callable[[Page], None]
) -> None:
    page.set_content(PAGE)
    page.get_by_role("button", name="Swap").click()
    expect(page.get_by_role("button", name="Swapped")).to_be_visible()
    assert_accessible(page)


def test_a_named_browser_comes_first_and_a_wrong_name_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", sys.executable)
    assert chromium.find().executable == Path(sys.executable)
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    with pytest.raises(chromium.NoBrowser, match="'no-such-browser'"):
        chromium.find()


def test_no_browser_is_told_with_every_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise subprocess.TimeoutExpired("npm", 300)

    monkeypatch.delenv("CHROMIUM", raising=False)
    for source in ("_from_system", "_from_npm", "_from_system_packages"):
        monkeypatch.setattr(chromium, source, refused)
    with pytest.raises(chromium.NoBrowser, match=r"(?s)Install one.*timed out"):
        chromium.find()
