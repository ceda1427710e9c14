"""Answer without a model: copy the sentences and table rows that share most with the question.

This is the baseline that a model has to beat. It cannot misread, and it cannot combine either.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.state import REFUSAL, RunState
from ragkit.text.excerpts import excerpts

MOST = 3
"""Number of sentences and rows that are copied."""


def quote(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes answer"""
    kit = runtime.context
    rarity = kit.retriever.sparse.rarity
    best_first = excerpts(state.question, state.passages, rarity)
    copied = [excerpt.cited for excerpt in best_first[:MOST]]
    answer = " ".join(copied)
    return {"answer": answer or REFUSAL}
