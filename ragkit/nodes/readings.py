"""Say what other documents answer to the same question, in another meaning or opinion.

A small model that is asked for an answer takes the first passage that fits and stops. No wording
that we tried made it look for a second one (docs/tried.md). So a rule finds the second one. It
looks in documents that the answer does not cite, for a sentence with nearly as many of the
question's words as the best sentence of all. The judge is asked whether it answers the question, by
its own passage alone. Then the sentence is copied behind the answer, word for word.

Where numbers differ, the answer says that the documents do. Where file names or headings date the
documents, it says the years, so that a reader sees which statement is the older one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.judges import Judge, fit
from ragkit.kit import Kit
from ragkit.state import REFUSAL, Passage, RunState
from ragkit.text.anchors import anchors
from ragkit.text.excerpts import Excerpt, Rarity, excerpts
from ragkit.text.sentences import citations, without_citations
from ragkit.thresholds import passes

ANSWERS_FROM = 0.65
"""Odds that a sentence answers the question from which it is quoted."""
MOST = 2
"""Maximum number of other documents that are quoted."""
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
"""A year in a file name or a heading."""


def readings(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, answer · writes answer, notes"""
    kit = runtime.context
    settings = kit.settings
    rarity = kit.retriever.sparse.rarity
    candidates = rivals(state.question, state.passages, state.answer, rarity, settings.rival_from)
    others, notes = answering(kit.judge, state.question, state.passages, candidates, ANSWERS_FROM)
    if candidates and kit.judge_note:
        notes.append(kit.judge_note)
    return {
        "answer": with_readings(state.answer, others, state.passages),
        "notes": notes,
    }


def rivals(
    question: str, passages: Sequence[Passage], answer: str, rarity: Rarity, nearly: float
) -> list[Excerpt]:
    """The best sentences of other documents that may answer the question too, best first.

    There is at most one for each document that the answer does not cite. `rarity` gives the weight
    of a word. A sentence counts when its weight is at least `nearly` times that of the best one. A
    sentence that the answer contains is left out.

    >>> guide = Passage("g", "The map has 12 roads.", source="guide.md")
    >>> lab = Passage("l", "The map has 19 roads.", source="lab.md")
    >>> question, answer = "How many roads has the map?", "The map has 12 roads. [1]"
    >>> found = rivals(question, [guide, lab], answer, lambda word: 1.0, nearly=0.75)
    >>> [sentence.cited for sentence in found]
    ['The map has 19 roads. [2]']
    """
    if answer == REFUSAL:
        return []
    sources = {number: passage.source for number, passage in enumerate(passages, start=1)}
    seen = {sources[number] for number in citations(answer) if number in sources}
    sentences = [line for line in excerpts(question, passages, rarity) if not line.is_row]
    least = nearly * sentences[0].weight if sentences else 0.0
    found = []
    for sentence in sentences:
        source = sources[sentence.number]
        is_new = source not in seen and sentence.text not in answer
        if is_new and sentence.weight >= least:
            found.append(sentence)
            seen.add(source)
    return found[:MOST]


def answering(
    judge: Judge,
    question: str,
    passages: Sequence[Passage],
    candidates: Sequence[Excerpt],
    fit_from: float,
) -> tuple[list[Excerpt], list[str]]:
    """Those sentences that answer the question by their own passage, and notes.

    The odds of each have to be at least `fit_from`. A note says which one could not be judged.
    """
    found = []
    notes = []
    for sentence in candidates:
        own = passages[sentence.number - 1]
        odds, note = fit(judge, question, [own], sentence.text)
        if passes(odds, fit_from):
            found.append(sentence)
        if note:
            notes.append(f"passage [{sentence.number}] was not quoted: {note}")
    return found, notes


def with_readings(answer: str, others: Sequence[Excerpt], passages: Sequence[Passage]) -> str:
    """An answer, followed by sentences of other documents, each with its number.

    >>> lab = Passage("l", "The map has 19 roads.", source="lab-2019.md")
    >>> other = Excerpt("The map has 19 roads.", number=1, weight=1.0)
    >>> with_readings("It has 12 roads.", [other], [lab])
    'It has 12 roads. Another document, of 2019, gives other numbers: The map has 19 roads. [1]'
    """
    parts = [answer]
    dated = _years(answer, passages)
    if others and dated:
        parts.append(f"The answer above is from a document of {dated[-1]}.")
    for other in others:
        year = year_of(passages[other.number - 1])
        of_year = f", of {year}," if year else ""
        says = "gives other numbers" if differ(answer, other.text) else "says"
        parts.append(f"Another document{of_year} {says}: {other.cited}")
    return " ".join(parts)


def differ(answer: str, statement: str) -> bool:
    """Whether both have numbers, and none of them is the same.

    >>> differ("It has 12 roads. [1]", "The map has 19."), differ("12 roads.", "It has roads.")
    (True, False)
    """
    numbers = _numbers(without_citations(answer))
    others = _numbers(statement)
    return bool(numbers and others) and not numbers & others


def _numbers(text: str) -> set[str]:
    return {anchor for anchor in anchors(text) if anchor[:1].isdigit()}


def _years(answer: str, passages: Sequence[Passage]) -> list[str]:
    """The years of the documents that an answer cites."""
    cited = [number for number in citations(answer) if 1 <= number <= len(passages)]
    years = [year_of(passages[number - 1]) for number in cited]
    return [year for year in years if year]


def year_of(passage: Passage) -> str:
    """The last year in a passage's file name and headings; empty when they have none.

    >>> year_of(Passage("n", "Since 2004.", source="notes-1999.md", section="Notes, autumn 1999"))
    '1999'
    """
    years = YEAR.findall(f"{passage.source} {passage.section}")
    return years[-1] if years else ""
