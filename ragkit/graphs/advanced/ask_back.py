"""Ask back where two documents, or rows of a table, answer an unclear question differently.

The paper does not: it answers one of them. Here rows that fit the question equally well
(`tied_rows.py`), or else the best sentences of two documents, have to answer it, by the judge and
each by its own passage. They have to differ, and nothing that the user said may decide
(`two_readings.py`). Then the readings are named, and the user is asked: once, because the reply to
a question back is answered in any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.conversation import typed_before
from ragkit.graphs.advanced.state import AdvancedState
from ragkit.graphs.advanced.tied_rows import tied_rows
from ragkit.graphs.advanced.two_readings import decides, differ, named
from ragkit.kit import Kit
from ragkit.nodes.readings import answering, rivals
from ragkit.state import Passage
from ragkit.text.excerpts import Excerpt, Rarity

ASK = "This can be read in more than one way. Which one do you mean?"
TWO = 2
"""Minimum number of readings that differ."""
NEARLY = 0.6
"""Fraction of the best sentence's words that another one needs to be a reading.

It is less than what a sentence needs to be quoted behind an answer: the judge looks at both here.
"""


def ask_back(state: AdvancedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, passages, history · writes answer, readings, notes"""
    kit = runtime.context
    readings: list[str] = []
    notes: list[str] = []
    asked_before = bool(state.history) and bool(state.history[-1].readings)
    if kit.settings.ask_back and not asked_before:
        readings, notes = readings_of(state, kit)
    return {"answer": question_back(readings), "readings": readings, "notes": notes}


def readings_of(state: AdvancedState, kit: Kit) -> tuple[list[str], list[str]]:
    """The readings of an unclear question, and notes; none where it is clear."""
    question = state.words
    passages = state.passages
    rarity = kit.retriever.sparse.rarity
    sentences = candidates(question, passages, rarity)
    if not sentences:
        return [], []
    said = " ".join([*typed_before(state.history, len(state.history)), question])
    why = decides(said, sentences, passages, kit.corpus.passages)
    if why:
        return [], [f"not asked back: {why}"]
    both, notes = answering(kit.judge, question, passages, sentences, kit.settings.fit_from)
    if kit.judge_note:
        notes.append(kit.judge_note)
    if len(both) < TWO:
        return [], notes
    return named(both, passages, rarity), notes


def candidates(question: str, passages: Sequence[Passage], rarity: Rarity) -> list[Excerpt]:
    """The rows or sentences that may be readings of a question; none where there is no choice."""
    rows = tied_rows(question, passages, rarity)
    if rows:
        return rows
    sentences = rivals(question, passages, "", rarity, NEARLY)
    if len(sentences) < TWO or not differ(question, *(one.text for one in sentences)):
        return []
    return sentences


def question_back(readings: Sequence[str]) -> str:
    """The question that names the readings as choices; empty without any.

    >>> print(question_back(["a tree (heaps.md)", "an area (memory.md)"]))
    This can be read in more than one way. Which one do you mean?
    1. a tree (heaps.md)
    2. an area (memory.md)
    """
    if not readings:
        return ""
    lines = [f"{number}. {reading}" for number, reading in enumerate(readings, start=1)]
    return "\n".join([ASK, *lines])
