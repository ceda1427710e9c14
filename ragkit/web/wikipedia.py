"""Wikipedia as a provider, through the `wikipedia` package: the articles that its search finds.

Left out: disambiguation pages, and titles whose article no longer exists.
"""

from __future__ import annotations

import warnings
from typing import Any

from bs4 import GuessedAtParserWarning

from ragkit.web.page import Page, pages
from ragkit.web.provider import Provider


def wikipedia(most: int) -> Provider:
    """The English Wikipedia, for at most `most` articles."""

    def ask(query: str) -> list[Page]:
        library = _library()
        titles = library.search(query, results=most)
        articles = [_article(library, title) for title in titles]
        return pages(articles, title="title", url="url", text="content")

    return Provider("Wikipedia", ask, whole=True)


def _article(library: Any, title: str) -> dict[str, str] | None:
    """Return an article; None for a disambiguation page or a missing article."""
    try:
        # The suggestion for "cuckoo hashing" may be another word.
        article = library.page(title, auto_suggest=False)
        return {"title": article.title, "url": article.url, "content": article.content}
    except (library.DisambiguationError, library.PageError):
        return None


def _library() -> Any:
    import wikipedia as library

    # By default the package asks without encryption, with a user agent that Wikipedia may refuse.
    library.wikipedia.API_URL = "https://en.wikipedia.org/w/api.php"
    library.set_user_agent("ragkit (looks up one person's question)")
    warnings.filterwarnings("ignore", category=GuessedAtParserWarning, module="wikipedia")
    return library
