"""The hidden third of the questions, drawn by a word that only the instructor knows.

A keyed hash of a question's id decides. So it is the same third for a whole class and for every
try, and nobody finds it out without the word. The questions themselves are no secret where they
come with the kit: a class that may look them up needs a file of its own.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence

from ragkit.evaluate.golden import BadQuestions, Question

SHORTEST = 12
"""Minimum length of the word. Learners have the other questions, and can try short words."""


def is_hidden(question: Question, word: str) -> bool:
    """Whether the word draws a question. A false premise and its true twin are drawn together.

    >>> owl = Question("owls", "Who hunts?", "factual", "Owls.", (("owl",),), (), "easy")
    >>> [is_hidden(owl, word) for word in ("a barn owl at dusk", "a barn owl at noon")]
    [True, False]
    """
    name = question.twin or question.id
    drawn = hmac.new(word.encode(), name.encode(), "sha256")
    number = int(drawn.hexdigest(), 16)
    return number % 3 == 0


def split(questions: Sequence[Question], word: str) -> tuple[list[Question], list[Question]]:
    """The questions to give to learners, and the hidden ones.

    Those of the part called locked are in neither, nor those that need a conversation before them.
    Raises `ValueError` for a short word, and `BadQuestions` where one side would be empty.
    """
    if len(word) < SHORTEST:
        raise ValueError(
            f"asked for a secret word, got {len(word)} letters; take {SHORTEST} or more, such as "
            "a sentence, because a short one can be found by trying"
        )
    given: list[Question] = []
    hidden: list[Question] = []
    for question in questions:
        if question.part == "locked" or question.history:
            continue
        side = hidden if is_hidden(question, word) else given
        side.append(question)
    if not given or not hidden:
        raise BadQuestions(
            f"asked to hide a third of {len(questions)} questions, got {len(given)} to give away "
            f"and {len(hidden)} to hide; write more questions, or take another word"
        )
    return given, hidden
