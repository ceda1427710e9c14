"""Decide whether a draft becomes the answer (adaptive, section 4.8).

It does when its claims are supported and it answers the question. The paper looks at h, the
hallucination risk, alone. But a draft can be true and beside the point, when it says the nearest
thing that the passages do state. So the judge is asked one more question here. `bars.verdict`
weighs both.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.judges import fit
from ragkit.kit import Kit
from ragkit.nodes.bars import verdict
from ragkit.nodes.keywords import keywords
from ragkit.state import REFUSAL, CheckedState


def answer_critic(state: CheckedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, draft, claims, risk, rejected, loop, asked_web · writes
    answer, fit, verdict, rejected, feedback, notes
    """
    kit = runtime.context
    odds, note = None, ""
    if state.draft != REFUSAL:
        odds, note = fit(kit.judge, state.question, state.passages, state.draft)
    decision = verdict(state, odds, kit.settings)

    rejected = state.rejected
    if decision not in ("refused", "grounded"):
        rejected = [*rejected, state.draft]
    feedback = ""
    if decision == "beside the point":
        feedback = keywords(kit.llm, state.question, state.passages)
    return {
        "answer": state.draft if decision == "grounded" else "",
        "fit": odds,
        "verdict": decision,
        "rejected": rejected,
        "feedback": feedback,
        "notes": [note] if note else [],
    }
