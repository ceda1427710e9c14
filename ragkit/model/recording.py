"""A recording: replies of a model, for machines that cannot run it or have no key for it.

How it is read and written is in `recording_file.py`, how it answers in `recorded.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ragkit.model.recorded_reply import Reply

Line = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]{1,300}$")]
"""A text that can be shown in a terminal: a recording may be a stranger's."""
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class RecordingError(RuntimeError):
    """A recording cannot be made or used; the message says why and what to do."""


class NotRecorded(RecordingError):
    """A recording has no reply to this request."""


class Header(BaseModel):
    """What a recording says of itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int
    """Number of the form of its file."""
    ragkit: Line
    """Version of the kit that asked."""
    date: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]
    models: Annotated[dict[Line, Sha256], Field(min_length=1)]
    """Each model that replied, with the SHA-256 of its file, or of its name at an endpoint."""
    notebooks: tuple[Line, ...]
    replies: int


@dataclass(frozen=True, eq=False)
class Recording:
    """The replies of one recording, or of all recordings in a folder."""

    place: Path
    headers: tuple[Header, ...]
    replies: Mapping[str, Reply]
    """By the key of the request (`replies.py`)."""

    @property
    def models(self) -> dict[str, str]:
        """Each model that replied, with the SHA-256 of its file."""
        models: dict[str, str] = {}
        for header in self.headers:
            models |= header.models
        return models

    @property
    def source(self) -> str:
        """Which model replied, and when: `qwen2.5-coder-1.5b on 2025-12-31`."""
        names = " and ".join(sorted(self.models))
        dates = sorted({header.date for header in self.headers})
        if len(dates) == 1:
            return f"{names} on {dates[0]}"
        return f"{names} from {dates[0]} to {dates[-1]}"

    @property
    def line(self) -> str:
        """What is said on top of a page."""
        return f"Replies recorded with {self.source}. What was not recorded is not answered."

    @property
    def misfit(self) -> str:
        """A note where another version of the kit made the recording; otherwise empty."""
        made = {header.ragkit for header in self.headers}
        here = installed()
        if made == {here}:
            return ""
        versions = ", ".join(sorted(made))
        return f"it was made with ragkit {versions}, and ragkit {here} may ask in other words"

    def __str__(self) -> str:
        count = len(self.replies)
        noun = "reply" if count == 1 else "replies"
        return f"{count:,} {noun} of {self.source}"


def installed() -> str:
    """The version of this kit."""
    versions = [one.version for one in distributions(name="ragkit")]
    return versions[0] if versions else "unknown"
