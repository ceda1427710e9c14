"""Labelled claims to test judges on: true and false ones, made from golden questions.

Each question gives two claims about the passages that support its answer. The true one is the
reference answer. The false one is the reference answer with its number replaced by another number
of those passages, which is the most common error of small models. Where no number fits, the false
one is the reference answer of another question. Left out: false claims that reverse a sentence
without a number, such as faster for slower.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from benchmarks.judge_report import Case
from ragkit.evaluate.golden.questions import Question, folded_passages, relevant
from ragkit.state import Passage
from ragkit.text.anchors import missing

Evidence = tuple[Passage, ...]
NUMBER = re.compile(
    r"(?<![\w.,^-])(?<!\w\()(?<![-+*/=] )\d+(?:,\d{3})*(?:\.\d+)?(?![\w^-]|[.,]\d| [-+*/])"
)
"""A number on its own, outside names and formulas."""

NUMBER_SWAPPED, ANSWER_SWAPPED = "another number", "another answer"
"""The kinds of false claims.

The second kind contains names that the passages lack, so that even counting common words detects
it.
"""


def labelled(
    questions: Sequence[Question], passages: Sequence[Passage], most: int | None = None
) -> list[Case]:
    """A true and a false claim for each question with an answer and with quotes in the passages.

    `most` limits the number of questions; the same ones are chosen at every call. The two cases of
    a question follow each other, so that a model reads their passages once.
    """
    letters = folded_passages(passages)
    usable: list[tuple[Question, str, Evidence]] = []
    for question in questions:
        if not question.answer:
            continue
        evidence = evidence_of(question, passages, letters)
        if evidence:
            usable.append((question, question.answer, evidence))
    size = min(most or len(usable), len(usable))
    chosen = Random(0).sample(usable, size)
    cases = []
    for place, (question, answer, evidence) in enumerate(chosen):
        kind = NUMBER_SWAPPED
        lie = swapped(answer, evidence)
        if not lie:
            kind = ANSWER_SWAPPED
            others = chosen[place + 1 :] + chosen[:place]
            other_answers = [other for _, other, _ in others]
            lie = _elsewhere(other_answers, evidence)
        if lie:
            cases.append(Case(question.question, evidence, answer, label=True, kind=kind))
            cases.append(Case(question.question, evidence, lie, label=False, kind=kind))
    return cases


def swapped(claim: str, evidence: Sequence[Passage]) -> str:
    """A claim with its last number replaced by a number of the evidence; empty when none fits.

    The number nearest in size is used, so that the false claim is plausible. A number ten times as
    large would not be.

    >>> passage = Passage("k", "Kahn (1962) came after Bellman (1958) and 1 other.")
    >>> swapped("Kahn published it in 1962.", [passage])
    'Kahn published it in 1958.'
    """
    own_numbers = list(NUMBER.finditer(claim))
    if not own_numbers:
        return ""
    last = own_numbers[-1]
    value = _value(last[0])
    own_values = {_value(number[0]) for number in own_numbers}
    near: dict[float, str] = {}
    for passage in evidence:
        for written in NUMBER.findall(passage.text):
            other = _value(written)
            if other not in own_values and value < 10 * other < 100 * value:
                near[other] = written
    if not near:
        return ""
    nearest = min(near, key=lambda other: abs(other - value))
    return claim[: last.start()] + near[nearest] + claim[last.end() :]


def _value(number: str) -> float:
    return float(number.replace(",", ""))


def evidence_of(
    question: Question, passages: Sequence[Passage], letters: dict[str, str]
) -> Evidence:
    """For each quote of a question the first passage that contains it.

    Empty when one of the quotes is in no passage. `letters` are the folded passages
    (`folded_passages`), computed once for all questions.
    """
    evidence = []
    for ids in relevant(question, letters):
        carriers = [passage for passage in passages if passage.id in ids]
        if not carriers:
            return ()
        evidence.append(carriers[0])
    return tuple(dict.fromkeys(evidence))


def _elsewhere(answers: Sequence[str], evidence: Sequence[Passage]) -> str:
    """The first answer with a number or name that is not in the evidence, or an empty text."""
    text = "\n".join(passage.searchable for passage in evidence)
    for answer in answers:
        if missing(answer, text):
            return answer
    return ""
