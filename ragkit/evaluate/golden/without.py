"""Which passages a question is asked without.

A question that the documents answer becomes a near miss when retrieval does not find the passages
with the answer. Its truth is known: the right reply is to abstain. It names these passages by
quotes, as it names its support, so they are found however the documents are cut into passages.

Left out: the web, which may have the answer all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ragkit.evaluate.golden.questions import BadQuestions, Question, folded_passages, relevant
from ragkit.kit import Kit
from ragkit.state import Passage


def left_out(question: Question, passages: Sequence[Passage]) -> frozenset[str]:
    """The ids of the passages that a question is asked without, with all copies of them.

    Raises `BadQuestions` where no passage has one of the quotes: the documents have changed, and
    may answer the question.
    """
    if not question.without:
        return frozenset()
    letters = _letters(tuple(passages))
    quoting = replace(question, support=question.without)
    ids: set[str] = set()
    for quoted, found in zip(question.without, relevant(quoting, letters), strict=True):
        if not found:
            raise BadQuestions(
                f"{question.id} is asked without {quoted.quote!r:.80} of {quoted.document}, and no "
                "passage has that; the documents have changed, so correct the quote, or make the "
                "question again"
            )
        ids |= found
    return frozenset(ids)


# Cached, because every system is asked every question about the same documents.
@lru_cache(maxsize=1)
def _letters(passages: tuple[Passage, ...]) -> dict[str, str]:
    return folded_passages(passages)


def kit_without(kit: Kit, question: Question) -> Kit:
    """The kit as a question wants it: no search finds the passages that the question leaves out.

    Such a kit has no tools, because their server has an index of its own. Raises `BadQuestions`.
    """
    if not question.without:
        return kit
    retriever = kit.retriever
    ids = left_out(question, kit.corpus.passages)
    ids |= retriever.left_out
    without = replace(retriever, left_out=ids)
    return replace(kit, retriever=without, tools=None)
