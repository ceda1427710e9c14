"""Is an answer right by reference? It must hold what the golden question says that a right answer holds."""

from __future__ import annotations

import re

from ragkit.evaluate.questions import Question
from ragkit.state import REFUSAL

MARKS = re.compile(r"[*`$\\_|·×\s]+")
"""What may stand between the letters of a formula without changing it."""
THOUSANDS = re.compile(r"(?<=\d)[, ](?=\d{3}(?!\d))")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d)")


def correct(question: Question, answer: str) -> bool | None:
    """Whether the answer holds one spelling of every group of keys; None where the question has no reference answer.

    Case, spaces, markup and thousands separators are not compared; a number must stand alone and a word begin one. A
    number may be as far off as the question's tolerance says.
    This is strict: an answer in other words than any spelling counts as wrong.

    >>> from ragkit.evaluate.questions import Question
    >>> bound = Question("b", "How fast?", "factual", "O(VE)", (("O(VE)",), ("5,000",)), (), "easy")
    >>> correct(bound, "It takes $O(|V| * |E|)$, here 5 000 steps."), correct(bound, "O(VE), here 15000 steps.")
    (True, False)
    """
    found = [any(holds(answer, key, question.tolerance) for key in group) for group in question.keys]
    return all(found) if found else None


def held_back(question: Question, answer: str) -> bool:
    """Whether a question without an answer, or with a false premise, was refused or corrected."""
    return answer == REFUSAL or bool(correct(question, answer))


def holds(text: str, key: str, tolerance: float = 0.0) -> bool:
    """Whether a text holds a key, as `correct` looks for it.

    >>> holds("It takes 1,000 steps.", "1000"), holds("It takes 10000 steps.", "1000")
    (True, False)
    >>> holds("About 99.5 ms.", "100"), holds("About 99.5 ms.", "100", tolerance=0.01)
    (False, True)
    """
    text, key = THOUSANDS.sub("", text), THOUSANDS.sub("", key)
    if tolerance and NUMBER.fullmatch(key):
        return any(abs(float(found) - float(key)) <= tolerance * abs(float(key)) for found in NUMBER.findall(text))
    if re.fullmatch(r"[\w.-]+", key):  # a number must not be part of another; a word may go on, as "exponentially"
        return bool(re.search(rf"(?<![\w.]){re.escape(key)}(?!(?<=\d)[.]?\d)", text, re.IGNORECASE))
    return _bare(key) in _bare(text)


def _bare(text: str) -> str:
    return MARKS.sub("", text).casefold()
