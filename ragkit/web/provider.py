"""The interface of a provider of web pages, and its error handling.

A provider is a name and a function. Any error of its library becomes a `WebFailed`, because a
scraper may raise anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ragkit.text.one_line import first_line
from ragkit.web.page import Page, WebFailed, one_line
from ragkit.web.timeout import within


@dataclass(frozen=True)
class Provider:
    """A service that returns pages for a query."""

    name: str
    ask: Callable[[str], list[Page]]
    whole: bool
    """Whether the pages have their text, rather than a snippet, and so need not be fetched."""

    def pages(self, query: str, seconds: float) -> list[Page]:
        """Return at least one page for a query, best first.

        Raises `WebFailed` if there is none, or if it takes longer than `seconds`.
        """
        try:
            found = within(seconds, lambda: self.ask(query))
        except WebFailed:
            raise
        except Exception as error:
            why = one_line(first_line(error), 200)
            raise WebFailed(f"{self.name} gave nothing: {why}") from error
        if not found:
            raise WebFailed(f"{self.name} gave nothing: no results")
        return found
