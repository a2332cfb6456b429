"""Fixtures of the browser tests: a browser that is found on any machine, and what every page must pass."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser import chromium

_missing: list[str] = []


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How pytest-playwright starts the browser; without one, tests skip, or fail with CI=true."""
    try:
        found = chromium.find()
    except chromium.NoBrowser as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error), pytrace=False)
        _missing.append(str(error))
        pytest.skip(str(error))
    return {**browser_type_launch_args, **found.launch_options()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Every page starts alike, wherever the tests run."""
    return {**browser_context_args, "locale": "en-GB", "timezone_id": "UTC", "color_scheme": "light"}


@pytest.fixture(autouse=True)
def _no_page_errors(request: pytest.FixtureRequest) -> Any:
    """A test that uses a page fails when the page threw an error or logged one to its console."""
    if "page" not in request.fixturenames:
        yield
        return
    page: Page = request.getfixturevalue("page")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield
    allowed = request.node.get_closest_marker("page_errors")
    assert allowed or not errors, "\n".join(errors)


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Asserts that axe finds no violation in a page."""
    axe = Axe()

    def check(page: Page) -> None:
        results = axe.run(page)
        assert results.violations_count == 0, results.generate_report()

    return check


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A run without a browser says so in a way that is hard to overlook."""
    for reason in dict.fromkeys(_missing):
        terminalreporter.section("NO BROWSER TEST WAS RUN", sep="!", red=True, bold=True)
        terminalreporter.write_line(reason)
