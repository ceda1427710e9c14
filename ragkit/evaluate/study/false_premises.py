"""False premises: a name or number of a question is exchanged for another one of its document.

What the question takes for granted is then nowhere said. The right reply is to abstain, or to deny
it: with the value that was exchanged, or by saying that the documents do not have it. It counts as
golden questions of the kind do (`golden/correct.py`).

Other passages that name the other value might answer the question after all, in words that no rule
sees. So retrieval does not find them (`golden/without.py`). A year, a day or another number is only
exchanged where the question is about an event: what somebody did then nobody did at another time,
while somebody was manager in the next year, too.
"""

from __future__ import annotations

import re
from random import Random

from ragkit.evaluate.golden.answers import holder
from ragkit.evaluate.golden.keys import holds
from ragkit.evaluate.golden.other_questions import Other, may_answer, other_questions
from ragkit.evaluate.golden.questions import Question, relevant
from ragkit.evaluate.golden.swaps import Context, exchanged, is_false
from ragkit.evaluate.golden.without import left_out
from ragkit.evaluate.study.documents import Documents, all_of, documents_of
from ragkit.evaluate.study.other_names import marks, other_names
from ragkit.evaluate.study.taken_away import MOST, quotes_of
from ragkit.state import Passage
from ragkit.text.overlap import overlap
from ragkit.text.words import words

EVENT = re.compile(
    r"(?:who|what|which(?: [\w-]+){1,3}) (?:[a-z]{2,}ed|won|wrote|built|made|found|led|gave|took|"
    r"began|left|sold|bought|lost|caught|drew|ran|held|became|broke|spoke|chose|sent)\b",
    re.IGNORECASE,
)
"""The start of a question about what somebody did, or what happened."""
NO_WORD = 0.0
"""Share of a question's words from which a sentence beside the support may answer it."""
DENIALS = (
    "no such",
    "not mention",
    "no mention",
    "not state",
    "not say",
    "not specif",
    "n't mention",
    "n't state",
    "n't say",
    "n't specif",
    "no information",
    "incorrect",
    "not correct",
    "mistaken",
)
"""What a denial says, besides the value that was exchanged."""
NO_VALUE = "false premise: no other value of its document can take the place of one of its own"
ELSEWHERE = "false premise: too much is said about each other value"


def false_premise(
    question: Question, documents: Documents, rng: Random
) -> tuple[Question | None, str]:
    """The question with a value exchanged, so that no document answers it; or None and the reason.

    Its twin is the question itself.
    """
    found = _others(question, documents)
    if not found:
        return None, NO_VALUE
    rng.shuffle(found)
    support = _support(question, documents)
    for other in found:
        about = [passage for passage in _about(other, documents) if passage not in support]
        if len(about) <= MOST and _is_false(question, other, Context(tuple(support))):
            made = _made(question, other, about, documents)
            if len(left_out(made, documents.passages)) <= MOST:
                return made, ""
    return None, ELSEWHERE


def _others(question: Question, documents: Documents) -> list[Other]:
    """The question with other values of its document, where the own one is not in it any more."""
    document = documents_of(question)[0]
    quotes = [support.quote for support in question.support]
    said = " ".join([question.answer or "", *quotes])
    names = None if EVENT.match(question.question) else True
    context = documents.context(document)
    found = [
        *other_questions(question.question, said, context, names),
        *other_names(question.question, documents.text(document), documents.types),
    ]
    return [other for other in found if _is_other(other, said)]


def _is_other(other: Other, said: str) -> bool:
    """Whether nothing of the other value supports the answer, and the own one is gone."""
    if holds(other.question, other.value.text):
        return False
    return not any(holder(mark).search(said) for mark in marks(other))


def _support(question: Question, documents: Documents) -> list[Passage]:
    """The passages that the question quotes."""
    places = relevant(question, documents.quotable)
    ids = set[str]().union(*places)
    found = []
    for passage in documents.passages:
        if passage.id in ids:
            found.append(passage)
    return found


def _about(other: Other, documents: Documents) -> list[Passage]:
    """The passages that have the other value, or have it in the names of their files."""
    patterns = [holder(mark) for mark in marks(other)]
    found = []
    for passage in documents.having(marks(other)):
        if any(pattern.search(all_of(passage)) for pattern in patterns):
            found.append(passage)
    return found


def _is_false(question: Question, other: Other, context: Context) -> bool:
    """Whether no sentence of some passages has the other value and a word of the question."""
    rest = set(words(exchanged(question.question, other.value, " ")))
    for mark in marks(other):
        if not is_false(other.value, mark, rest, context, NO_WORD):
            return False
        if may_answer(question.question, mark, context):
            return False
    return True


def _made(question: Question, other: Other, about: list[Passage], documents: Documents) -> Question:
    was = other.value.text
    patterns = [holder(mark) for mark in marks(other)]

    def says(piece: str) -> tuple[int, float]:
        found = [pattern for pattern in patterns if pattern.search(piece)]
        return len(found), overlap(question.question, piece)

    return Question(
        f"{question.id}-false",
        other.question,
        "false-premise",
        f"The documents say it of {was}, not of {other.other}.",
        ((was, *DENIALS),),
        question.support,
        question.difficulty,
        twin=question.id,
        without=quotes_of(about, says, documents, ()),
    )
