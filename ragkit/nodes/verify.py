"""Split the draft into claims and judge whether the evidence states each one.

This is adaptive, section 4.7. A claim whose numbers and names are not all in one passage has
support 0, whatever the judge says: this cheap check finds what small models invent or combine. A
claim that could not be judged is ungraded, and ungraded does not count as support.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.judges.claim_judge import ClaimJudge
from ragkit.kit import Kit
from ragkit.nodes.claims import split
from ragkit.state import CheckedState, Claim, Passage
from ragkit.text.anchors import missing
from ragkit.text.overlap import carrier


def verify(state: CheckedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, draft · writes claims, risk, notes"""
    kit = runtime.context
    texts, split_note = split(kit.llm, state.draft, state.question)
    claims, judge_note = graded_claims(texts, state.question, state.passages, kit.claim_judge)
    notes = [split_note, judge_note]
    return {
        "claims": claims,
        "risk": risk(claims),
        "notes": [note for note in notes if note],
    }


def graded_claims(
    texts: Sequence[str], question: str, passages: Sequence[Passage], judge: ClaimJudge
) -> tuple[list[Claim], str]:
    """Claims with their support, and a note when one could not be judged."""
    all_odds, note = judge.supports(question, passages, texts)
    claims = []
    for text, odds in zip(texts, all_odds, strict=True):
        claim = graded(text, odds, question, passages, judge)
        claims.append(claim)
    return claims, note


def graded(
    text: str, odds: float | None, question: str, passages: Sequence[Passage], judge: ClaimJudge
) -> Claim:
    """A claim with its support, and the passage that supports it (adaptive, eq. 14).

    Support is 1, 0.5 or 0, or None when the claim could not be judged.
    """
    lacking = [tuple(missing(text, passage.searchable, question)) for passage in passages]
    # Without passages, a claim lacks all that the question does not contain.
    without_evidence = tuple(missing(text, "", question))
    fewest = min(lacking, key=len, default=without_evidence)

    support = judge.support(odds)
    # Numbers or names that every passage lacks overrule the judge.
    if fewest and odds is not None:
        support = 0.0
    evidence = None
    if support:
        complete = [p for p, lacks in zip(passages, lacking, strict=True) if not lacks]
        evidence = carrier(text, complete)
    return Claim(
        text,
        support=support,
        evidence=evidence.id if evidence else None,
        odds=odds,
        missing=fewest,
    )


def risk(claims: Sequence[Claim]) -> float:
    """h: 1 - mean support of the claims, in [0, 1] (adaptive, eq. 15).

    An ungraded claim counts as support 0. Without claims the risk is 0.

    >>> risk([Claim("a", 1.0), Claim("b", 0.5), Claim("c", None)])
    0.5
    """
    if not claims:
        return 0.0
    supports = [claim.support or 0.0 for claim in claims]
    mean = sum(supports) / len(supports)
    return 1 - mean
