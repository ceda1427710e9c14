"""Two halves of the questions: one to choose a system on, and one to report it on.

A system that was chosen on a document's questions may be good at that document by luck. So the
questions about a document are all in one half. Where one document has most of the questions, that
would leave the other half too few, and it is the questions about a sentence. The halves are the
parts *fit* and *test* of the golden questions, which experiments choose by name. What is made of a
draft is in its half.
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
MOST = 2 / 3
"""Share of the questions above which a document is in both halves."""
BOTH_HALVES = "its documents are in both halves"
"""Why a question is in neither half."""


class Halves:
    """The half of each document, or of each sentence, and of the questions about it."""

    def __init__(self, questions: Sequence[Question], seed: int = 0) -> None:
        """Deal the documents of some questions, about equally many questions to each half.

        The documents with most questions are dealt first.
        """
        documents: Counter[str] = Counter()
        for question in questions:
            documents.update(documents_of(question))
        largest = max(documents.values(), default=0)
        self.share_document = largest > MOST * documents.total()
        """Whether both halves are about the same documents."""
        self.of = self._dealt(questions, seed)
        """The half of each document, or sentence, that was dealt."""
        self._homeless: Counter[Part] = Counter()

    def _dealt(self, questions: Sequence[Question], seed: int) -> dict[str, Part]:
        counts: Counter[str] = Counter()
        for question in questions:
            counts.update(self.about(question))
        dealt = sorted(counts)
        Random(seed).shuffle(dealt)
        dealt.sort(key=lambda one: -counts[one])
        sizes: Counter[Part] = Counter()
        of = {}
        for one in dealt:
            half = _smaller(sizes)
            of[one] = half
            sizes[half] += counts[one]
        return of

    def about(self, question: Question) -> list[str]:
        """The documents that a question is about, or its sentences where these are dealt."""
        if not self.share_document:
            return documents_of(question)
        return [f"{one.document}: {one.quote}" for one in question.support or question.without]

    def half_of(self, question: Question) -> Part | None:
        """The half of a question, or None where its documents are in both.

        A question about no document is dealt to the half with fewer of these.
        """
        halves = {self.of[one] for one in self.about(question)}
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
