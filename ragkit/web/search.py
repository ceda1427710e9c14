"""The web as a source of evidence: ask one provider after the other, read what the first to answer names, rank it.

Left out: when to ask the web at all, which a policy decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from ragkit.dense import Embed
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.web.addresses import Allowed, is_public
from ragkit.web.duckduckgo import duckduckgo
from ragkit.web.fetch import fetch
from ragkit.web.page import LONGEST_QUERY, LONGEST_TEXT, Page, WebFailed, one_line
from ragkit.web.provider import Provider
from ragkit.web.rank import best
from ragkit.web.recorded import recorded
from ragkit.web.tavily import tavily
from ragkit.web.wikipedia import wikipedia


@dataclass(frozen=True)
class Found:
    """What a search brought."""

    passages: list[Passage]
    """Best first; the pages are strangers' words."""
    notes: list[str] = field(default_factory=list)
    """What fell back, was refused or was cut, in a sentence each."""


@dataclass(frozen=True)
class Web:
    """The providers that may be asked, in order, and how their pages are read."""

    providers: Sequence[Provider]
    settings: Settings
    embed: Embed
    allowed: Allowed = is_public
    """Which addresses a page may be read from."""

    def search(self, query: str) -> Found:
        """The best passages for a query, at most `web_keeps`. Trouble with the web is in the notes, never raised.

        At worst it takes `web_timeout` for each provider, and once more for the pages.
        """
        asked = one_line(query, LONGEST_QUERY)
        if not asked:
            return Found([], ["The web was asked nothing: the query is empty."])
        pages, notes = self._ask(asked)
        passages = best(pages, asked, self.embed, self.settings.web_keeps, self.settings.rrf_k)
        return Found(passages, notes)

    def _ask(self, query: str) -> tuple[list[Page], list[str]]:
        notes: list[str] = []
        for i, provider in enumerate(self.providers):
            try:
                pages = provider.pages(query, self.settings.web_timeout)
            except WebFailed as error:
                following = [other.name for other in self.providers[i + 1 : i + 2]]
                notes += [f"{error}; " + (f"asked {following[0]} instead." if following else "nobody is left to ask.")]
                continue
            pages = pages[: self.settings.web_pages]
            read, said = (pages, []) if provider.whole else self._read(pages)
            return read, notes + said + [_long(page) for page in read if len(page.text) >= LONGEST_TEXT]
        return [], notes

    def _read(self, pages: Sequence[Page]) -> tuple[list[Page], list[str]]:
        with ThreadPoolExecutor(len(pages)) as side_by_side:
            read = list(side_by_side.map(self._read_one, pages))
        return [page for page, _ in read], [note for _, note in read if note]

    def _read_one(self, page: Page) -> tuple[Page, str]:
        """The page with its text, or with its snippet as before; and a note about what was not read."""
        most = self.settings.web_bytes
        try:
            fetched = fetch(page.url, self.settings.web_timeout, most, self.allowed)
        except WebFailed as error:
            return page, f"{error}; its snippet was used."
        if not fetched.text:
            return page, f"{page.url} holds no text; its snippet was used."
        note = f"Of {page.url} only the first {most:,} bytes were read." if fetched.cut else ""
        return replace(page, text=fetched.text), note


def _long(page: Page) -> str:
    return f"Of {page.url} only the first {LONGEST_TEXT:,} characters were used."


def open_web(settings: Settings, folder: Path, embed: Embed) -> Web | None:
    """The web as the settings name it; None where `settings.web` is None: nobody is asked.

    `folder` is the corpus's: the recorded pages are in its `web`. Raises `WebFailed` when they cannot be read.
    """
    if settings.web is None:
        return None
    if settings.web == "recorded":
        return Web([recorded(folder, settings.web_pages)], settings, embed)
    providers = [duckduckgo(settings.web_pages, settings.web_timeout), wikipedia(settings.web_pages)]
    if settings.tavily_key:
        providers.append(tavily(settings.tavily_key, settings.web_pages))
    return Web(providers, settings, embed)
