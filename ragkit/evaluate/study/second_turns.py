"""Follow-ups: of two questions about one thing, the second calls it *it*.

Both are drafted questions about one document. Where they have a name in common, the second can
leave it out (`golden/follow_ups.py`). The first and its answer are what was said before. A person
becomes *it*, too, which a review corrects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from ragkit.conversation import Turn
from ragkit.evaluate.golden.follow_ups import follow_up
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.study.documents import documents_of
from ragkit.evaluate.study.usable import is_one_question

IT = re.compile(r"(\w+) it\b")
_BEFORE = """
    about after at before by can could did do does for from had has have in into is of on than to
    under was were will with would
"""
BEFORE_IT = set(_BEFORE.split())
"""Words after which *it* is the subject or an object; after a noun or a number it is neither."""


def second_turns(questions: Sequence[Question]) -> list[Question]:
    """The follow-ups that can be made of some questions, each of which is used once at most."""
    found = []
    used: set[str] = set()
    for first, second in permutations(questions, 2):
        if not used.isdisjoint({first.id, second.id}) or not _are_of_one(first, second):
            continue
        turned = follow_up(first.question, second.question)
        if turned is not None and is_fluent(turned.user):
            found.append(_after(first, second, turned.user))
            used.update({first.id, second.id})
    return found


def _after(first: Question, second: Question, words: str) -> Question:
    """The second question in the words of a user who has asked the first one."""
    return replace(
        second,
        id=f"{first.id}-then-{second.id}",
        question=words,
        kind="follow-up",
        history=(Turn(first.question, first.answer or ""),),
    )


def is_fluent(follow_up: str) -> bool:
    """Whether *it* is at a place where people say it.

    >>> is_fluent("How high is it?"), is_fluent("Which update is for advisory it?")
    (True, False)
    """
    if "it'" in follow_up:
        return False
    words = IT.findall(follow_up.lower())
    return BEFORE_IT.issuperset(words)


def _are_of_one(first: Question, second: Question) -> bool:
    """Whether two single questions with an answer are about one document, and the same one."""
    documents = documents_of(first)
    if len(documents) != 1 or documents != documents_of(second):
        return False
    for one in (first, second):
        if one.answer is None or not is_one_question(one.question):
            return False
    return True
