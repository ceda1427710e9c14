"""Decide whether a draft becomes the answer (adaptive, section 4.8).

It does when its claims are supported and it answers the question. The paper looks at h, the
hallucination risk, alone. But a draft can be true and beside the point, when it says the nearest
thing that the passages do state. So the judge is asked one more question here. `thresholds.verdict`
weighs both.

This judge sees only the passages that the draft cites. With all of the evidence in view, the odds
of a small judge hardly say whether an answer is right (docs/decisions.md). What other documents say
joins the answer only afterwards (`readings.py`): a judge that sees two answers finds neither right.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.judges import fit
from ragkit.kit import Kit
from ragkit.nodes.retry import keywords, may_retry
from ragkit.settings import Settings
from ragkit.state import REFUSAL, CheckedState
from ragkit.text.cite import cited
from ragkit.thresholds import verdict


def answer_critic(state: CheckedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, draft, claims, risk, rejected, loop, depth, asked_web · writes
    answer, fit, verdict, rejected, feedback, notes
    """
    kit = runtime.context
    decided = judge_draft(state, kit, kit.settings)
    feedback = ""
    if decided["verdict"] == "beside the point" and may_retry(state, kit.settings):
        feedback = keywords(kit.llm, state.question, state.passages)
    notes = decided.pop("notes")
    return decided | {"feedback": feedback, "notes": notes}


def judge_draft(state: CheckedState, kit: Kit, settings: Settings) -> dict[str, Any]:
    """The result for a draft under the thresholds of some settings: the fields that follow from it.

    They are answer, fit, verdict, rejected and notes.
    """
    odds, note = None, ""
    if state.draft != REFUSAL and state.draft not in state.rejected:
        evidence = cited(state.draft, state.passages)
        odds, note = fit(kit.judge, state.question, evidence, state.draft)
    decision = verdict(state, odds, settings)

    rejected = state.rejected
    if decision not in ("refused", "repeated", "grounded"):
        rejected = [*rejected, state.draft]
    notes = [kit.judge_note, note]
    return {
        "answer": state.draft if decision == "grounded" else "",
        "fit": odds,
        "verdict": decision,
        "rejected": rejected,
        "notes": [note for note in notes if note],
    }
