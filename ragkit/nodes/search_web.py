"""Ask the web when the documents do not hold it (papers/000, section 4.10).

What it finds goes to the generator past the context critic, but never past the verifier. Pages are data: plain text,
cut to a length. When no provider gives anything there is no evidence, and the generator can only refuse.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.state import RAGState


def search_web(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question · writes passages, rejected, notes"""
    web = runtime.context.web
    if web is None:
        return {"passages": [], "rejected": [], "notes": ["the web was not asked: it is switched off"]}
    found = web.search(state.question)
    return {"passages": found.passages, "rejected": [], "notes": found.notes}
