"""The web as a source of evidence: providers are tried in order, and the pages of one are ranked.

Left out: when to search the web at all, which a policy decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from ragkit.settings import Settings
from ragkit.state import Found
from ragkit.stores import Embed
from ragkit.web.addresses import Allowed, is_public
from ragkit.web.duckduckgo import duckduckgo
from ragkit.web.fetch import fetch
from ragkit.web.page import LONGEST_QUERY, LONGEST_TEXT, Page, WebFailed, one_line
from ragkit.web.provider import Provider
from ragkit.web.rank import best
from ragkit.web.recorded import recorded
from ragkit.web.tavily import tavily
from ragkit.web.wikipedia import wikipedia


class Limits(NamedTuple):
    """What a search may cost, and how much of it becomes evidence."""

    pages: int = 3
    """Results that are read."""
    keeps: int = 3
    """Passages of them that become evidence."""
    seconds: float = 10.0
    """Seconds for one search or page."""
    bytes: int = 2_000_000
    """Bytes of a page that are read."""


USUAL = Limits()


@dataclass(frozen=True)
class Web:
    """The providers that may be asked, in order, and the limits for reading their pages."""

    providers: Sequence[Provider]
    embed: Embed
    limits: Limits = USUAL
    allowed: Allowed = is_public
    """Whether a page may be read from an address."""

    def search(self, query: str) -> Found:
        """Return the best passages for a query, at most `limits.keeps`.

        A failure is reported in the notes and never raised. At worst a search takes
        `limits.seconds` for each provider, and once more for the pages.
        """
        pages, notes = self.pages(query)
        query = one_line(query, LONGEST_QUERY)
        passages = best(pages, query, self.embed, self.limits.keeps)
        return Found(passages, notes)

    def pages(self, query: str) -> tuple[list[Page], list[str]]:
        """Return the pages of the first provider that has any, with their text, and the notes.

        There are at most `limits.pages`. A failure is reported in the notes and never raised.
        """
        query = one_line(query, LONGEST_QUERY)
        if not query:
            return [], ["The web was not searched: the query is empty."]
        notes: list[str] = []
        followers = [*self.providers[1:], None]
        for provider, follower in zip(self.providers, followers):
            try:
                pages = provider.pages(query, self.limits.seconds)
            except WebFailed as error:
                notes.append(f"{error}; {_next_step(follower)}")
                continue
            pages = pages[: self.limits.pages]
            if not provider.whole:
                pages, losses = self._read(pages)
                notes += losses
            notes += [_long(page) for page in pages if len(page.text) >= LONGEST_TEXT]
            return pages, notes
        return [], notes

    def _read(self, pages: Sequence[Page]) -> tuple[list[Page], list[str]]:
        with ThreadPoolExecutor(len(pages)) as pool:
            results = list(pool.map(self._read_one, pages))
        texts = [page for page, _ in results]
        notes = [note for _, note in results if note]
        return texts, notes

    def _read_one(self, page: Page) -> tuple[Page, str]:
        """Return the page with its text, and a note about what was not read.

        A page that cannot be read keeps its snippet.
        """
        most = self.limits.bytes
        try:
            fetched = fetch(page.url, self.limits.seconds, most, self.allowed)
        except WebFailed as error:
            return page, f"{error}; its snippet was used."
        if not fetched.text:
            return page, f"{page.url} contains no text; its snippet was used."
        note = f"Of {page.url} only the first {most:,} bytes were read." if fetched.cut else ""
        return replace(page, text=fetched.text), note


def _next_step(follower: Provider | None) -> str:
    if follower is None:
        return "no other provider is left to ask."
    return f"asked {follower.name} instead."


def _long(page: Page) -> str:
    return f"Of {page.url} only the first {LONGEST_TEXT:,} characters were used."


def open_web(settings: Settings, folder: Path, embed: Embed, limits: Limits = USUAL) -> Web | None:
    """Return the web as the settings describe it; None if `settings.web` is None.

    The recorded pages are in `web` in `folder`, the corpus folder. Raises `WebFailed` if they
    cannot be read.
    """
    if settings.web is None:
        return None
    if settings.web == "recorded":
        return Web([recorded(folder, limits.pages)], embed, limits)
    providers = [
        duckduckgo(limits.pages, limits.seconds),
        wikipedia(limits.pages),
    ]
    if settings.tavily_key:
        providers.append(tavily(settings.tavily_key, limits.pages))
    return Web(providers, embed, limits)
