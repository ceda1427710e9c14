"""What is remembered of earlier runs (adaptive, section 4.9)."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ragkit.settings.marks import Folder, Mark


class MemorySettings(BaseModel):
    """The settings of the failure memory."""

    memory: Annotated[bool, Mark.OPENS] = Field(
        True, description="remember failed questions and verified answers"
    )
    memories: Annotated[Folder | None, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        None, description="folder of the memory; None: beside the corpus's index"
    )
