"""Add the turn to the history of its conversation, when its answer stands."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.conversation import ConversationState, Turn
from ragkit.kit import Kit


def keep_turn(state: ConversationState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, answer, follow_up, passages, readings, history · writes history"""
    searched = state.follow_up.queries if state.follow_up else ()
    turn = Turn(
        typed=state.question,
        answer=state.answer,
        searched=searched,
        passages=tuple(passage.id for passage in state.passages),
        readings=tuple(state.readings),
    )
    return {"history": [*state.history, turn]}
