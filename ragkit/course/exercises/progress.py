"""What a learner has solved: the data, and its form in a file.

There is no account and no network: it is one JSON file, which can be sent by mail.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ragkit.course.exercises.shown import shown
from ragkit.course.exercises.verdict import Verdict
from ragkit.text.decoded import decoded
from ragkit.text.fault import first_fault
from ragkit.text.one_line import first_line

VERSION = 1
"""Version of the file that this kit reads and writes."""
MOST = 2_000_000
"""Largest file that is read, in bytes; a real one has some thousand."""
HINTS = 3
"""Number of hints of a task."""


class ProgressError(ValueError):
    """A progress file cannot be read. The message says why."""


class Record(BaseModel):
    """What happened with one task."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    tries: Annotated[int, Field(ge=0)] = 0
    """Number of checks until it was solved, that one included; or so far."""
    hints: Annotated[int, Field(ge=0, le=HINTS)] = 0
    """Number of hints taken before it was solved; or so far."""
    looked: bool = False
    """Whether the solution was looked at before it was solved."""
    first: str = ""
    """When it was first checked, in UTC, as ISO 8601."""
    solved: str = ""
    """When it was solved; empty while it is not."""
    active: str = ""
    """When it was last checked, or a hint or the solution was looked at, until it was solved."""
    last: str = ""
    """A digest of the last wrong answer, which counts once however often it is checked."""
    stumbles: dict[str, int] = Field(default_factory=dict)
    """How often an answer gave the same as a misconception, by its name."""

    def after(self, verdict: Verdict, written: str = "") -> Record:
        """The record after one more check. What is solved stays as it was.

        `written` is the digest of the answer. The same wrong one again is no further try.
        """
        if self.solved:
            return self
        now = _now()
        if written and written == self.last and not verdict.solved:
            return self.model_copy(update={"active": now})
        stumbles = dict(self.stumbles)
        for name in verdict.stumbles:
            stumbles[name] = stumbles.get(name, 0) + 1
        return self.model_copy(
            update={
                "tries": self.tries + 1,
                "first": self.first or now,
                "solved": now if verdict.solved else "",
                "stumbles": stumbles,
                "last": "" if verdict.solved else written,
                "active": now,
            }
        )

    def after_hint(self) -> Record:
        """The record after one more hint, of which there are three."""
        if self.solved or self.hints == HINTS:
            return self
        return self.model_copy(update={"hints": self.hints + 1, "active": _now()})

    def after_look(self) -> Record:
        """The record after a look at the solution."""
        if self.solved:
            return self
        return self.model_copy(update={"looked": True, "active": _now()})


class Progress(BaseModel):
    """What happened with all tasks, by id. A task without a record was not begun."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    version: int = VERSION
    ragkit: str = ""
    """The version of the kit that wrote it."""
    tasks: dict[str, Record] = Field(default_factory=dict)

    def of(self, id: str) -> Record:
        """The record of a task."""
        return self.tasks.get(id, Record())

    def with_record(self, id: str, record: Record) -> Progress:
        """A copy in which a task has this record."""
        tasks = self.tasks | {id: record}
        return Progress(ragkit=_installed(), tasks=tasks)


def load(file: Path) -> Progress:
    """The progress in a file; none where there is no file.

    Raises `ProgressError` for a file that is damaged or of another version.
    """
    try:
        with file.open("rb") as opened:
            raw = opened.read(MOST + 1)
        if len(raw) > MOST:
            raise ProgressError(f"it has more than {MOST:,} bytes, so it is no progress file")
        return _read(decoded(raw, file.name))
    except FileNotFoundError:
        return Progress()
    except ProgressError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise ProgressError(f"it is damaged ({first_line(error)})") from error


def digest(answer: object, verdict: Verdict) -> str:
    """Short text that is the same for the same code, or the same value, with the same mistakes."""
    try:
        text = inspect.getsource(answer)  # type: ignore[arg-type]
    except (OSError, TypeError):
        text = shown(answer)
    both = f"{text} {verdict.stumbles}"
    return hashlib.sha256(both.encode(errors="replace")).hexdigest()[:12]


def packed(progress: Progress) -> str:
    """The text of a progress file."""
    return progress.model_dump_json(indent=1) + "\n"


def _read(text: str) -> Progress:
    data: Any = json.loads(text)
    version = data.get("version") if isinstance(data, dict) else None
    if version is None:
        raise ProgressError("it is JSON, and no progress file: it has no version")
    if version != VERSION:
        raise ProgressError(f"it is of version {version}, and this kit reads version {VERSION}")
    try:
        return Progress.model_validate_json(text)
    except ValidationError as error:
        raise ProgressError(f"it is damaged ({first_fault(error)})") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _installed() -> str:
    versions = [one.version for one in distributions(name="ragkit")]
    return versions[0] if versions else ""
