"""Conversations of two questions about one thing, the second of which calls it *it*.

Both are drafted questions about one document. Where they have a name in common, the second can
leave it out (`golden/follow_ups.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from ragkit.evaluate.golden.conversations import Conversation, turn_of
from ragkit.evaluate.golden.follow_ups import follow_up
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.study.documents import documents_of


def second_turns(questions: Sequence[Question]) -> list[Conversation]:
    """The conversations that can be made of some questions, each of which is used once at most."""
    found = []
    used: set[str] = set()
    for first, second in permutations(questions, 2):
        if not used.isdisjoint({first.id, second.id}) or not _are_of_one(first, second):
            continue
        turned = follow_up(first.question, second.question)
        if turned is not None:
            opening = turn_of(first, "first", first.question)
            following = turn_of(second, turned.kind, turned.user)
            turns = (opening, following)
            found.append(Conversation(f"{first.id}-then-{second.id}", turns, first.part))
            used.update({first.id, second.id})
    return found


def _are_of_one(first: Question, second: Question) -> bool:
    """Whether two questions with an answer are about one document, and the same one."""
    documents = documents_of(first)
    is_one = len(documents) == 1 and documents == documents_of(second)
    return is_one and first.answer is not None and second.answer is not None
