"""Make the user's words a search (advanced, feature 2).

A call before the search has no evidence, so it does not begin as those about the evidence do. What
was said before is quoted to the model as data (`conversation/past.py`).
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.conversation import ConversationState, follow_up
from ragkit.kit import Kit


def conversational_rewrite(state: ConversationState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, history · writes follow_up, queries, notes"""
    kit = runtime.context
    found, notes = follow_up(state.question, state.history, kit.llm, kit.settings)
    return {"follow_up": found, "queries": list(found.queries), "notes": notes}
