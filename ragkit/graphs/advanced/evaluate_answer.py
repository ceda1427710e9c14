"""Judge a draft: is it an answer, is it grounded, does it answer the question? (advanced, 12)

It is grounded when the evidence supports its claims well enough, and good when the judge finds that
it answers. What is wrong is one of eight issues, by one constrained token with its odds; it and the
claims that no passage states become one advice. Where the verifier has found the fault already, no
model is asked: a small one that has eight options hardly prefers one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.advanced.issues import ANSWER, meanings
from ragkit.graphs.advanced.state import GatedState
from ragkit.judges import Choice, choose_one, fit, graded_claims, risk, split
from ragkit.kit import Kit
from ragkit.state import REFUSAL, Claim
from ragkit.text.cite import cited
from ragkit.text.sentences import without_citations
from ragkit.thresholds import Bars, is_poor, passes, sufficient, ungraded

ASKED = "Answer: {draft}\nThis answer is not good enough. What is wrong with it?"
UNSUPPORTED_CLAIMS = Choice("unsupported_claims", odds=1.0)
LIMITED = "retrieval_limited"
"""The issue that only a draft from poor evidence can have."""
UNSUPPORTED = "No passage states this: {claim}"
ABSENT = "No passage has this: {anchors}."


def evaluate_answer(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, passages, grades, draft, rejected, advice, drafts · writes answer,
    claims, risk, groundedness, fit, verdict, answer_issue, advice, rejected, notes
    """
    kit = runtime.context
    if state.draft == REFUSAL:
        return _undecided(state, "refused")
    if state.draft in state.rejected:
        return _undecided(state, "repeated")
    texts, split_note = split(kit.llm, state.draft, state.words)
    claims, claims_note = graded_claims(texts, state.words, state.passages, kit.claim_judge)
    evidence = cited(state.draft, state.passages)
    odds, fit_note = fit(kit.judge, state.words, evidence, state.draft)
    grounded = None if ungraded(odds, claims) else 1 - risk(claims)
    verdict = sufficient(grounded, odds, state.quality, kit.settings)

    issue = None
    if verdict == "insufficient" and state.drafts < kit.settings.drafts:
        issue = issue_of(kit, state, grounded)
    notes = [kit.judge_note, split_note, claims_note, fit_note, issue.note if issue else ""]
    return {
        "answer": state.draft if verdict == "grounded" else "",
        "claims": claims,
        "risk": risk(claims),
        "groundedness": grounded,
        "fit": odds,
        "verdict": verdict,
        "answer_issue": issue,
        "advice": advice(issue, claims) if verdict == "insufficient" else "",
        "rejected": state.rejected if verdict == "grounded" else [*state.rejected, state.draft],
        "notes": [note for note in notes if note],
    }


def issue_of(kit: Kit, state: GatedState, grounded: float | None) -> Choice:
    """What is wrong with a draft: what the verifier found, or else by one token."""
    if not passes(grounded, Bars.of(kit.settings).grounded):
        return UNSUPPORTED_CLAIMS
    asked = ASKED.format(draft=without_citations(state.draft))
    choice = choose_one(kit.judge_llm, state.words, state.passages, asked, meanings(ANSWER))
    impossible = {UNSUPPORTED_CLAIMS.label}
    if not is_poor(state.quality, kit.settings):
        impossible.add(LIMITED)
    return choice.without(impossible)


def advice(issue: Choice | None, claims: Sequence[Claim]) -> str:
    """All that the next draft should do better, in one text.

    >>> claims = [Claim("Owls hunt.", 1.0), Claim("They eat 12.", 0.0, missing=("12",))]
    >>> print(advice(Choice("unsupported_claims"), claims))
    Say only what a passage states. No passage states this: They eat 12. No passage has this: 12.
    """
    parts = []
    if issue is not None and issue.label:
        parts.append(ANSWER[issue.label].instruction)
    for claim in claims:
        if claim.support != 1.0:
            parts.append(UNSUPPORTED.format(claim=claim.text))
    absent = dict.fromkeys(anchor for claim in claims for anchor in claim.missing)
    if absent:
        parts.append(ABSENT.format(anchors=", ".join(absent)))
    return " ".join(parts)


def _undecided(state: GatedState, verdict: str) -> dict[str, Any]:
    """The fields for a draft of which there is nothing to judge."""
    return {
        "answer": "",
        "claims": [],
        "risk": None,
        "groundedness": None,
        "fit": None,
        "verdict": verdict,
        "answer_issue": None,
        "advice": state.advice,
        "rejected": state.rejected,
        "notes": [],
    }
