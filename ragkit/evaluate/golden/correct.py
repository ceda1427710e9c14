"""Correctness by reference: a right answer contains the keys of its golden question.

It contains none of the forbidden spellings, so that saying everything is no way to be right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragkit.evaluate.golden.phrases import contains
from ragkit.evaluate.golden.questions import PHRASED, SHARED, Question
from ragkit.state import REFUSAL
from ragkit.text.sentences import without_citations

MARK = r"[*`$\\_|·×\s]"
"""A character that may be between the letters of a formula without changing it."""
TYPOGRAPHIC = str.maketrans(dict.fromkeys("‐‑‒–—−", "-") | dict.fromkeys("‘’ʼ", "'"))
"""Hyphens, dashes, minus signs and apostrophes, which typesetting models write."""
THOUSANDS = re.compile(r"(?<=\d)[, ](?=\d{3}(?!\d))")
"""A thousands separator."""
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d)")
"""A number that is not part of a word or of another number."""
ASKS_BACK = re.compile(
    r"\b(which|what|do you|did you|are you)\b[^.?!]*\b(you|mean|meant)\b[^.?!]*\?", re.IGNORECASE
)
"""A question to the person who asked: which meaning is meant?"""


def correct(question: Question, answer: str) -> float | None:
    """How far the answer is right: 1 when it contains one spelling of every group of keys, else 0.

    Ambiguous questions and summaries get the fraction of their groups, because each group is one
    reading or one point. Asking back what an ambiguous question means is right as well. An answer
    with a forbidden spelling gets 0. None where the question has no keys. Case, spaces, markup and
    thousands separators are ignored. A number must not be part of a longer one, and a word must not
    begin inside another word. A number may be off by the question's tolerance. This is strict: an
    answer in words other than the given spellings counts as wrong. Citations such as [2] do not
    count. Questions of other people's datasets are graded by `contains` of `phrases.py`.

    >>> from ragkit.evaluate.golden.questions import Question
    >>> bound = Question("b", "How fast?", "factual", "O(VE)", (("O(VE)",), ("5,000",)), (), "easy")
    >>> correct(bound, "It takes $O(|V| * |E|)$, here 5 000 steps.")
    1.0
    >>> correct(bound, "O(VE), here 15000 steps.")
    0.0
    """
    if not question.keys:
        return None
    # The number of a cited passage is no number of the answer.
    answer = without_citations(answer)
    if question.kind in PHRASED:
        return float(has_phrase(question, answer))
    if any(holds(answer, wrong) for wrong in question.forbidden):
        return 0.0
    if question.kind == "ambiguous" and asks_back(answer):
        return 1.0
    share = keys_held(question, answer) / len(question.keys)
    if question.kind in SHARED:
        return share
    return float(share == 1)


def keys_held(question: Question, text: str) -> int:
    """How many groups of keys a text holds, by the rules of `correct`, whatever else it says.

    >>> from ragkit.evaluate.golden.questions import Question
    >>> asked = Question("k", "Who, when?", "factual", "?", (("Korf",), ("1985", "85")), (), "easy")
    >>> keys_held(asked, "It was Korf."), keys_held(asked, "Korf's paper of 1985.")
    (1, 2)
    """
    if question.kind in PHRASED:
        return int(has_phrase(question, text))
    return sum(holds_one(text, group, question.tolerance) for group in question.keys)


def holds_some(question: Question, text: str) -> bool:
    """Whether a text contains some key of a question by `holds`, whatever the question's kind."""
    return any(holds_one(text, group, question.tolerance) for group in question.keys)


def holds_one(text: str, group: Sequence[str], tolerance: float = 0.0) -> bool:
    """Whether a text contains one of the spellings of a group of keys."""
    return any(holds(text, spelling, tolerance) for spelling in group)


def has_phrase(question: Question, answer: str) -> bool:
    """Whether an answer contains a gold phrase of its question; a refusal contains none."""
    if answer == REFUSAL:
        return False
    golds = [_plain(gold) for gold in question.keys[0]]
    return contains(_plain(answer), golds)


def asks_back(answer: str) -> bool:
    """Whether an answer asks the person what is meant.

    >>> asks_back("Which heap do you mean: the data structure or the memory area?")
    True
    >>> asks_back("A heap is a tree. Which is fast?")
    False
    """
    return bool(ASKS_BACK.search(answer))


def held_back(question: Question, answer: str) -> bool:
    """Whether a question without an answer, or with a false premise, was withheld or corrected.

    A false premise is corrected when the answer is right: its keys are those of the correction.
    """
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
    text = THOUSANDS.sub("", _plain(text))
    key = THOUSANDS.sub("", _plain(key))
    if tolerance and NUMBER.fullmatch(key):
        return _holds_about(text, float(key), tolerance)
    if re.fullmatch(r"[\w.-]+", key):
        # a number must not go on with another digit; a word may go on: "exponentially"
        whole = rf"(?<![\w.]){re.escape(key)}(?!(?<=\d)[.]?\d)"
        return bool(re.search(whole, text, re.IGNORECASE))
    return _spelled(key, text)


def _plain(text: str) -> str:
    """A text with the hyphens, minus signs and apostrophes of a keyboard."""
    return text.translate(TYPOGRAPHIC)


def _holds_about(text: str, value: float, tolerance: float) -> bool:
    """Whether a text contains a number within the tolerance, a fraction of the value."""
    largest_error = tolerance * abs(value)
    for number in NUMBER.findall(text):
        error = abs(float(number) - value)
        if error <= largest_error:
            return True
    return False


def _spelled(key: str, text: str) -> bool:
    """Whether a text contains a key of several words or signs, whatever marks are in between.

    >>> _spelled("O(VE)", "in O(|V| * |E|) steps"), _spelled("5 %", "about 5%")
    (True, True)
    >>> _spelled("5 %", "about 15 %"), _spelled("RFC 10", "RFC 1034")
    (False, False)
    """
    letters = re.sub(MARK, "", key)
    pattern = f"{MARK}*".join(map(re.escape, letters))
    # A number at either end must not be part of a longer one.
    if letters[:1].isdigit():
        pattern = rf"(?<![\d.]){pattern}"
    if letters[-1:].isdigit():
        pattern = rf"{pattern}(?!\.?\d)"
    return bool(re.search(pattern, text, re.IGNORECASE))
