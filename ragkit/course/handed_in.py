"""The pieces that a class handed in, found in a folder, each with its learner and its time.

Three forms are read: the zip files of `hand-in`, nbgrader's `submitted/NAME/ASSIGNMENT/`, and
notebooks or progress files that have the learner's name. None of them is trusted.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from ragkit.course.exercises.checks import COPY, learners_file
from ragkit.course.grading.submission import MOST, NotGradable, read
from ragkit.course.hand_in import LABEL, LONGEST, PROGRESS, Label
from ragkit.course.whose import learner_of, submitted
from ragkit.text.one_line import first_line

TIMESTAMP = "timestamp.txt"
"""nbgrader's file beside the work: when it was handed in."""
BROKEN = (OSError, ValueError, RuntimeError, EOFError, zipfile.BadZipFile, zlib.error)
"""What reading a file of others can raise, zip files among them."""


@dataclass(frozen=True)
class Piece:
    """One file of a learner: a notebook, or the progress."""

    learner: str
    name: str
    """What it is called where it is graded."""
    time: datetime
    place: Path | zipfile.Path
    source: str
    """Where it was found, below the folder of all."""

    def content(self) -> bytes:
        """Its bytes. Raises one of `BROKEN`."""
        return _bounded(self.place)


def pieces(folder: Path, besides: Path) -> tuple[list[Piece], list[str]]:
    """The pieces below a folder, and a sentence about each zip file that cannot be read.

    What is below `besides` is left out. In a course of nbgrader, only `submitted/` is read. Raises
    `FileNotFoundError`.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"asked for what was handed in, in {folder}, got no folder")
    root = submitted(folder)
    found: list[Piece] = []
    troubles = []
    for file in sorted(root.rglob("*")):
        way = file.relative_to(root)
        is_hidden = any(part.startswith(".") for part in way.parts)
        if is_hidden or file.is_relative_to(besides) or not file.is_file():
            continue
        try:
            found += _of_file(file, way)
        except BROKEN as error:
            then = "ask for the file again, as `hand-in` wrote it"
            troubles.append(f"{way} is skipped: {first_line(error)}; {then}")
    return found, troubles


def _of_file(file: Path, way: Path) -> list[Piece]:
    """The pieces in one file. Raises one of `BROKEN`."""
    if file.suffix == ".zip":
        return list(_zipped(file, way))
    name = ""
    if file.suffix == ".ipynb":
        name = _notebook_name(file)
    elif file.name == PROGRESS or file.suffix == ".json" and len(way.parts) == 1:
        name = PROGRESS
    if not name:
        return []
    learner = learner_of(way)
    piece = Piece(
        learner[:LONGEST],
        name,
        _time(file),
        file,
        way.as_posix(),
    )
    return [piece]


def _zipped(file: Path, way: Path) -> Iterator[Piece]:
    """Yield the notebooks and the progress in a zip file. Raises one of `BROKEN`."""
    opened = zipfile.ZipFile(file)
    names = opened.namelist()
    stem = file.stem
    label = Label(name=stem[:LONGEST])
    if LABEL in names:
        raw = _bounded(zipfile.Path(opened, LABEL))
        label = Label.model_validate_json(raw)
    for name in names:
        last = PurePosixPath(name).name
        is_work = last == PROGRESS or last.endswith(".ipynb")
        # macOS adds files of its own, whose names begin with a dot.
        if not is_work or last.startswith("."):
            continue
        yield Piece(
            label.name,
            last,
            label.time or _time(file),
            zipfile.Path(opened, name),
            way.as_posix(),
        )


def _bounded(place: Path | zipfile.Path) -> bytes:
    with place.open("rb") as opened:
        raw: bytes = opened.read(MOST + 1)
    if len(raw) > MOST:
        raise ValueError(f"it has more than {MOST:,} bytes")
    return raw


def _notebook_name(file: Path) -> str:
    """The name that a notebook has in the kit, whatever the learner called it."""
    if file.name.startswith(COPY):
        return file.name
    with suppress(NotGradable):
        given = learners_file(Path(read(file).exercise).name)
        if given.is_file():
            return given.name
    return file.name


def _time(file: Path) -> datetime:
    """When a file was handed in: as nbgrader wrote it down, or when the file was last changed."""
    stamp = file.with_name(TIMESTAMP)
    with suppress(OSError, ValueError):
        text = stamp.read_text(encoding="utf-8").strip()
        when = datetime.fromisoformat(text.removesuffix(" UTC"))
        return when.replace(tzinfo=UTC)
    changed = file.stat().st_mtime
    return datetime.fromtimestamp(changed, UTC)
