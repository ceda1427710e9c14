"""The state of a graph that holds a conversation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from ragkit.conversation.turn import FollowUp, Turn, in_words
from ragkit.state import CheckedState
from ragkit.watched import KEPT


@dataclass(kw_only=True)
class ConversationState(CheckedState):
    """The state of one turn, with the turns before it."""

    history: Annotated[list[Turn], KEPT] = field(default_factory=list)
    """The turns before this one, oldest first. It is never evidence. Written by: keep_turn."""
    follow_up: FollowUp | None = None
    """What was made of the user's words. Written by: conversational_rewrite."""
    readings: list[str] = field(default_factory=list)
    """The readings of an unclear question, where the answer asks back. Written by: ask_back."""

    @property
    def words(self) -> str:
        """The question as every model call about the evidence reads it."""
        return in_words(self.question, self.follow_up)
