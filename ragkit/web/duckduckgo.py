"""Asking DuckDuckGo, through the `ddgs` package, which reads its page of results: no key, no account.

Where DuckDuckGo limits the rate, `ddgs` often says "No results found" only. Left out: the other search engines that
`ddgs` would ask unasked; a question goes to the one that is named.
"""

from __future__ import annotations

from math import ceil

from ragkit.web.page import Page, pages
from ragkit.web.provider import Provider


def duckduckgo(most: int, seconds: float) -> Provider:
    """DuckDuckGo, for at most `most` pages."""

    def ask(query: str) -> list[Page]:
        from ddgs import DDGS

        rows = DDGS(timeout=ceil(seconds)).text(query, max_results=most, backend="duckduckgo")
        return pages(rows, title="title", url="href", text="body")[:most]

    return Provider("DuckDuckGo", ask, whole=False)
