"""What is searched for a message: its words, its rewrite, or either with what was said before it.

Which is best depends on how far messages lean on one another (docs/conversation.md). A message
glued to the one before needs no model: it has the words that a follow-up leaves out, and others
too. With the answer between them it also has what the assistant named: "How tall does it grow?"
may ask about something that only the answer has said. Alone, such a query finds again what the turn
before has found; fused with the message by rank, it does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ragkit.conversation.choice import named_reading
from ragkit.conversation.past import beginning
from ragkit.conversation.small_talk import is_greeting
from ragkit.conversation.turn import FollowUp, Turn
from ragkit.state import REFUSAL
from ragkit.text.sentences import sentences, without_citations

How = Literal["rewrite", "glued", "fused", "context"]


def searches(typed: str, found: FollowUp, history: Sequence[Turn], how: How) -> list[str]:
    """The queries for a message; two are to be fused by rank.

    >>> owls = [Turn("Do owls hunt?", "Yes. [1]")]
    >>> rewritten = FollowUp("follow-up", "a pronoun", True, "When do owls hunt?")
    >>> searches("When do they?", rewritten, owls, "fused")
    ['When do owls hunt?', 'Do owls hunt? When do they?']
    >>> refused = FollowUp("follow-up", "a pronoun", True, "At night.", "it answers")
    >>> searches("When do they?", refused, owls, "fused")
    ['When do they?']
    >>> searches("When do they?", refused, owls, "context")
    ['When do they?', 'Do owls hunt? Yes. When do they?']
    """
    if not found.needs_history:
        return [typed]
    last = history[-1]
    if found.sort == "choice":
        reading = named_reading(typed, last.readings)
        return [_joined(_asked(last), reading)]
    if found.sort == "assent":
        offered = _offer(last.answer)
        return [_joined(_asked(last), offered or typed)]
    glued = _joined(last_asked(history).typed, typed)
    if found.sort == "correction":
        return [glued]
    if how == "context":
        return [found.accepted or typed, _in_context(typed, history)]
    if not found.accepted:
        return [typed]
    by_setting = {
        "rewrite": [found.accepted],
        "glued": [glued],
        "fused": [found.accepted, glued],
    }
    return by_setting[how]


def last_asked(history: Sequence[Turn]) -> Turn:
    """The last turn that is no greeting and no thanks: these have nothing to search for."""
    asking = [turn for turn in history if not is_greeting(turn.typed)]
    *_, last = asking or history
    return last


def _in_context(typed: str, history: Sequence[Turn]) -> str:
    """The message before, the beginning of its answer, and then the message.

    An answer that gives orders is left out, and so is one that names nothing: to a greeting, an
    abstention, a question back.
    """
    last = last_asked(history)
    names_nothing = is_greeting(last.typed) or last.readings or last.answer == REFUSAL
    answer = "" if names_nothing else beginning([last])
    return _joined(_joined(last.typed, answer), typed)


def _asked(turn: Turn) -> str:
    """What was searched for a turn, since its words may be a follow-up themselves."""
    queries = [*turn.searched, turn.typed]
    return queries[0]


def _offer(answer: str) -> str:
    """The question that an answer ends with; empty if there is none."""
    bare = without_citations(answer)
    *_, last = ["", *sentences(bare)]
    if last.endswith("?"):
        return last
    return ""


def _joined(before: str, typed: str) -> str:
    both = f"{before} {typed}"
    return both.strip()
