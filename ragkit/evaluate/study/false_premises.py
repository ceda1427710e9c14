"""False premises: a name or number of a question is exchanged for another one of its document.

What the question takes for granted is then false, or at least nowhere said. The right reply is to
abstain, or to deny it: with the value that was exchanged, or by saying that the documents do not
have it. It counts as golden questions of the kind do (`golden/correct.py`).
"""

from __future__ import annotations

from random import Random

from ragkit.evaluate.golden.keys import holds
from ragkit.evaluate.golden.other_questions import NEAR, Other, may_answer, other_questions
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.golden.swaps import exchanged, is_false
from ragkit.evaluate.study.documents import Documents, documents_of
from ragkit.text.words import words

DENIALS = (
    "no such",
    "not mention",
    "no mention",
    "not state",
    "not say",
    "not specif",
    "no information",
    "incorrect",
    "not correct",
    "mistaken",
)
"""What a denial says, besides the value that was exchanged."""
NO_VALUE = "false premise: no other value of its document can take the place of one of its own"
ELSEWHERE = "false premise: another document may say it of the other value"


def false_premise(
    question: Question, documents: Documents, rng: Random
) -> tuple[Question | None, str]:
    """The question with a value exchanged, so that no document answers it; or None and the reason.

    Its twin is the question itself.
    """
    found = list(_others(question, documents))
    if not found:
        return None, NO_VALUE
    rng.shuffle(found)
    for other in found:
        if _is_false_everywhere(question, other, documents):
            return _made(question, other), ""
    return None, ELSEWHERE


def _others(question: Question, documents: Documents) -> list[Other]:
    """The question with other values of its document, where the own one is not in it any more."""
    quotes = [support.quote for support in question.support]
    said = " ".join([question.answer or "", *quotes])
    found = []
    for document in documents_of(question)[:1]:
        context = documents.context(document)
        for other in other_questions(question.question, said, context):
            if not holds(other.question, other.value.text):
                found.append(other)
    return found


def _is_false_everywhere(question: Question, other: Other, documents: Documents) -> bool:
    """Whether no document of the folder hints that the premise is true of the other value."""
    rest = set(words(exchanged(question.question, other.value, " ")))
    if not is_false(other.value, other.other, rest, documents.whole, NEAR):
        return False
    return not may_answer(question.question, other.other, documents.whole)


def _made(question: Question, other: Other) -> Question:
    was = other.value.text
    return Question(
        f"{question.id}-false",
        other.question,
        "false-premise",
        f"The documents say it of {was}, not of {other.other}.",
        ((was, *DENIALS),),
        question.support,
        question.difficulty,
        twin=question.id,
    )
