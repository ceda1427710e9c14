"""Does the draft go out? Only when its claims are supported and it answers what was asked (papers/000, section 4.8).

The paper looks at h alone. A draft can be true and beside the point - the nearest thing that the passages do say - so
one more question is asked here; the policy decides on both.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.judges import fit
from ragkit.keywords import keywords
from ragkit.kit import Kit
from ragkit.policy import grounded, tries, ungraded
from ragkit.state import REFUSAL, RAGState


def answer_critic(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, draft, claims, risk, rejected, loop, moves · writes
    answer, fit, rejected, feedback, notes"""
    kit = runtime.context
    if state.draft == REFUSAL:
        return {"answer": "", "fit": None, "rejected": state.rejected, "feedback": "", "notes": []}
    fits, note = fit(kit.judge, state.question, state.passages, state.draft)
    notes, judged = [note] if note else [], not ungraded(fits, state.claims)
    if grounded(state.risk, fits, tries(state), kit.settings):
        return {"answer": state.draft, "fit": fits, "rejected": state.rejected, "feedback": "", "notes": notes}
    beside = judged and state.risk is not None and state.risk <= kit.settings.risk_up_to
    feedback = keywords(kit.llm, state.question, state.passages) if beside else ""
    return {
        "answer": "", "fit": fits, "rejected": [*state.rejected, state.draft], "feedback": feedback, "notes": notes,
    }  # fmt: skip
