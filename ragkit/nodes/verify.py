"""Split the draft into claims and judge whether the evidence states each one.

This is adaptive, section 4.7. When a claim is supported is in `support.py`.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.judges.claims import split
from ragkit.judges.support import graded_claims, risk
from ragkit.kit import Kit
from ragkit.state import CheckedState


def verify(state: CheckedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, hopped, draft, rejected · writes claims, risk, notes"""
    kit = runtime.context
    # An identical draft is not judged again.
    if state.draft in state.rejected:
        return {"claims": [], "risk": None, "notes": []}
    texts, split_note = split(kit.llm, state.draft, state.question)
    claims, judge_note = graded_claims(
        texts, state.question, state.passages, kit.claim_judge, state.hopped
    )
    notes = [kit.judge_note, split_note, judge_note]
    return {
        "claims": claims,
        "risk": risk(claims),
        "notes": [note for note in notes if note],
    }
