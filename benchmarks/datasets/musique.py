"""MuSiQue (Trivedi et al., 2022): questions of two to four hops, with their decomposition.

The file has a JSON list of answerable questions. Each has its `paragraphs`, gold ones and
distractors, and its `question_decomposition`: sub-questions, each with its answer and the number of
its gold paragraph. `as_hotpotqa` brings them into the form of HotpotQA, which the kit reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.datasets.published_files import Record, UnknownFormat
from ragkit.evaluate.golden.phrases import contains
from ragkit.text.sentences import END, cut

NEEDED = "id, question, answer, paragraphs, question_decomposition"
REFERENCE = re.compile(r"#\d+")
"""In a sub-question, the answer of an earlier one: #1 is that of the first."""
Corpus = dict[str, list[str]]
"""The sentences of each paragraph, by title."""


def as_hotpotqa(content: Iterable[Any]) -> tuple[list[Record], Corpus]:
    """The questions as rows of HotpotQA, and the sentences of their paragraphs.

    A row has two fields more: `sets`, which says how many hops, and `parts`, the sub-questions.
    Raises `UnknownFormat` with the number and the id of a faulty question.
    """
    rows = []
    corpus: Corpus = {}
    for number, entry in enumerate(content, start=1):
        try:
            rows.append(_row(entry, corpus))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            id = entry.get("id") if isinstance(entry, dict) else entry
            raise UnknownFormat(
                f"asked for MuSiQue, got question {number} ({id!r:.60}) with something missing or "
                f"of another form: {error}; each needs {NEEDED}"
            ) from error
    return rows, corpus


def _row(entry: Record, corpus: Corpus) -> Record:
    """A question as a row of HotpotQA; its paragraphs are added to the corpus."""
    titles = {}
    for one in entry["paragraphs"]:
        titles[f"paragraph {one['idx']}"] = _added(one["title"], one["paragraph_text"], corpus)
    steps = entry["question_decomposition"]
    if not steps or not entry.get("answerable", True):
        raise ValueError("it has no sub-question, or is not answerable")
    facts = []
    for step in steps:
        title = titles[f"paragraph {step['paragraph_support_idx']}"]
        facts.append((title, _with(step["answer"], corpus[title])))
    return {
        "_id": entry["id"],
        "question": entry["question"],
        "answer": entry["answer"],
        "aliases": entry.get("answer_aliases", []),
        "supporting_facts": facts,
        "sets": ("musique", f"{len(steps)} hops"),
        "parts": parts(steps),
    }


def _added(title: str, text: str, corpus: Corpus) -> str:
    """Add a paragraph to the corpus, unless it is there; its title there."""
    first, *more = cut(" ".join(text.split()), END)
    sentences = [first, *(f" {one}" for one in more)]
    # Paragraphs of one article share a title. Blanks keep them apart, and no document shows them.
    while corpus.setdefault(title, sentences) != sentences:
        title += " "
    return title


def _with(answer: str, sentences: Sequence[str]) -> int:
    """The number of the first sentence with an answer; 0 where none has it word for word."""
    has = (number for number, one in enumerate(sentences) if contains(one, [answer]))
    return next(has, 0)


def parts(steps: Sequence[Record]) -> list[str]:
    """The sub-questions, with the answers of earlier ones in place of the references to them.

    >>> first = {"question": "Iron Maiden >> city", "answer": "Leyton"}
    >>> parts([first, {"question": "Who led #1 ?", "answer": "Ada Hill"}])
    ['Iron Maiden >> city', 'Who led Leyton ?']
    """
    answers: dict[str, str] = {}
    found = []
    for number, step in enumerate(steps, start=1):
        found.append(REFERENCE.sub(lambda match: answers[match[0]], step["question"]))
        answers[f"#{number}"] = step["answer"]
    return found
