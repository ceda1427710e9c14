"""Corrective RAG's second try: the same question, searched for with the words that the critic missed (eqs. 6 and 7)."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.refine import refined
from ragkit.state import RAGState


def rewrite(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, loop, tried, grades · writes loop, queries, tried"""
    tried = [*state.tried, *(state.queries or [state.question])]
    query = refined(state.question, state.grades[-1].feedback, tried, runtime.context.failed_before)
    return {"loop": state.loop + 1, "queries": [query], "tried": tried}
