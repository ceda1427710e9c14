"""Asking Tavily, a search service with a key, through `langchain_tavily`: the last that is asked."""

from __future__ import annotations

from pydantic import SecretStr

from ragkit.web.page import Page, WebFailed, one_line, pages
from ragkit.web.provider import Provider


def tavily(key: SecretStr, most: int) -> Provider:
    """Tavily, for at most `most` pages."""

    def ask(query: str) -> list[Page]:
        from langchain_tavily import TavilySearch

        reply = TavilySearch(max_results=most, tavily_api_key=key).invoke({"query": query})
        if not isinstance(reply, dict) or "results" not in reply:  # it returns its errors
            said = reply.get("error") if isinstance(reply, dict) else reply
            raise WebFailed(f"Tavily gave nothing: {one_line(str(said), 200)}")
        return pages(reply["results"], title="title", url="url", text="content", published="published_date")[:most]

    return Provider("Tavily", ask, whole=False)
