"""Asking Wikipedia, through the `wikipedia` package: the articles that its search finds, as plain text.

Left out: articles that only list what a name may mean, and titles whose article is gone.
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
        articles = [_article(library, title) for title in library.search(query, results=most)]
        return pages(articles, title="title", url="url", text="content")

    return Provider("Wikipedia", ask, whole=True)


def _article(library: Any, title: str) -> dict[str, str] | None:
    try:
        article = library.page(title, auto_suggest=False)  # a suggestion for "cuckoo hashing" may be another word
        return {"title": article.title, "url": article.url, "content": article.content}
    except (library.DisambiguationError, library.PageError):
        return None


def _library() -> Any:
    import wikipedia as library

    # The package asks without encryption, under a name of its own that Wikipedia may well turn away.
    library.wikipedia.API_URL = "https://en.wikipedia.org/w/api.php"
    library.set_user_agent("ragkit (looks up one person's question)")
    warnings.filterwarnings("ignore", category=GuessedAtParserWarning, module="wikipedia")
    return library
