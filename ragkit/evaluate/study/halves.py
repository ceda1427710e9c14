"""Two halves of the questions: one to choose a system on, and one to report it on.

A system that was chosen on a document's questions may be good at that document by luck. So the
questions about a document are all in one half. The halves are the parts *fit* and *test* of the
golden questions, which experiments choose by name. What is made of a draft is in its half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from ragkit.evaluate.golden.questions import Part, Question
from ragkit.evaluate.study.documents import documents_of

CHOOSE: Part = "fit"
"""The half to choose on."""
REPORT: Part = "test"
"""The half to report on."""
ORDER = (REPORT, CHOOSE)
"""Of two halves of one size the first gets the next document."""
BOTH_HALVES = "its documents are in both halves"
"""Why a question is in neither half."""


class Halves:
    """The half of each document, and of the questions about it."""

    def __init__(self, questions: Sequence[Question], seed: int = 0) -> None:
        """Deal the documents of some questions, about equally many questions to each half.

        The documents with most questions are dealt first.
        """
        counts: Counter[str] = Counter()
        for question in questions:
            counts.update(documents_of(question))
        documents = sorted(counts)
        Random(seed).shuffle(documents)
        documents.sort(key=lambda document: -counts[document])
        sizes: Counter[Part] = Counter()
        self.of: dict[str, Part] = {}
        """The half of each document that was dealt."""
        for document in documents:
            half = _smaller(sizes)
            self.of[document] = half
            sizes[half] += counts[document]
        self._homeless: Counter[Part] = Counter()

    def half_of(self, question: Question) -> Part | None:
        """The half of a question, or None where its documents are in both.

        A question about no document is dealt to the half with fewer of these.
        """
        halves = {self.of[document] for document in documents_of(question)}
        if len(halves) > 1:
            return None
        if halves:
            return halves.pop()
        half = _smaller(self._homeless)
        self._homeless[half] += 1
        return half

    def dealt(self, questions: Sequence[Question], dropped: Counter[str]) -> list[Question]:
        """The questions with their half as part; those in neither are counted as dropped."""
        found = []
        for question in questions:
            half = self.half_of(question)
            if half is None:
                dropped[BOTH_HALVES] += 1
            else:
                found.append(replace(question, part=half))
        return found


def _smaller(sizes: Counter[Part]) -> Part:
    return min(ORDER, key=lambda half: sizes[half])
