"""Evidence that does not have the answer, for which the refusal is to be written.

Most are near misses, made as for the critic (`teach/answerability.py`): the same question where the
answering sentence or passage is gone, or another name or number in the question. In the rest no
passage is the right one, although all are near to the question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ragkit.evaluate.golden.answers import hints, is_verdict
from ragkit.evaluate.golden.questions import PHRASED
from ragkit.state import Passage
from ragkit.teach.answerability import other_question, without_answer, without_passage
from ragkit.teach.evidence import amid
from ragkit.teach.material import Answered
from ragkit.teach.pairs import Case

LEAST = 2
"""Least number of passages."""
ABSENT = "absent"
"""What is left where there is no near miss."""
STATED_ONCE = ("factual", "table", "numeric", "temporal", *PHRASED)
"""Kinds of questions that nothing but the answering sentence answers, not even in part."""


def nothing(case: Case, one: Answered, rng: Random) -> tuple[str, Case] | None:
    """How the answer is missing, and the case without it; None where no rule takes it away.

    A near miss where one can be made.
    """
    if not one.is_located or is_verdict(one.question):
        return None
    ways: dict[str, Callable[[], Case | None]] = {
        "sentence removed": lambda: without_answer(case, one),
        "passage exchanged": lambda: _second(without_passage(case, one)),
        "other name": lambda: _second(other_question(case, one, rng, names=True)),
        "other number": lambda: _second(other_question(case, one, rng, names=False)),
    }
    if one.question.kind not in STATED_ONCE:
        del ways["sentence removed"]
    if one.question.kind == "table":
        # A table answers the question about another of its rows.
        del ways["other name"], ways["other number"]
    names = list(ways)
    rng.shuffle(names)
    ways[ABSENT] = lambda: _absent(case, one, rng)
    for name in (*names, ABSENT):
        without = ways[name]()
        if without is not None and _is_evidence(without.passages):
            return name, without
    return None


def _is_evidence(passages: Sequence[Passage]) -> bool:
    """Whether there are passages enough, all of which still say something."""
    return len(passages) >= LEAST and all(passage.text for passage in passages)


def _second(twins: tuple[Case, Case] | None) -> Case | None:
    """Of two cases the one without the answer."""
    return twins[1] if twins else None


def _absent(case: Case, one: Answered, rng: Random) -> Case | None:
    """The question with other passages that are near to it."""
    needed = {passage.id for passage, _ in one.places}
    kept = []
    for passage in amid((), case.question, case.pool, rng):
        if passage.id not in needed and not hints(one.question, [passage]):
            kept.append(passage)
    return None if hints(one.question, kept) else case.about(kept)
