"""What the system `advanced` and the tiers beside it need to go on (advanced, features 6 to 15).

The values are the paper's, except where a line says otherwise. None was chosen on questions yet:
`python -m ragkit calibrate` chooses those of the critics (`thresholds/entry.py`), and these can be
chosen from the same first passes, whose odds are in the traces.
"""

from __future__ import annotations

from pydantic import BaseModel, Field


class AdvancedSettings(BaseModel):
    """The settings of the gates of `advanced`, of its two-stage reranking, and of asking back."""

    quality_from: float = Field(
        0.60, ge=0, le=1, description="answerability from which `advanced` searches no further"
    )
    topic_from: float = Field(
        0.2, ge=0, le=1, description="relevance from which evidence is not called off the topic"
    )
    searches: int = Field(
        3, ge=1, le=5, description="how often `advanced` searches before it takes what there is"
    )
    grounded_from: float = Field(
        0.80, ge=0, le=1, description="share of a draft's claims that the evidence has to support"
    )
    good_fit_from: float = Field(
        0.65, ge=0, le=1, description="fit that a draft from good evidence needs"
    )
    poor_fit_from: float = Field(
        0.50, ge=0, le=1, description="fit that a draft from poor evidence needs"
    )
    drafts: int = Field(3, ge=1, le=5, description="how many drafts `advanced` writes at most")
    # The paper's is on. A perfect judge could bring what is asked for into the evidence of 6 in 100
    # more questions, and it reads more than twice the tokens before the answer begins.
    judge_rerank: bool = Field(
        False, description="whether the judge chooses four of the ten best passages in `advanced`"
    )
    ask_back: bool = Field(True, description="whether an unclear question is asked back")
    reading_from: float = Field(
        0.65,
        ge=0,
        le=1,
        description="odds from which a sentence is a reading of an unclear question",
    )
