"""Which tiers are asked, when one is trusted, and what the gate in front of them stops (tiered).

Of these thresholds only `domain_from` was measured yet (docs/retrieval.md). So the gate stops only
what a checked answer denies, memory is never trusted, and an answer of a tier needs what any answer
needs.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field

from ragkit.settings.marks import Mark, Share


class TierSettings(BaseModel):
    """The settings of the answerability gate and of the system `tiered`."""

    exit_from: Share | None = Field(
        None,
        description="odds from which an answer from memory goes out without evidence; None: never",
    )
    domain_from: float = Field(
        0.3,
        ge=-1,
        le=1,
        description="similarity from which a question belongs to an archive",
    )
    tier_timeout: Annotated[float, Mark.SAME_ANSWER] = Field(
        60.0, gt=0, description="seconds within which a tier has to reply"
    )
    today: date | None = Field(
        None, description="the date of today for the gate; None: the one of this machine"
    )
