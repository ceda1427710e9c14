"""Answer without a model: copy the sentences and table rows that share most with the question.

This is the baseline that a model has to beat. It cannot misread, and it cannot combine either.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.excerpts import copied
from ragkit.state import REFUSAL, RunState


def quote(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes answer"""
    kit = runtime.context
    rarity = kit.retriever.sparse.rarity
    found = copied(state.question, state.passages, rarity)
    answer = " ".join(excerpt.cited for excerpt in found)
    return {"answer": answer or REFUSAL}
