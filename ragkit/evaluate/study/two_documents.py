"""Questions that need two documents, where one of them refers to the other.

Two drafted questions become one, which asks for both answers. A document refers to another by its
file or by its title. Left out: questions in which the answer of one document is the subject of the
other, which no rule can word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ragkit.evaluate.golden.answers import holder
from ragkit.evaluate.golden.correct import holds_some
from ragkit.evaluate.golden.follow_ups import lowered
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.study.documents import Documents, documents_of, file_name
from ragkit.evaluate.study.usable import is_one_question


def two_documents(questions: Sequence[Question], documents: Documents) -> list[Question]:
    """Questions of two documents of one half, one of which refers to the other.

    Each question is used once at most.
    """
    found = []
    used: set[str] = set()
    for first, second in combinations(questions, 2):
        is_new = used.isdisjoint({first.id, second.id})
        if is_new and _may_join(first, second) and _are_related(first, second, documents):
            found.append(_joined(first, second))
            used.update({first.id, second.id})
    return found


def _may_join(first: Question, second: Question) -> bool:
    """Whether two questions can be one sentence, in which neither answers the other."""
    both = (first, second)
    are_plain = all(map(_is_plain, both))
    if not are_plain or first.part != second.part:
        return False
    says_first = f"{first.answer} {first.question}"
    says_second = f"{second.answer} {second.question}"
    return not holds_some(first, says_second) and not holds_some(second, says_first)


def _is_plain(question: Question) -> bool:
    """Whether a question asks for one fact of one document."""
    return bool(
        question.kind == "factual"
        and len(documents_of(question)) == 1
        and is_one_question(question.question)
    )


def _are_related(first: Question, second: Question, documents: Documents) -> bool:
    (one,), (other,) = documents_of(first), documents_of(second)
    if one == other:
        return False
    return refers(documents, one, other) or refers(documents, other, one)


def refers(documents: Documents, one: str, other: str) -> bool:
    """Whether a document refers to another one, by its file or its title.

    A title of a single word may be an everyday word, and does not count. Nor does a title, or the
    name of a file, that several documents have.
    """
    text = documents.text(one)
    patterns = map(holder, _names(documents, other))
    return any(pattern.search(text) for pattern in patterns)


def _names(documents: Documents, document: str) -> Iterator[str]:
    """What another document may call a document."""
    file = file_name(document)
    if documents.files[file] == 1:
        yield file
    title = documents.title(document) if document in documents.of_document else ""
    if len(title.split()) > 1 and documents.titles[title] == 1:
        yield title


def _joined(first: Question, second: Question) -> Question:
    asks_first = first.question.rstrip("? ")
    asks_second = lowered(second.question)
    return Question(
        f"{first.id}-and-{second.id}",
        f"{asks_first}, and {asks_second}",
        "multi-hop",
        f"{first.answer} {second.answer}",
        first.keys + second.keys,
        first.support + second.support,
        "medium",
        forbidden=first.forbidden + second.forbidden,
        part=first.part,
    )
