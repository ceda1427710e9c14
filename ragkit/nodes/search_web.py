"""Search the web when the documents do not contain the answer (adaptive, section 4.10).

The pages go to the generator without passing the context critic, but never past the verifier. They
are treated as data: plain text, cut to a length. When no provider finds anything there is no
evidence, and the generator can only refuse.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.state import Passage, RunState


def search_web(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question · writes passages, rejected, asked_web, notes"""
    web = runtime.context.web
    if web is None:
        return _evidence([], ["the web was not asked: it is switched off"])
    pages = web.search(state.question)
    return _evidence(pages.passages, pages.notes)


def _evidence(passages: list[Passage], notes: list[str]) -> dict[str, Any]:
    """New evidence, against which no draft has been rejected yet."""
    return {
        "passages": passages,
        "rejected": [],
        "asked_web": True,
        "notes": notes,
    }
