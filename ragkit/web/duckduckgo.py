"""DuckDuckGo as a provider, through the `ddgs` package, which needs no key and no account.

It reads DuckDuckGo's page of results. When DuckDuckGo limits the rate, `ddgs` often reports "No
results found". Left out: the other search engines of `ddgs`, because a question goes only to the
one that is named.
"""

from __future__ import annotations

from math import ceil

from ragkit.web.page import Page, pages
from ragkit.web.provider import Provider


def duckduckgo(most: int, seconds: float) -> Provider:
    """DuckDuckGo, for at most `most` pages."""

    def ask(query: str) -> list[Page]:
        from ddgs import DDGS

        client = DDGS(timeout=ceil(seconds))
        rows = client.text(query, max_results=most, backend="duckduckgo")
        found = pages(rows, title="title", url="href", text="body")
        return found[:most]

    return Provider("DuckDuckGo", ask, whole=False)
