"""Claims whose truth is known, made of golden questions: what a judge is tried on before its numbers are shown.

Each question gives two claims about the passages that its answer stands on. The true one is the reference answer. The
false one is the same with a number of those passages in the place of its own, the lie that small models tell most; or,
where there is no number to put there, the reference answer of another question. Left out: lies that turn a sentence
round without a number, such as faster for slower.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from ragkit.anchors import missing
from ragkit.evaluate.judge_report import Case
from ragkit.evaluate.questions import Question, folded_passages, relevant
from ragkit.state import Passage

NUMBER = re.compile(r"(?<![\w.,^-])(?<!\w\()(?<![-+*/=] )\d+(?:,\d{3})*(?:\.\d+)?(?![\w^-]|[.,]\d| [-+*/])")
"""A number that stands alone, outside names and formulas."""

NUMBER_SWAPPED, ANSWER_SWAPPED = "another number", "another answer"
"""What a lie is made of. The second holds names that the passages do not: whoever counts words sees that."""


def labelled(questions: Sequence[Question], passages: Sequence[Passage], most: int | None = None) -> list[Case]:
    """A true and a false claim for each question that has an answer and whose quotes the passages carry.

    `most` takes so many of the questions, the same at every call. The two cases of a question follow each other, so
    that a model reads their passages once.
    """
    letters = folded_passages(passages)
    carried = [(q, evidence) for q in questions if q.answer and (evidence := evidence_of(q, passages, letters))]
    chosen = Random(0).sample(carried, min(most or len(carried), len(carried)))
    cases = []
    for at, (question, evidence) in enumerate(chosen):
        others = [other.answer for other, _ in chosen[at + 1 :] + chosen[:at] if other.answer]
        near, far = swapped(question.answer or "", evidence), _elsewhere(others, evidence)
        kind = NUMBER_SWAPPED if near else ANSWER_SWAPPED
        if lie := near or far:
            cases += [Case(question.question, evidence, question.answer or "", label=True, kind=kind)]
            cases += [Case(question.question, evidence, lie, label=False, kind=kind)]
    return cases


def swapped(claim: str, evidence: Sequence[Passage]) -> str:
    """A claim with a number of the evidence in the place of its own last one; empty when there is none to put there.

    The number that is nearest in size is put there, so that the lie is not a silly one; ten times as much would be.

    >>> swapped("Kahn published it in 1962.", [Passage("k", "Kahn (1962) came after Bellman (1958) and 1 other.")])
    'Kahn published it in 1958.'
    """
    *_, own = [None, *NUMBER.finditer(claim)]
    if own is None:
        return ""
    value, held = _value(own[0]), {_value(n[0]) for n in NUMBER.finditer(claim)}
    offered = {_value(n[0]): n[0] for p in evidence for n in NUMBER.finditer(p.text) if _value(n[0]) not in held}
    near = [other for other in offered if value < 10 * other < 100 * value]
    if not near:
        return ""
    return claim[: own.start()] + offered[min(near, key=lambda other: abs(other - value))] + claim[own.end() :]


def _value(number: str) -> float:
    return float(number.replace(",", ""))


def evidence_of(question: Question, passages: Sequence[Passage], letters: dict[str, str]) -> tuple[Passage, ...]:
    """For each quote the first passage that carries it; nothing when one is carried by none.

    `letters` are the passages folded (`folded_passages`), once for all questions.
    """
    carriers = [next((p for p in passages if p.id in ids), None) for ids in relevant(question, letters)]
    found = [passage for passage in carriers if passage is not None]
    return tuple(dict.fromkeys(found)) if len(found) == len(carriers) else ()


def _elsewhere(answers: Sequence[str], evidence: Sequence[Passage]) -> str:
    """The first answer with a number or name that the evidence does not hold: what it says is stated elsewhere."""
    text = "\n".join(passage.searchable for passage in evidence)
    return next((answer for answer in answers if missing(answer, text)), "")
