"""A real browser for tests, where one is installed: Chrome or Chromium, without a window and without a network."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip
CHOSEN, REQUIRED = os.environ.get("RAGKIT_BROWSER"), bool(os.environ.get("RAGKIT_BROWSER_REQUIRED"))
"""Read before the tests take every RAGKIT_ variable away. CI requires a browser: there no browser test is skipped."""
REMEDY = "no Chrome or Chromium here: install one (Debian: `apt-get install chromium`), or name it in RAGKIT_BROWSER"
LOCAL = ("file:", "data:", "blob:", "about:")


def found() -> str:
    """The browser's path; where there is none the test is skipped, or in CI fails, and says what to do."""
    path = CHOSEN or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        (pytest.fail if REQUIRED else pytest.skip)(REMEDY)
    return path


@contextmanager
def running() -> Iterator[Browser]:
    """A browser. Playwright's event loop runs as long as this does: tests that start one of their own wait outside."""
    path = found()
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, headless=True, args=list(FLAGS))
        yield browser
        browser.close()


class Watched:
    """A page, what it asked the network for, what went wrong in it, and every dialog that it opened."""

    def __init__(self, browser: Browser, width: int = 1280, dark: bool = False, offline: bool = True) -> None:
        scheme = "dark" if dark else "light"
        self.context = browser.new_context(viewport={"width": width, "height": 1000}, color_scheme=scheme)
        self.context.set_offline(offline)
        self.page: Page = self.context.new_page()
        self.asked, self.errors, self.dialogs = list[str](), list[str](), list[str]()
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", self._dialog)

    @property
    def beyond(self) -> list[str]:
        """Every address outside this machine that the page asked for."""
        return [url for url in self.asked if not url.startswith((*LOCAL, "http://127.0.0.1:", "ws://127.0.0.1:"))]

    def open(self, file: Path) -> Page:
        """The page of a file."""
        self.page.goto(file.resolve().as_uri())
        return self.page

    def _dialog(self, dialog: object) -> None:
        self.dialogs.append(dialog.message)  # type: ignore[attr-defined]
        dialog.dismiss()  # type: ignore[attr-defined]
