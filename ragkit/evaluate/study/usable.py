"""Which drafted questions a study can use, and why not the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ragkit.evaluate.golden.correct import keys_held
from ragkit.evaluate.golden.drafting import SPEAKS_OF_IT
from ragkit.evaluate.golden.questions import Question, relevant, unfair
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.evaluate.study.documents import Documents

ASKS = re.compile(
    r"(?:who|whom|whose|what|which|when|where|why|how|in what|in which|by how|is|are|was|were|does|"
    r"do|did|has|have|can)\b[^.!?]*\?",
    re.IGNORECASE,
)
"""A single question, which begins with a word that asks."""
NO_KEYS = "it has no keys, so no rule can grade it"
NO_GRADE = "its keys grade every answer alike"
NO_SUPPORT = "it has no support, so its document is not known"
NO_QUOTE = "no passage has its quote"
SAYS_IT = "its question says the answer"
SPEAKS = "its question speaks of a passage"
AGAIN = "the same question again"


def usable(
    drafts: Sequence[Question], documents: Documents, dropped: Counter[str]
) -> list[Question]:
    """The drafts that can be used, in order; the others are counted by the reason.

    A question of your own without an answer, or with a false premise, is used as it is.
    """
    kept = []
    asked: set[str] = set()
    for draft in drafts:
        words = letters_of(draft.question)
        why = AGAIN if words in asked else fault(draft, documents)
        if why:
            dropped[why] += 1
            continue
        asked.add(words)
        kept.append(draft)
    return kept


def fault(draft: Question, documents: Documents) -> str:
    """Why a draft cannot be used; empty where it can."""
    if any(unfair(draft)):
        return NO_GRADE
    if SPEAKS_OF_IT.search(draft.question):
        return SPEAKS
    if draft.answer is None or draft.kind == "false-premise":
        return ""
    if not draft.keys:
        return NO_KEYS
    if keys_held(draft, draft.question) == len(draft.keys):
        return SAYS_IT
    if not draft.support:
        return NO_SUPPORT
    places = relevant(draft, documents.quotable)
    return "" if all(places) else NO_QUOTE


def is_one_question(text: str) -> bool:
    """Whether a text is a single question that begins with a word that asks.

    >>> is_one_question("Who was Kahn?"), is_one_question("I looked. Who was Kahn?")
    (True, False)
    """
    return bool(ASKS.fullmatch(text.strip()))
