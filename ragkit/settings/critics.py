"""Which judge is used, and the thresholds that evidence and drafts have to pass.

They are those of (adaptive, sections 4.2 to 4.8). Their values were chosen for the embedded model
as a zero-shot judge, under the defaults of all other settings. Those of the taught judge are in
`thresholds/shipped.json`. Another model needs its own, which `python -m ragkit calibrate` chooses
(`thresholds/`).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ragkit.settings.marks import File, Mark, Off, Share, Slider

JudgeName = Literal["odds", "taught", "structured", "nli"]


class CriticSettings(BaseModel):
    """The settings of the planner, the judges and the critics."""

    judge: JudgeName | None = Field(
        None,
        description="judge of the evidence; also of the claims, unless it is nli; None: taught "
        "where an adapter ships for the model, else odds",
    )
    nli: str = Field("cross-encoder/nli-deberta-v3-base", description="hub name or local folder")
    # The path is no part of a result's key. The SHA-256 of the file is (`weights/adapters.py`).
    adapter: Annotated[File | None, Mark.SAME_ANSWER] = Field(
        None, description="adapter of the taught judge; None: the one that ships for the model"
    )
    writer_adapter: Annotated[File | None, Mark.SAME_ANSWER] = Field(
        None, description="adapter that the embedded model writes with; None: it writes as it is"
    )
    judges: Annotated[int | None, Mark.SAME_ANSWER] = Field(
        None, ge=1, description="judgements made at the same time; None: 1 when embedded, else 4"
    )
    # Through the thresholds alone it changes an answer, and these are in a result's key.
    wrong_costs: Annotated[float | None, Mark.SAME_ANSWER] = Field(
        None,
        ge=0,
        le=100,
        description="what a wrong answer costs, where a correct one is worth 1 and none 0: takes "
        "the thresholds that were chosen for this price; None: those that were chosen for targets",
    )
    answerable_from: Annotated[Share, Slider("the passages suffice from (τ)")] = Field(
        0.60, description="answerability a from which the evidence is approved"
    )
    pass_from: Share | None = Field(
        None, description="odds from which `tiny` passes the evidence on; None: `answerable_from`"
    )
    supported_above: Share = Field(0.94, description="odds above which a claim counts 1")
    partly_above: Share = Field(0.40, description="odds above which a claim counts 0.5")
    risk_up_to: Annotated[Share, Slider("a draft is given up to this risk (h)")] = Field(
        0.5, description="risk h up to which a draft becomes the answer (adaptive, eq. 16)"
    )
    rival_from: Annotated[float, Off("readings", 2.0, boxed=False)] = Field(
        0.75,
        ge=0,
        description="fraction of the best sentence's words that another one needs; above 1: none",
    )
    fit_from: Annotated[Share, Slider("a draft answers the question from (fit)")] = Field(
        0.72,
        description="odds, that the draft answers the question, from which it becomes the answer",
    )
    retry: Annotated[bool, Off("retries", value=False, on=True)] = Field(
        False, description="whether a critic may send a question back to the search"
    )
    retry_raises: Share = Field(
        0.15, description="what each retry adds to answerable_from and fit_from"
    )
