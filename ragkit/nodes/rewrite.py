"""The retry of corrective RAG: search with the critic's words (adaptive, eqs. 6 and 7)."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.refine import refined
from ragkit.state import RunState


def rewrite(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, loop, tried, grades · writes loop, queries, tried"""
    kit = runtime.context
    tried = [*state.tried]
    tried += state.queries or [state.question]
    question = state.question
    grade = state.grades[-1]
    query = refined(question, grade.feedback, tried, kit.failed_before)
    return {
        "loop": state.loop + 1,
        "queries": [query],
        "tried": tried,
    }
