"""Phase IV: does a tier's answer go out?

The paper (tiered) compares the mean support of the claims, which is 1 - h, with one threshold. Here
each tier may have its own. Besides, the draft has to answer the question, as for the answer critic
(`nodes/answer_critic.py`): a draft can be supported and beside the point.
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
    """The settings with the highest risk h that a tier's answer may have: 1 - its threshold.

    >>> with_bar(Tier("rivers", threshold=0.75), Settings()).risk_up_to
    0.25
    >>> round(with_bar(Tier("rivers"), Settings(tau=0.7)).risk_up_to, 9)
    0.3
    """
    bar = settings.tau
    if tier is not None and isinstance(tier.threshold, float | int):
        bar = tier.threshold
    risk = round(1 - bar, 9)
    return settings.model_copy(update={"risk_up_to": risk})
