"""Answer without a model: copy the sentences and table rows that share most with the question.

This is the baseline that a model has to beat. It cannot misread, and it cannot combine either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.state import REFUSAL, Passage, RunState
from ragkit.text.excerpts import Rarity, excerpts

MOST = 3
"""Number of sentences and rows that are copied."""


def quote(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes answer"""
    kit = runtime.context
    rarity = kit.retriever.sparse.rarity
    return {"answer": best_lines(state.question, state.passages, rarity)}


def best_lines(question: str, passages: Sequence[Passage], rarity: Rarity) -> str:
    """The best sentences and rows, copied and cited; the refusal where none shares a word.

    >>> owls = Passage("o", "Owls sleep by day. Cats hunt mice.")
    >>> best_lines("When do owls sleep?", [owls], lambda word: 1.0)
    'Owls sleep by day. [1]'
    """
    best_first = excerpts(question, passages, rarity)
    copied = [excerpt.cited for excerpt in best_first[:MOST]]
    return " ".join(copied) or REFUSAL
