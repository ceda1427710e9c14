"""Find the evidence by dense retrieval alone, as the baseline of the papers does."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.screen import nothing_left
from ragkit.state import RunState


def retrieve_dense(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries · writes rankings, passages, set_aside, notes"""
    query, *_ = [*state.queries, state.question]
    found = runtime.context.evidence.dense(state.question, query)
    return {
        "rankings": found.rankings,
        "passages": found.passages,
        "set_aside": found.set_aside,
        "notes": found.notes + nothing_left(found.passages, found.set_aside),
    }
