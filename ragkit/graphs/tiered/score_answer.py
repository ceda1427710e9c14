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
from ragkit.nodes.answer_critic import criticised
from ragkit.settings import Settings


def score_answer(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, draft, claims, risk, rejected, loop, asked_web, tiers, asked ·
    writes answer, fit, verdict, rejected, notes
    """
    kit = runtime.context
    tier = last_tier(state.tiers, state.asked)
    return criticised(state, kit, with_bar(tier, kit.settings))


def with_bar(tier: Tier | None, settings: Settings) -> Settings:
    """The settings with the highest risk h that a tier's answer may have.

    That is 1 - the threshold of its row, or of all rows (`tau`). Without either it stays what it
    is, because `risk_up_to` belongs to the thresholds that were chosen for the model.

    >>> with_bar(Tier("rivers", threshold=0.75), Settings()).risk_up_to
    0.25
    >>> with_bar(Tier("rivers"), Settings(tau=0.7)).risk_up_to
    0.3
    >>> with_bar(Tier("rivers"), Settings(risk_up_to=0.5)).risk_up_to
    0.5
    """
    bar = settings.tau
    if tier is not None and isinstance(tier.threshold, float | int):
        bar = tier.threshold
    if bar is None:
        return settings
    risk = round(1 - bar, 9)
    return settings.model_copy(update={"risk_up_to": risk})
