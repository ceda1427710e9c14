"""Three parts of the golden questions: one to choose on, one to look at, one that stays locked.

A threshold, a prompt or a rule is chosen on *fit*. What it is worth is measured on *test*. Answers
of *test* are read to find out why they are wrong, and each reading spends that part a little. So
*locked* is kept for a last measurement: nothing is chosen on it, and nobody reads its answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from ragkit.evaluate.golden.questions import Part, Question


def part_of(question: Question) -> Part:
    """The part that a question was dealt to, or a half by the hash of its id: fit or test.

    >>> from ragkit.evaluate.golden.questions import Question
    >>> part_of(Question("owls", "Who hunts?", "factual", "Owls.", (("owl",),), (), "easy"))
    'fit'
    """
    if question.part is None:
        return half(question.id)
    return question.part


def half(id: str) -> Part:
    """One of two halves, fit or test; it depends on the id alone, so it never changes.

    >>> half("owls"), half("cats")
    ('fit', 'test')
    """
    first_byte = sha256(id.encode()).digest()[0]
    return "test" if first_byte % 2 else "fit"


def of_part(questions: Sequence[Question], part: Part) -> list[Question]:
    """The questions of a part, in their order."""
    found = []
    for question in questions:
        if part_of(question) == part:
            found.append(question)
    return found
