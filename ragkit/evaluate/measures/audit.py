"""One auditor grades the answer of every system: its claims, its fit to the question, its evidence.

Otherwise a system that verifies its own answers would be graded by a different judge than one that
does not. The auditor is a kit, and may be a different one from the kit that ran: a model is lenient
with its own writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ragkit.judges import fit
from ragkit.judges.claims import split
from ragkit.judges.support import graded_claims
from ragkit.kit import Kit
from ragkit.state import Claim, Passage
from ragkit.stores import Embed
from ragkit.trace import Trace


@dataclass(frozen=True)
class Audit:
    """The auditor's findings. A refusal and a failed run have no claims and no fit."""

    claims: tuple[Claim, ...] = ()
    """The statements of the final answer, each graded."""
    fit: float | None = None
    """Odds that the answer answers the question, in [0, 1]; None when it could not be judged."""
    agrees: float | None = None
    """Odds that the answer is right by the reference answer alone, in [0, 1].

    None without a reference, or when it could not be judged.
    """
    relevance: float | None = None
    """Mean cosine of the evidence to the question, in [-1, 1]; None without evidence."""
    notes: tuple[str, ...] = ()
    """What could not be judged, and why."""


def audit(trace: Trace, kit: Kit, reference: str | None = None) -> Audit:
    """Judge a run's answer by its own evidence and by a reference.

    The evidence is judged by its similarity to the question.
    """
    embed = kit.retriever.dense.embed
    near = relevance(trace.question, trace.passages, embed)
    if trace.refused or trace.failed or not trace.answer.strip():
        return Audit(relevance=near)
    claims, notes = _claims(trace, kit)
    fits, note = fit(kit.judge, trace.question, trace.passages, trace.answer)
    notes.append(note)
    agrees = None
    if reference:
        evidence = [Passage("reference", reference, source="reference answer")]
        agrees, note = fit(kit.judge, trace.question, evidence, trace.answer)
        notes.append(note)
    different = [note for note in dict.fromkeys(notes) if note]
    return Audit(claims, fits, agrees, near, tuple(different))


def _claims(trace: Trace, kit: Kit) -> tuple[tuple[Claim, ...], list[str]]:
    """The answer's claims, graded by the evidence, and notes on what failed, which may be empty."""
    question, evidence = trace.question, trace.passages
    judge = kit.claim_judge
    texts, split_note = split(kit.llm, trace.answer, question)
    claims, judge_note = graded_claims(texts, question, evidence, judge, hopped(trace))
    return tuple(claims), [split_note, judge_note]


def hopped(trace: Trace) -> list[str]:
    """The ids of the passages that a second hop found in this run."""
    ids: list[str] = []
    for step in trace.steps:
        ids = step.wrote.get("hopped", ids)
    return ids


def relevance(question: str, passages: Sequence[Passage], embed: Embed) -> float | None:
    """The mean cosine of passages to a question (adaptive, section 6.1); None without passages.

    >>> axes = {"?": (1.0, 0.0), "a": (1.0, 0.0), "b": (0.0, 1.0)}
    >>> both = [Passage("1", "a"), Passage("2", "b")]
    >>> relevance("?", both, lambda texts: np.array([axes[text] for text in texts]))
    0.5
    """
    if not passages:
        return None
    texts = [passage.searchable for passage in passages]
    vectors = np.asarray(embed([question, *texts]))
    of_question, *of_passages = vectors
    cosines = [of_question @ vector for vector in of_passages]
    return float(np.mean(cosines))
