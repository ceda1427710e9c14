"""Noisy evidence for one run: of the kind that was drawn or, where that fails, of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.noise.draw import Kind
from ragkit.evaluate.noise.falsify import lies
from ragkit.evaluate.noise.noisy_retriever import (
    FIRST,
    LAST,
    Conflict,
    HardNegatives,
    NoisyRetriever,
)
from ragkit.search.fuse import Retriever
from ragkit.state import Passage

CANNOT = {
    "conflict": "no number, date or name of a golden quote that the answer needs can be exchanged",
    "hard negative": f"no passage of dense rank {FIRST} to {LAST} is without a key of the answer",
}
"""Why a kind of noise cannot be made."""
OTHER: dict[Kind, Kind] = {"conflict": "hard negative", "hard negative": "conflict"}
"""The other kind."""


@dataclass(frozen=True)
class Noised:
    """The retriever of a run, and what was done to it."""

    retriever: Retriever
    kind: Kind | None
    """The kind of noise; None where none could be made, and the retriever is clean."""
    instead: str
    """Why it is not the kind that was drawn; empty where it is."""
    notes: tuple[str, ...]
    """What was done, for the trace. No model sees it."""


def noised(
    clean: Retriever, passages: Sequence[Passage], question: Question, drawn: Kind, seed: int
) -> Noised:
    """A retriever with noise for a question.

    `drawn` is the kind that is tried first, and `passages` are those of the whole corpus.
    """
    instead = ""
    for kind in (drawn, OTHER[drawn]):
        found = _made(clean, passages, question, kind, seed)
        if found is not None:
            retriever, note = found
            notes = (note, f"noise: {instead}") if instead else (note,)
            return Noised(retriever, kind, instead, notes)
        reason = f"not {kind}: {CANNOT[kind]}"
        instead = f"{instead}; {reason}" if instead else reason
    return Noised(clean, None, instead, (f"noise: none, {instead}",))


def _made(
    clean: Retriever, passages: Sequence[Passage], question: Question, kind: Kind, seed: int
) -> tuple[Retriever, str] | None:
    """A noisy retriever with a note that says what it finds, or None."""
    if kind == "conflict":
        false = lies(question, tuple(passages), seed)
        if not false.passages:
            return None
        return NoisyRetriever.of(Conflict(clean, false.passages)), false.note
    negatives = HardNegatives(clean, question)
    found = negatives.search(question.question, LAST)
    if not found:
        return None
    note = f"noise: {len(found)} hard negatives, of dense rank {FIRST} to {LAST}"
    return NoisyRetriever.of(negatives), note
