"""Phase IV: does a tier's answer go out?

The paper (tiered) compares the mean support of the claims, which is 1 - h, with one threshold. Here
each tier may have its own; without one, the highest risk is that of the answer critic. Besides, the
draft has to answer the question, as for that critic (`nodes/answer_critic.py`): a draft can be
supported and beside the point.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.documents.tiers import Tier
from ragkit.graphs.tiered.state import TieredState, last_tier
from ragkit.kit import Kit
from ragkit.nodes.answer_critic import judge_draft
from ragkit.settings import Settings


def score_answer(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, draft, claims, risk, rejected, loop, asked_web, tiers, asked ·
    writes answer, fit, verdict, rejected, notes
    """
    kit = runtime.context
    tier = last_tier(state.tiers, state.asked)
    return judge_draft(state, kit, with_threshold(tier, kit.settings))


def with_threshold(tier: Tier | None, settings: Settings) -> Settings:
    """The settings with the highest risk h that a tier's answer may have.

    That is 1 - the threshold of its row. Without one it stays what it is, because `risk_up_to`
    belongs to the thresholds that were chosen for the model.

    >>> with_threshold(Tier("rivers", threshold=0.75), Settings()).risk_up_to
    0.25
    >>> with_threshold(Tier("rivers"), Settings(risk_up_to=0.5)).risk_up_to
    0.5
    """
    if tier is None or not isinstance(tier.threshold, float | int):
        return settings
    risk = round(1 - tier.threshold, 9)
    return settings.model_copy(update={"risk_up_to": risk})
