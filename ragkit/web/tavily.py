"""Tavily as a provider, through `langchain_tavily`: a search service that needs a key.

It is the last provider that is asked.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import SecretStr

from ragkit.text.redact import without
from ragkit.web.page import Page, WebFailed, one_line, pages
from ragkit.web.provider import Provider


def tavily(key: SecretStr, most: int) -> Provider:
    """Tavily, for at most `most` pages."""

    def ask(query: str) -> list[Page]:
        from langchain_tavily import TavilySearch

        search = TavilySearch(max_results=most, tavily_api_key=key)
        reply = _without(search.invoke({"query": query}), key.get_secret_value())
        rows = _rows(reply)
        found = pages(rows, title="title", url="url", text="content", published="published_date")
        return found[:most]

    return Provider("Tavily", ask, whole=False)


def _without(reply: Any, key: str) -> Any:
    """Return a reply without the key, which a service may repeat."""
    text = without(json.dumps(reply, default=str), [key])
    return json.loads(text)


def _rows(reply: Any) -> Any:
    """Return the rows of a reply; `langchain_tavily` returns an error instead of raising it."""
    if isinstance(reply, dict) and "results" in reply:
        return reply["results"]
    error = reply.get("error") if isinstance(reply, dict) else reply
    message = one_line(str(error), 200)
    raise WebFailed(f"Tavily gave nothing: {message}")
