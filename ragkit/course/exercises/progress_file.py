"""The learner's progress file: read, changed and written in one go.

It is a convenience. Where it cannot be written, the kernel remembers instead, and a note says so. A
file that cannot be read is set aside under another name, and never overwritten.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_data_path

from ragkit.course.exercises.progress import Progress, ProgressError, Record, load, packed
from ragkit.disk.whole import write_whole
from ragkit.settings import Settings
from ragkit.text.one_line import first_line

PATIENCE = 0.9
"""Seconds to wait while another notebook writes the file."""


class ProgressFile:
    """A progress file, and what could not be written to it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.unsaved: Progress | None = None
        """The progress, once a write failed."""

    def read(self) -> tuple[Progress, str]:
        """The progress, and a note where the file cannot be read or was not written."""
        if self.unsaved is not None:
            return self.unsaved, f"{self.file} cannot be written; this lasts as long as the kernel"
        try:
            return load(self.file), ""
        except ProgressError as error:
            then = "The next check sets it aside and begins a new one."
            return Progress(), f"{self.file} cannot be read: {error}. {then}"

    def update(self, id: str, change: Callable[[Record], Record]) -> tuple[Record, str]:
        """Change the record of a task and write the file; the record, and a note or nothing."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(f"{self.file}.lock", timeout=PATIENCE):
                before, note = self._begin()
                after = _changed(before, id, change)
                write_whole(self.file, packed(after).encode())
            self.unsaved = None
        except (OSError, Timeout) as error:
            before, _ = self.read()
            after = self.unsaved = _changed(before, id, change)
            note = f"your progress is not kept: {first_line(error)}. RAGKIT_PROGRESS names a file"
        return after.of(id), note

    def _begin(self) -> tuple[Progress, str]:
        """The progress to go on from; a file that cannot be read is moved out of the way."""
        if self.unsaved is not None:
            return self.unsaved, ""
        try:
            return load(self.file), ""
        except ProgressError as error:
            aside = set_aside(self.file)
            return Progress(), f"{self.file.name} could not be read: {error}. It is now {aside}"


def progress_file() -> ProgressFile:
    """The file that the settings name, or `progress.json` in the user's data folder."""
    chosen = Settings().progress
    return _at(chosen or user_data_path("ragkit") / "progress.json")


@cache
def _at(file: Path) -> ProgressFile:
    return ProgressFile(file)


def set_aside(file: Path) -> Path:
    """Rename a file so that its name says when it was set aside; its new path. Raises `OSError`."""
    now = datetime.now(UTC)
    aside = file.with_name(f"{file.stem}-set-aside-{now:%Y%m%d-%H%M%S-%f}{file.suffix}")
    return file.rename(aside)


def _changed(progress: Progress, id: str, change: Callable[[Record], Record]) -> Progress:
    record = change(progress.of(id))
    return progress.with_record(id, record)
