"""What is searched for a message: its words, its rewrite, or the last two messages glued together.

Which is best depends on how far messages lean on one another (docs/conversation.md). Two messages
glued together need no model; they have the words that a follow-up leaves out, and others too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ragkit.conversation.choice import chosen
from ragkit.conversation.small_talk import is_greeting
from ragkit.conversation.turn import FollowUp, Turn
from ragkit.text.sentences import sentences, without_citations

How = Literal["rewrite", "glued", "fused"]


def searches(typed: str, found: FollowUp, history: Sequence[Turn], how: How) -> list[str]:
    """The queries for a message; two are to be fused by rank.

    >>> owls = [Turn("Do owls hunt?", "Yes. [1]")]
    >>> rewritten = FollowUp("follow-up", "a pronoun", True, "When do owls hunt?")
    >>> searches("When do they?", rewritten, owls, "fused")
    ['When do owls hunt?', 'Do owls hunt? When do they?']
    >>> refused = FollowUp("follow-up", "a pronoun", True, "At night.", "it answers")
    >>> searches("When do they?", refused, owls, "fused")
    ['When do they?']
    """
    if not found.needs_history:
        return [typed]
    last = history[-1]
    if found.sort == "choice":
        reading = chosen(typed, last.readings)
        return [_joined(_asked(last), reading)]
    if found.sort == "assent":
        offered = _offer(last.answer)
        return [_joined(_asked(last), offered or typed)]
    glued = _joined(_last_asked(history).typed, typed)
    if found.sort == "correction":
        return [glued]
    if not found.accepted:
        return [typed]
    by_setting = {
        "rewrite": [found.accepted],
        "glued": [glued],
        "fused": [found.accepted, glued],
    }
    return by_setting[how]


def _last_asked(history: Sequence[Turn]) -> Turn:
    """The last turn that is no greeting and no thanks: these have nothing to search for."""
    asking = [turn for turn in history if not is_greeting(turn.typed)]
    *_, last = asking or history
    return last


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
