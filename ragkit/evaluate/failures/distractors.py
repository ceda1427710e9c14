"""The signs of retrieval distraction: the answer comes from a passage without the right fact."""

from __future__ import annotations

from ragkit.evaluate.failures.cases import Case
from ragkit.evaluate.golden.correct import holds
from ragkit.evaluate.golden.questions import folded_passages, relevant
from ragkit.text.anchors import anchors
from ragkit.text.overlap import carrier
from ragkit.text.sentences import citations


def cites_beside(case: Case) -> bool:
    """Whether an answer cites passages, and none that was shown has a fact that it needs."""
    return case.row.evidence_recall == 0 and bool(citations(case.row.answer))


def forbidden_value(case: Case) -> bool:
    """Whether the evidence had the answer, and this one has a value that the question forbids.

    Such a value is out of date, or it is that of something else. Only spellings with a number, a
    name or a formula are values; the others, such as "yes, it is", may be the model's own words.
    With a trace the value must be in the evidence too.
    """
    if case.row.evidence_recall != 1:
        return False
    values = [value for value in case.question.forbidden if anchors(f"It is {value}")]
    wrong = [value for value in values if holds(case.answer, value)]
    if case.trace is None:
        return bool(wrong)
    return any(holds(case.evidence, value) for value in wrong)


def from_distractor(case: Case) -> bool | None:
    """Whether an answer comes from passages without the fact, though one that has it was shown.

    It comes from those that it cites, or else from the one with most of its words. None without a
    trace.
    """
    if case.trace is None:
        return None
    carriers: set[str] = set()
    carriers.update(*relevant(case.question, folded_passages(case.passages)))
    sources = _sources(case)
    return bool(carriers and sources) and not carriers & sources


def _sources(case: Case) -> set[str]:
    """The ids of the passages that an answer cites, or else of the one with most of its words."""
    cited = set()
    for number in citations(case.row.answer):
        if 1 <= number <= len(case.passages):
            cited.add(case.passages[number - 1].id)
    if cited:
        return cited
    nearest = carrier(case.answer, case.passages)
    return {nearest.id} if nearest else set()
