"""A conversation: its turns, and how a follow-up becomes a search.

- turn: the turns of a conversation, and what was made of a follow-up
- state: the state of a graph that holds a conversation
"""

from ragkit.conversation.state import ConversationState
from ragkit.conversation.turn import FollowUp, Sort, Turn, in_words, typed_before

__all__ = ["ConversationState", "FollowUp", "Sort", "Turn", "in_words", "typed_before"]
