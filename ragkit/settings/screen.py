"""What is set aside of the evidence because it may be hostile (`screen/screen.py`)."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ragkit.settings.marks import Off


class ScreenSettings(BaseModel):
    """The settings of the screen between retrieval and the model."""

    order_filter: Annotated[bool, Off("order filter", value=False)] = Field(
        True, description="whether text that gives orders to the model is set aside"
    )
    poison_filter: Annotated[bool, Off("poison filter", value=False)] = Field(
        True,
        description="whether a passage is set aside that repeats the question and contradicts "
        "other documents",
    )
