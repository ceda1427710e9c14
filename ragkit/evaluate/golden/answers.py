"""Whether a text has a value, or hints at the answer of a golden question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ragkit.evaluate.golden.correct import holds_one
from ragkit.evaluate.golden.phrases import VERDICTS, contains, normalised
from ragkit.evaluate.golden.questions import PHRASED, Question
from ragkit.state import Passage
from ragkit.text.anchors import anchors
from ragkit.text.tables import statements
from ragkit.text.words import words

HALF = 0.5
"""Share of the words of a gold phrase from which a sentence hints at it."""


ASKS_FOR = (
    ("who", r"\bwho(?:m|se)?\b"),
    (
        "when",
        r"\bwhen\b|\b(?:what|which) (?:years?|dates?|months?|days?|decades?|century|centuries)\b",
    ),
    (
        "number",
        r"\bhow (?:many|much|long|old|far|often|high|large|big|deep)\b"
        r"|\b(?:what|which) (?:percentage|amount|number|share|rate|population)\b|\bpercentage\b",
    ),
    ("where", r"\bwhere\b|\b(?:what|which) (?:city|country|state|town|place|region)\b"),
)
"""What a question asks for, and the words by which that is seen."""
NAMED = re.compile(r"\b(?:what|which) (?!is|was|are|were|did|does|do|has|had|can|could)([a-z]+)\b")
THING = "thing"
"""What any other question asks for."""


def holder(value: str) -> re.Pattern[str]:
    """The pattern of a value that is no part of a longer word or number."""
    escaped = re.escape(value)
    before, after = r"(?<![\w.,-])", r"(?![\w-]|[.,]\d)"
    whole = before + escaped + after
    return re.compile(whole, re.IGNORECASE)


def asks_for(question: str) -> str:
    """The type of answer that a question asks for.

    >>> asks_for("In what year did Kahn sort?"), asks_for("Which sort is fast?"), asks_for("Why?")
    ('when', 'sort', 'thing')
    """
    low = question.lower()
    for type, pattern in ASKS_FOR:
        if re.search(pattern, low):
            return type
    named = NAMED.search(low)
    return named[1] if named else THING


def is_verdict(question: Question) -> bool:
    """Whether the answer is yes or no, which no passage contains."""
    for spellings in question.keys:
        golds = set(map(normalised, spellings))
        if golds & VERDICTS:
            return True
    return False


def hints(question: Question, passages: Iterable[Passage]) -> bool:
    """Whether some passages may state the answer of a question.

    For a question with keys, that is one spelling of every group. For a gold phrase it is stricter:
    one of its names or numbers is enough, or most of its words in one sentence.
    """
    text = "\n\n".join(passage.searchable for passage in passages)
    if question.kind in PHRASED:
        return any(_hints_at(gold, text) for gold in question.keys[0])
    return all(holds_one(text, spellings) for spellings in question.keys)


def _hints_at(gold: str, text: str) -> bool:
    """Whether a text has a gold phrase, one of its names, or most of its words in a sentence."""
    if contains(text, [gold]) or _anchors(f"is {gold}") & _anchors(text):
        return True
    own = set(words(gold))
    if not own:
        return False
    return any(len(own & stems) > HALF * len(own) for stems in stems_of(text))


# Cached, because many questions are asked about the same passages.
@lru_cache(maxsize=8192)
def _anchors(text: str) -> frozenset[str]:
    return frozenset(anchors(text))


@lru_cache(maxsize=8192)
def stems_of(text: str) -> tuple[frozenset[str], ...]:
    """The stemmed words of each sentence, and each row of a table, of a text."""
    found = []
    for statement in statements(text):
        stems = frozenset(words(statement))
        found.append(stems)
    return tuple(found)
