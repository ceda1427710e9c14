"""The signs of vagueness: an answer that commits itself to nothing (tiered, section 5.3).

The kit's refusal is one sentence with fixed words. An answer that says in other words that it does
not know, or that only weighs possibilities, is neither that refusal nor an answer.
"""

from __future__ import annotations

import re

from ragkit.evaluate.failures.cases import Case
from ragkit.text.anchors import missing
from ragkit.text.sentences import sentences

# A sentence that denies that something is known: "The passages do not mention a year."
_SOURCE = r"(?:passages?|documents?|texts?|sources?|evidence|context|answer|question)"
_TELL = r"(?:mention|say|state|specify|provide|contain|give|tell|name|include|indicate|describe)"
DENIES = re.compile(
    rf"""
    \b{_SOURCE}\b[^.]*\b(?:do(?:es)?\ not|don't|doesn't|did\ not)\s+(?:\w+\s+)?{_TELL}
    | \bnot\s+(?:\w+ly\s+)?(?:mentioned|stated|specified|provided|indicated|described)\b
    | \bno\s+(?:\w+\s+)?(?:information|mention|details?)\b
    | \b(?:cannot|can't|not\ possible\ to|impossible\ to)\s+(?:be\s+)?
        (?:determined?|answer(?:ed)?|say|tell)\b
    | \b(?:do\ not|don't)\s+know\b
    | \bit\s+is\s+(?:unclear|unknown|not\ clear|not\ known)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# A word that leaves open whether something is so. "May" and "can" mostly say that it is allowed.
HEDGES = re.compile(
    r"\b(?:might|perhaps|possibly|probably|likely|presumably|(?:seems?|appears?) to|depends|maybe"
    r"|(?:may|could) be|not necessarily|in some cases)\b",
    re.IGNORECASE,
)


def denies(case: Case) -> bool:
    """Whether an answer says, in other words than the refusal, that something is not known."""
    return bool(DENIES.search(case.answer))


def hedges(case: Case) -> bool:
    """Whether most sentences of an answer hedge, and it names nothing that the question does not.

    What it may name are numbers, names and formulas.
    """
    parts = sentences(case.answer)
    hedged = [part for part in parts if HEDGES.search(part)]
    mostly = 2 * len(hedged) > len(parts)
    return mostly and not missing(case.answer, case.question.question)
