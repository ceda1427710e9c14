"""One auditor looks at what went out, whichever system wrote it: the answer's claims, its fit, its evidence.

A system that verifies its own answers would otherwise be scored by other eyes than one that does not. The auditor is a
kit, and may be another than the one that ran: a model is lenient with what it wrote itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ragkit.claims import split
from ragkit.dense import Embed
from ragkit.judges import fit
from ragkit.kit import Kit
from ragkit.nodes.verify import graded
from ragkit.state import Claim, Passage
from ragkit.trace import Trace


@dataclass(frozen=True)
class Audit:
    """What the auditor found. A refusal and a failed run have no claims and no fit."""

    claims: tuple[Claim, ...] = ()
    """The statements of the answer that went out, each graded."""
    fit: float | None = None
    """Odds that the answer answers the question, in [0, 1]; None when nobody could judge."""
    agrees: float | None = None
    """Odds that it is right, by the reference answer alone, in [0, 1]; None without one, or when nobody could judge."""
    relevance: float | None = None
    """Mean cosine of the evidence to the question, in [-1, 1]; None without evidence."""
    notes: tuple[str, ...] = ()
    """What could not be judged, and why."""


def audit(trace: Trace, kit: Kit, reference: str | None = None) -> Audit:
    """Judge a run's answer by its own evidence and by a reference, and its evidence by likeness to the question."""
    near = relevance(trace.question, trace.passages, kit.retriever.dense.embed)
    if trace.refused or trace.failed or not trace.answer.strip():
        return Audit(relevance=near)
    texts, note = split(kit.llm, trace.answer, trace.question)
    odds, why = kit.claim_judge.supports(trace.question, trace.passages, texts)
    fits, more = fit(kit.judge, trace.question, trace.passages, trace.answer)
    told = [Passage("reference", reference, source="reference answer")] if reference else []
    agrees, last = fit(kit.judge, trace.question, told, trace.answer) if told else (None, "")
    claims = tuple(
        graded(text, p, trace.question, trace.passages, kit.claim_judge) for text, p in zip(texts, odds, strict=True)
    )
    return Audit(claims, fits, agrees, near, tuple(filter(None, dict.fromkeys((note, why, more, last)))))


def relevance(question: str, passages: Sequence[Passage], embed: Embed) -> float | None:
    """The mean cosine of passages to a question (papers/000, section 6.1); None when there is no passage.

    >>> axes = {"?": (1.0, 0.0), "a": (1.0, 0.0), "b": (0.0, 1.0)}
    >>> relevance("?", [Passage("1", "a"), Passage("2", "b")], lambda texts: np.array([axes[text] for text in texts]))
    0.5
    """
    if not passages:
        return None
    asked, *found = np.asarray(embed([question, *(passage.searchable for passage in passages)]))
    return float(np.mean([asked @ one for one in found]))
