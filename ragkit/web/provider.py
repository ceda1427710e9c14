"""Who can be asked for pages, and how any trouble with them is said.

A provider is a name and a function. Whatever its library raises (a scraper may raise anything) is one `WebFailed`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ragkit.web.page import Page, WebFailed, one_line
from ragkit.web.patience import within
from ragkit.weights.source import brief


@dataclass(frozen=True)
class Provider:
    """Somebody who answers a query with pages."""

    name: str
    """As a user reads it."""
    ask: Callable[[str], list[Page]]
    whole: bool
    """Whether a page comes with its text; else with a snippet, and has yet to be read."""

    def pages(self, query: str, seconds: float) -> list[Page]:
        """The pages for a query, best first, at least one. Raises `WebFailed`, after `seconds` at the latest."""
        try:
            found = within(seconds, lambda: self.ask(query))
        except WebFailed:
            raise
        except Exception as error:
            raise WebFailed(f"{self.name} gave nothing: {one_line(brief(error), 200)}") from error
        if not found:
            raise WebFailed(f"{self.name} gave nothing: no results")
        return found
