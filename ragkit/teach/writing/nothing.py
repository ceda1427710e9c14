"""Evidence that does not have the answer, for which the refusal is to be written.

Most are near misses, made as for the critic (`teach/answerability.py`): the same question where the
answering sentence or passage is gone, or another name or number in the question. In the rest no
passage is the right one, although all are near to the question.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ragkit.evaluate.golden.questions import PHRASED
from ragkit.teach.answerability import other_question, without_passage, without_sentence
from ragkit.teach.answers import hints, is_verdict
from ragkit.teach.evidence import amid
from ragkit.teach.material import Answered
from ragkit.teach.pairs import Case

LEAST = 2
"""Least number of passages."""
ABSENT = "absent"
STATED_ONCE = ("factual", "table", "numeric", "temporal", *PHRASED)
"""Kinds of questions that nothing but the answering sentence answers, not even in part."""
Twin = tuple[Case, Case] | None


def nothing(case: Case, one: Answered, rng: Random) -> tuple[str, Case] | None:
    """How the answer is missing, and the case without it; None where no rule takes it away."""
    if not one.is_located or is_verdict(one.question):
        return None
    ways: dict[str, Callable[[], Twin]] = {
        "sentence removed": lambda: without_sentence(case, one),
        "passage exchanged": lambda: without_passage(case, one),
        "other name": lambda: other_question(case, one, rng, names=True),
        "other number": lambda: other_question(case, one, rng, names=False),
        ABSENT: lambda: _absent(case, one, rng),
    }
    if one.question.kind not in STATED_ONCE:
        del ways["sentence removed"]
    names = sorted(ways, key=lambda name: (name == ABSENT) - rng.random())
    for name in names:
        twin = ways[name]()
        if twin is not None and len(twin[1].passages) >= LEAST:
            return name, twin[1]
    return None


def _absent(case: Case, one: Answered, rng: Random) -> Twin:
    """The case, and its question with other passages that are near to it."""
    needed = {passage.id for passage, _ in one.places}
    kept = []
    for passage in amid((), case.question, case.pool, rng):
        if passage.id not in needed and not hints(one.question, [passage]):
            kept.append(passage)
    return None if hints(one.question, kept) else (case, case.about(kept))
