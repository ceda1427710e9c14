"""A browser for the tests of this folder, and a page to look at what a widget drew."""

from collections.abc import Callable, Iterator

import pytest
from browsers import Watched, running
from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser(alone: None) -> Iterator[Browser]:
    with running() as started:
        yield started


@pytest.fixture
def show(browser, tmp_path) -> Callable[..., Watched]:
    """`show(html)` opens HTML as a page of its own: `show(html, width=700, dark=True).page`."""

    def opened(html: str, **how) -> Watched:
        watched, file = Watched(browser, **how), tmp_path / "page.html"
        body = "background: #111; color: #eee" if how.get("dark") else "background: #fff; color: #111"
        file.write_text(f"<!doctype html><meta charset=utf-8><body style='{body}'>{html}</body>", encoding="utf-8")
        watched.open(file)
        return watched

    return opened
