"""Where the progress in the exercises is kept."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ragkit.settings.marks import File, Mark


class CourseSettings(BaseModel):
    """The settings of the room `course`."""

    progress: Annotated[File | None, Mark.SAME_ANSWER] = Field(
        None, description="file of the progress in the exercises; None: in your data folder"
    )
