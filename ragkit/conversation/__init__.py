"""A conversation: its turns, and how a follow-up becomes a search.

- turn: the turns of a conversation, and what was made of a follow-up
- state: the state of a graph that holds a conversation
- follow: the four steps from the user's words to a search
- gate: do the words need the history? By the rules of small_talk, choice and signs, or the model
- past: the turns before, as the model reads them
- rewrite: the words as a question that is understood alone, by the model
- accept: is the rewrite used?
- query: what is searched
- candidates: the passages of the last turn
"""

from ragkit.conversation.accept import refusal, refusal_of_other_words
from ragkit.conversation.candidates import candidates
from ragkit.conversation.follow import follow_up
from ragkit.conversation.gate import NEEDED, need, sort_of
from ragkit.conversation.query import searches
from ragkit.conversation.rewrite import WISH, rewritten
from ragkit.conversation.state import ConversationState
from ragkit.conversation.turn import FollowUp, Sort, Turn, in_words, typed_before

__all__ = [
    "NEEDED",
    "ConversationState",
    "FollowUp",
    "Sort",
    "Turn",
    "WISH",
    "candidates",
    "follow_up",
    "in_words",
    "need",
    "refusal",
    "refusal_of_other_words",
    "rewritten",
    "searches",
    "sort_of",
    "typed_before",
]
