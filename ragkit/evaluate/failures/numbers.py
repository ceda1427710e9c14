"""The sign of a numerical mismatch: another number or year in the place of the right one."""

from __future__ import annotations

from dataclasses import replace

from ragkit.evaluate.failures.cases import Case
from ragkit.evaluate.golden.correct import holds_one
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.measures.proximity import YEARS, comparable, offered, references
from ragkit.text.dates import years
from ragkit.text.quantities import Quantity


def another_number(case: Case) -> bool:
    """Whether an answer lacks a number or year of the reference, and has another one of its kind.

    Numbers are of a kind when their units measure the same, or one of them has no unit.
    """
    right = {number.value for number in references(case.question, years=True)}
    lacking = _without_given_keys(case.question, case.answer)
    for number in references(lacking, years=True):
        others = set(_others(number, case.question, case.answer))
        # half of an answer is no wrong number
        if others - right:
            return True
    return False


def _without_given_keys(question: Question, answer: str) -> Question:
    """A question with only those groups of keys of which an answer has no spelling."""
    lacking = []
    for group in question.keys:
        if not holds_one(answer, group, question.tolerance):
            lacking.append(group)
    return replace(question, keys=tuple(lacking))


def _others(number: Quantity, question: Question, answer: str) -> list[float]:
    """The numbers of an answer that may stand for one of the reference."""
    if not number.measures and number.number in YEARS:
        named = [float(year) for year in years(answer) if year not in years(question.question)]
        if named:
            return named
    return comparable(number, offered(question, answer))
