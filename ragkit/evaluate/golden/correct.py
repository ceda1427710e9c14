"""Correctness by reference: a right answer contains the keys of its golden question.

It contains none of the forbidden spellings, so that saying everything is no way to be right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragkit.evaluate.golden.keys import holds, holds_one, on_a_keyboard
from ragkit.evaluate.golden.phrases import contains
from ragkit.evaluate.golden.questions import PHRASED, SHARED, Question
from ragkit.state import REFUSAL
from ragkit.text.sentences import without_citations

ASKS_BACK = re.compile(
    r"\b(which|what|do you|did you|are you)\b[^.?!]*\b(you|mean|meant)\b[^.?!]*\?", re.IGNORECASE
)
"""A question to the person who asked: which meaning is meant?"""
NAMED = 5
"""Number of questions that a note names."""


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


def without_keys(questions: Sequence[Question]) -> str:
    """Say which answered questions have no keys, and what to do; empty where all have some.

    >>> from ragkit.evaluate.golden.questions import Question
    >>> without_keys([Question("why", "Why?", "factual", "Because it is so.", (), (), "easy")])
    '1 of 1 questions has no keys, so no rule can grade an answer: why; add "keys"'
    """
    bare = [one.id for one in questions if one.answer is not None and not one.keys]
    if not bare:
        return ""
    first = ", ".join(bare[:NAMED])
    more = ", ..." if len(bare) > NAMED else ""
    has = "has" if len(bare) == 1 else "have"
    which = f"{len(bare)} of {len(questions)} questions {has} no keys"
    return f'{which}, so no rule can grade an answer: {first}{more}; add "keys"'


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


def has_phrase(question: Question, answer: str) -> bool:
    """Whether an answer contains a gold phrase of its question; a refusal contains none."""
    if answer == REFUSAL:
        return False
    golds = [on_a_keyboard(gold) for gold in question.keys[0]]
    return contains(on_a_keyboard(answer), golds)


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
