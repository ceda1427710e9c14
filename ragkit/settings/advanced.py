"""What the system `advanced` and the tiers beside it need to go on (advanced, features 6 to 15).

Its gates ask the critics' questions, so thresholds that were chosen for your model
(`python -m ragkit calibrate`) hold for them too. The paper's own values are .60 for the evidence,
.80 for the claims, and .65 or .50 for the fit after good or poor evidence; what these would let out
is in docs/checking.md.
"""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragkit.settings.marks import Share


class AdvancedSettings(BaseModel):
    """The settings of the gates of `advanced`, of its two-stage reranking, and of asking back."""

    quality_from: Share | None = Field(
        None,
        description="answerability from which `advanced` searches no further; None: "
        "`answerable_from`",
    )
    topic_from: Share = Field(
        0.2, description="relevance from which evidence is not called off the topic"
    )
    searches: int = Field(
        3, ge=1, le=5, description="how often `advanced` searches before it takes what there is"
    )
    grounded_from: Share | None = Field(
        None,
        description="mean support that a draft's claims need in `advanced`; None: 1 - `risk_up_to`",
    )
    good_fit_from: Share | None = Field(
        None, description="fit that a draft from good evidence needs; None: `fit_from`"
    )
    # The paper asks less after poor evidence. On *fit*, most drafts from poor evidence are wrong.
    poor_fit_from: Share | None = Field(
        None, description="fit that a draft from poor evidence needs; None: `fit_from`"
    )
    drafts: int = Field(3, ge=1, le=5, description="how many drafts `advanced` writes at most")
    # The paper's is on. A perfect judge could bring what is asked for into the evidence of 6 in 100
    # more questions, and it reads more than twice the tokens before the answer begins.
    judge_rerank: bool = Field(
        False, description="whether the judge chooses four of the ten best passages in `advanced`"
    )
    ask_back: bool = Field(True, description="whether an unclear question is asked back")
