"""Correctness by reference: an answer is right when it contains the keys of its golden question."""

from __future__ import annotations

import re

from ragkit.evaluate.golden.questions import Question
from ragkit.state import REFUSAL

MARKS = re.compile(r"[*`$\\_|·×\s]+")
"""Characters that may be between the letters of a formula without changing it."""
THOUSANDS = re.compile(r"(?<=\d)[, ](?=\d{3}(?!\d))")
"""A thousands separator."""
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d)")
"""A number that is not part of a word or of another number."""


def correct(question: Question, answer: str) -> bool | None:
    """Whether the answer contains one spelling of every group of keys.

    None where the question has no keys. Case, spaces, markup and thousands separators are ignored.
    A number must not be part of a longer one, and a word must not begin inside another word. A
    number may be off by the question's tolerance. This is strict: an answer in words other than the
    given spellings counts as wrong.

    >>> from ragkit.evaluate.golden.questions import Question
    >>> bound = Question("b", "How fast?", "factual", "O(VE)", (("O(VE)",), ("5,000",)), (), "easy")
    >>> correct(bound, "It takes $O(|V| * |E|)$, here 5 000 steps.")
    True
    >>> correct(bound, "O(VE), here 15000 steps.")
    False
    """
    if not question.keys:
        return None
    for spellings in question.keys:
        if not any(holds(answer, spelling, question.tolerance) for spelling in spellings):
            return False
    return True


def held_back(question: Question, answer: str) -> bool:
    """Whether a question without an answer, or with a false premise, was refused or corrected."""
    if answer == REFUSAL:
        return True
    return bool(correct(question, answer))


def holds(text: str, key: str, tolerance: float = 0.0) -> bool:
    """Whether a text contains a key, by the rules of `correct`.

    >>> holds("It takes 1,000 steps.", "1000"), holds("It takes 10000 steps.", "1000")
    (True, False)
    >>> holds("About 99.5 ms.", "100"), holds("About 99.5 ms.", "100", tolerance=0.01)
    (False, True)
    """
    text = THOUSANDS.sub("", text)
    key = THOUSANDS.sub("", key)
    if tolerance and NUMBER.fullmatch(key):
        return _holds_about(text, float(key), tolerance)
    if re.fullmatch(r"[\w.-]+", key):
        # a number must not go on with another digit; a word may go on: "exponentially"
        whole = rf"(?<![\w.]){re.escape(key)}(?!(?<=\d)[.]?\d)"
        return bool(re.search(whole, text, re.IGNORECASE))
    return _bare(key) in _bare(text)


def _holds_about(text: str, value: float, tolerance: float) -> bool:
    """Whether a text contains a number within the tolerance, a fraction of the value."""
    largest_error = tolerance * abs(value)
    for number in NUMBER.findall(text):
        error = abs(float(number) - value)
        if error <= largest_error:
            return True
    return False


def _bare(text: str) -> str:
    """A text without markup, spaces and case."""
    return MARKS.sub("", text).casefold()
