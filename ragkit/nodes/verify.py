"""Take the draft apart into claims, and ask for each whether the evidence states it (papers/000, section 4.7).

A claim whose numbers and names do not stand together in one passage counts 0, whatever the judge says: the cheap check
catches what small models invent or join. A claim that could not be judged is ungraded, and ungraded is not support.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.anchors import missing
from ragkit.claims import split
from ragkit.judges.claim_judge import ClaimJudge
from ragkit.judges.lexical import carrier
from ragkit.kit import Kit
from ragkit.state import Claim, Passage, RAGState


def verify(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, draft · writes claims, risk, notes"""
    kit = runtime.context
    texts, note = split(kit.llm, state.draft, state.question)
    odds, why = kit.claim_judge.supports(state.question, state.passages, texts)
    claims = [graded(t, o, state.question, state.passages, kit.claim_judge) for t, o in zip(texts, odds, strict=True)]
    return {"claims": claims, "risk": risk(claims), "notes": [n for n in (note, why) if n]}


def graded(text: str, odds: float | None, question: str, passages: Sequence[Passage], judge: ClaimJudge) -> Claim:
    """A claim with its support in {1, 0.5, 0}, or None, and the passage that carries it (eq. 14)."""
    lacking = [tuple(missing(text, passage.searchable, question)) for passage in passages]
    strange = min(lacking, key=len, default=tuple(missing(text, "", question)))
    support = 0.0 if strange and odds is not None else judge.support(odds)
    found = carrier(text, [p for p, lacks in zip(passages, lacking, strict=True) if not lacks]) if support else None
    return Claim(text, support, found.id if found else None, odds, strange)


def risk(claims: Sequence[Claim]) -> float:
    """h: one less the mean support, in [0, 1]; an ungraded claim supports nothing, and no claim risks nothing (eq. 15).

    >>> risk([Claim("a", 1.0), Claim("b", 0.5), Claim("c", None)])
    0.5
    """
    return 1 - sum(claim.support or 0.0 for claim in claims) / len(claims) if claims else 0.0
