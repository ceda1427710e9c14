"""How a follow-up becomes a search (docs/conversation.md)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from ragkit.settings.marks import Share


class ConversationSettings(BaseModel):
    """The settings of the room `conversation`."""

    follow_up_search: Literal["rewrite", "glued", "fused", "context"] = Field(
        "context",
        description="what a follow-up searches: its rewrite; the last two user turns glued "
        "together; both, fused; or the rewrite, or the words where it is refused, fused with the "
        "words behind the last turn and its answer",
    )
    history_from: Share = Field(
        0.0,
        description="odds, that a turn needs the history, from which it is a follow-up where no "
        "rule decides; 0: it is one, and the model is not asked",
    )
