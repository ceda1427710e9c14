"""What a learner hands in: one zip file with the progress, and the notebooks with a changed answer.

The name inside the file is the learner's. So thirty files, sent in any way, can be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import nbformat
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from ragkit.course.derive import version
from ragkit.course.exercises.checks import COPY, EXERCISES
from ragkit.course.exercises.progress import ProgressError, load
from ragkit.course.sections import Misplaced

PROGRESS = "progress.json"
"""What a progress file is called until its owner renames it."""
LABEL = "hand-in.json"
"""Says whose the file is, and of when."""
GRADES = "grades.json"
"""What the grader found, which it reads when it grades one exercise again."""
LONGEST = 80
"""Characters of a name."""


class NotHandedIn(ValueError):
    """Nothing can be handed in. The message says why, and what to do."""


class Label(BaseModel):
    """Whose work it is, and when it was handed in."""

    model_config = ConfigDict(frozen=True)

    name: str = Field(min_length=1, max_length=LONGEST)
    time: AwareDatetime | None = None
    """By the clock of the learner's machine; None for one who handed in nothing."""
    late: tuple[str, ...] = ()
    """Files that came after the due date."""


def hand_in(name: str, progress: Path, to: Path, exercises: Path = EXERCISES) -> tuple[Path, ...]:
    """Write the file to hand in into a folder; its path, and then those of the files inside.

    `progress` is the learner's progress file, which may be missing. Raises `NotHandedIn`,
    `OSError`.
    """
    now = datetime.now(UTC).replace(microsecond=0)
    label = Label(name=good_name(name), time=now)
    inside = [*changed_notebooks(exercises)]
    if _is_begun(progress):
        inside.append(progress)
    if not inside:
        raise NotHandedIn(
            f"asked to hand in the exercises in {exercises}, got none with a changed answer, and "
            f"no progress in {progress}; save the notebook, and run the command in its kit"
        )
    to.mkdir(parents=True, exist_ok=True)
    file = to / f"{as_file_name(label.name)} {now:%Y%m%d-%H%M%S}.zip"
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        packed.writestr(LABEL, label.model_dump_json(indent=1))
        for one in inside:
            packed.write(one, PROGRESS if one == progress else one.name)
    return (file, *inside)


def good_name(name: str) -> str:
    """A learner's name without needless spaces. Raises `NotHandedIn`.

    >>> good_name(" Ada  Lovelace ")
    'Ada Lovelace'
    """
    found = " ".join(name.split())
    is_plain = found.isprintable() and any(letter.isalnum() for letter in found)
    if not is_plain or len(found) > LONGEST or "/" in found:
        raise NotHandedIn(
            f"asked for your name, got {name!r}; write it as in `hand-in 'Ada Lovelace'`, in at "
            f"most {LONGEST} characters"
        )
    return found


def as_file_name(name: str) -> str:
    """A name as that of a file or a folder, which every operating system can keep.

    >>> as_file_name("Zoë O'Neil"), as_file_name("../a:b.")
    ("Zoë O'Neil", '_a_b')
    """
    kept = ""
    for letter in name:
        kept += letter if letter.isalnum() or letter in " '-_." else "_"
    return kept.strip(" .") or "_"


def changed_notebooks(exercises: Path) -> Iterator[Path]:
    """The learner's notebooks in which an answer or a check is not as it was given."""
    for file in sorted(exercises.glob(f"{COPY}*.ipynb")):
        try:
            notebook = nbformat.read(file, as_version=4)
            given = notebook.metadata.get("ragkit", {}).get("version")
            is_changed = version(notebook) != given
        # The grader says what is wrong with it.
        except (ValueError, AttributeError, Misplaced):
            is_changed = True
        if is_changed:
            yield file


def _is_begun(progress: Path) -> bool:
    """Whether there is a file with progress; one that is damaged counts, and `collect` says so."""
    try:
        return bool(load(progress).tasks)
    except ProgressError:
        return True
