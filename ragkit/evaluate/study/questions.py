"""The questions of a study, made by rule from drafted ones.

The drafts ask for what one passage says. A system is also worth what it does where the documents do
not have the answer, so each draft becomes a near miss and a false premise where a rule allows it.
There are also follow-ups, and questions of two documents, of tables and of everyday things. No
model is asked, and for one seed the questions are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from ragkit.evaluate.golden.questions import Kind, Question, unfair
from ragkit.evaluate.study.documents import Documents
from ragkit.evaluate.study.false_premises import false_premise
from ragkit.evaluate.study.halves import CHOOSE, REPORT, Halves
from ragkit.evaluate.study.near_misses import near_miss
from ragkit.evaluate.study.out_of_domain import out_of_domain
from ragkit.evaluate.study.race import ENOUGH
from ragkit.evaluate.study.second_turns import second_turns
from ragkit.evaluate.study.table_cells import table_cells
from ragkit.evaluate.study.two_documents import two_documents
from ragkit.evaluate.study.usable import NO_GRADE, usable
from ragkit.state import Passage
from ragkit.text.counted import counted

FACTS: tuple[Kind, ...] = ("factual", "numeric", "temporal")
"""Kinds of questions of which others are made; drafts are of the first one."""
SAME_DOCUMENT = (
    "both halves ask about the same document, which has most of the questions, in other "
    "sentences; of other documents, expect less than what is reported"
)
TOO_FEW = (
    "{to_choose} questions to choose on are too few, because a choice needs {enough} at least; "
    "draft more (`--count`), or add documents"
)
ONE_SIDED = (
    "all questions are about documents of one half, so a system cannot be chosen on some and "
    "reported on others; add documents, or draft more questions"
)


@dataclass(frozen=True)
class StudyQuestions:
    """The questions of a study, each in one of two halves, and what was dropped."""

    questions: tuple[Question, ...]
    """All of them have a part: *fit* to choose on, *test* to report on."""
    dropped: dict[str, int]
    """How many drafts, or questions made of them, were dropped, by the reason."""
    share_document: bool = False
    """Whether both halves ask about the same documents."""

    @property
    def counts(self) -> dict[str, tuple[int, int]]:
        """For each kind, the number of questions to choose on, and of those to report on."""
        found: dict[str, tuple[int, int]] = {}
        for question in self.questions:
            choose, report = found.get(question.kind, (0, 0))
            if question.part == CHOOSE:
                choose += 1
            else:
                report += 1
            found[question.kind] = choose, report
        return found

    @property
    def note(self) -> str:
        """What to know of the halves; empty where each has answered questions of its own."""
        answered = [one for one in self.questions if one.answer is not None]
        halves = {one.part for one in answered}
        if halves != {CHOOSE, REPORT}:
            return ONE_SIDED
        notes = [SAME_DOCUMENT] if self.share_document else []
        to_choose = sum(one.part == CHOOSE for one in self.questions)
        if to_choose < ENOUGH:
            notes.append(TOO_FEW.format(to_choose=to_choose, enough=ENOUGH))
        return ". ".join(notes)

    def __str__(self) -> str:
        lines = [counted(len(self.questions), "question")]
        for kind, (choose, report) in self.counts.items():
            lines.append(f"  {kind}: {choose} to choose on, {report} to report on")
        for why, number in self.dropped.items():
            lines.append(f"  dropped {number}: {why}")
        if self.note:
            lines.append(self.note)
        return "\n".join(lines)


def study_questions(
    drafts: Sequence[Question],
    passages: Sequence[Passage],
    seed: int = 0,
    most: int | None = None,
) -> StudyQuestions:
    """The questions of a study of some documents.

    `drafts` are questions of `draft`, after a review or before it, and `passages` all of the
    folder. The parts of the drafts are not read. `most` is the maximum number of questions of a
    kind in each half; None: all.
    """
    dropped: Counter[str] = Counter()
    documents = Documents(passages)
    asked = usable(drafts, documents, dropped)
    cells = _graded(table_cells(documents, seed, dropped), dropped)
    halves = Halves([*asked, *cells], seed)
    answered = _at_most(halves.dealt(asked, dropped), most)
    made = [
        *_near_misses(answered, documents, dropped),
        *_false_premises(answered, documents, seed, dropped),
        *two_documents(answered, documents),
    ]
    everyday = out_of_domain(documents, dropped)
    Random(seed).shuffle(everyday)
    more = [
        *_graded(made, dropped),
        *_at_most(halves.dealt(cells, dropped), most),
        *_at_most(halves.dealt(everyday, dropped), most),
    ]
    questions = (*answered, *more, *second_turns(answered))
    return StudyQuestions(questions, dict(dropped), halves.share_document)


def _near_misses(
    questions: Iterable[Question], documents: Documents, dropped: Counter[str]
) -> list[Question]:
    found = []
    for question in _of_one_fact(questions):
        made, why = near_miss(question, documents)
        if made is None:
            dropped[why] += 1
        else:
            found.append(replace(made, part=question.part))
    return found


def _false_premises(
    questions: Iterable[Question], documents: Documents, seed: int, dropped: Counter[str]
) -> list[Question]:
    found = []
    for question in _of_one_fact(questions):
        # The choice for one question does not depend on the others.
        made, why = false_premise(question, documents, Random(f"{seed} {question.id}"))
        if made is None:
            dropped[why] += 1
        else:
            found.append(replace(made, part=question.part))
    return found


def _of_one_fact(questions: Iterable[Question]) -> list[Question]:
    """The questions that nothing but a sentence with the answer's keys can answer."""
    found = []
    for question in questions:
        is_fact = question.kind in FACTS
        if is_fact and question.answer is not None:
            found.append(question)
    return found


def _graded(questions: Iterable[Question], dropped: Counter[str]) -> list[Question]:
    """The questions that a file of questions may have; the others are counted as dropped."""
    found = []
    for question in questions:
        if any(unfair(question)):
            dropped[NO_GRADE] += 1
        else:
            found.append(question)
    return found


def _at_most(questions: Sequence[Question], most: int | None) -> list[Question]:
    """The first questions of each half, at most so many of each."""
    seen: Counter[object] = Counter()
    found = []
    for question in questions:
        seen[question.part] += 1
        if most is None or seen[question.part] <= most:
            found.append(question)
    return found
