"""A submitted notebook: its cells, its tasks, and what is odd about it.

It is read without trust: it may be no notebook at all, and any part of it may be of any type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragkit.course.exercises.catalogue import ids
from ragkit.course.exercises.checks import learners_file
from ragkit.course.sections import CHECK
from ragkit.text.one_line import first_line

MOST = 20_000_000
"""Largest notebook that is read, in bytes."""
LATEST = 4
"""Version of the notebook format that is read."""
VARIANT = re.compile(r"""^\s*variant\([^,]*,\s*(["'])(.*?)\1\s*\)""", re.MULTILINE)
"""The line in which a notebook says whose variants are meant."""
SHOWS = re.compile(r"(?:check|hint|solution|progress)\(.*\)")
"""A line that only shows something."""


class NotGradable(ValueError):
    """A submission cannot be graded at all. The message says why, and what to do."""


@dataclass(frozen=True)
class Cell:
    """A code cell."""

    number: int
    """Its place among all cells, from 1."""
    source: str
    grade_id: str = ""
    """nbgrader's id: a task's for its answer, with `-check` for its check; empty for the rest."""

    @property
    def only_shows(self) -> bool:
        """Whether it only shows something: the grader has checks of its own, and needs no hint."""
        for line in self.source.splitlines():
            text = line.strip()
            if text and not SHOWS.fullmatch(text):
                return False
        return True


@dataclass(frozen=True)
class Submission:
    """The code cells of a notebook, and which exercise it says it is."""

    cells: tuple[Cell, ...]
    exercise: str = ""
    version: str = ""

    @property
    def grade_ids(self) -> list[str]:
        """The ids of its marked cells, in order."""
        return [cell.grade_id for cell in self.cells if cell.grade_id]

    @property
    def learner(self) -> str:
        """Whose variants it says are meant; empty where it names nobody."""
        for cell in self.cells:
            found = VARIANT.search(cell.source)
            if found:
                return found[2]
        return ""

    def to_run(self) -> tuple[Cell, ...]:
        """The cells up to the last marked one; all of them where a task has no cell of its own.

        What follows only uses the answers, and an answer that hangs or crashes would do it there.
        """
        marked = set(self.grade_ids)
        if not marked.issuperset(self.tasks()):
            return self.cells
        last = 0
        for place, cell in enumerate(self.cells):
            if cell.grade_id:
                last = place
        return self.cells[: last + 1]

    def untouched(self) -> set[str]:
        """The ids of the tasks whose answers are as they were given; none if that is not known."""
        try:
            given = read(learners_file(Path(self.exercise).name))
        except NotGradable:
            return set()
        own = {cell.grade_id: cell.source.strip() for cell in self.cells if cell.grade_id}
        as_given = {cell.grade_id: cell.source.strip() for cell in given.cells if cell.grade_id}
        return {id for id, source in own.items() if as_given.get(id) == source}

    def tasks(self) -> list[str]:
        """The ids of its tasks: those of its exercise, and those that its cells are marked with.

        Raises `NotGradable` where there are none, and `NoTask` where the kit has none.
        """
        marked = [id for id in self.grade_ids if not id.endswith("-check")]
        called = [id for cell in self.cells for id in CHECK.findall(cell.source)]
        number = f"{self.exercise[:2]}-"
        known = ids()
        due = [id for id in known if id.startswith(number)]
        found = [id for id in dict.fromkeys([*due, *marked, *called]) if id in known]
        if not found:
            raise NotGradable(
                "no exercise of this kit is in it; hand in the notebook from exercises/ itself"
            )
        return found


def read(file: Path) -> Submission:
    """A submission from its file. Raises `NotGradable`."""
    data = _json(file)
    if not isinstance(data, dict):
        raise NotGradable("it is not a notebook: it is JSON of another kind")
    version = data.get("nbformat")
    if version != LATEST:
        raise NotGradable(
            f"it is a notebook of format {version}, and format {LATEST} is read; "
            "open it in JupyterLab and save it"
        )
    cells = data.get("cells")
    if not isinstance(cells, list):
        raise NotGradable("it is not a notebook: it has no list of cells")
    marks = _dict(_dict(data.get("metadata")).get("ragkit"))
    found = [_cell(number, cell) for number, cell in enumerate(cells, start=1)]
    return Submission(
        tuple(cell for cell in found if cell is not None),
        _text(marks.get("exercise")),
        _text(marks.get("version")),
    )


def oddities(submission: Submission) -> list[str]:
    """What differs from the exercise as it is here, a sentence each."""
    try:
        given = read(learners_file(Path(submission.exercise).name))
    except NotGradable:
        return ["it does not say which exercise it is; its tasks were found by their ids"]
    notes = []
    if submission.version != given.version:
        notes.append(
            f"it is of another version of the exercise ({submission.version or 'unknown'}, and "
            f"here is {given.version}); it was graded by the checks here"
        )
    return notes + _moved(submission.grade_ids, given.grade_ids)


def _moved(handed_in: Sequence[str], given: Sequence[str]) -> list[str]:
    """Which marked cells are missing, there twice, unknown, or in another order."""
    notes = []
    missing = [id for id in given if id not in handed_in]
    if missing:
        notes.append(f"cells are missing: {', '.join(missing)}")
    once = list(dict.fromkeys(handed_in))
    twice = [id for id in once if handed_in.count(id) > 1]
    if twice:
        notes.append(f"cells are there more than once, and the last one counts: {', '.join(twice)}")
    strange = [id for id in once if id not in given]
    if strange:
        notes.append(f"cells are not of this exercise: {', '.join(map(_short, strange))}")
    order = [id for id in once if id in given]
    if order != [id for id in given if id in order]:
        notes.append(f"cells are in another order: {', '.join(order)}")
    return notes


def _json(file: Path) -> Any:
    try:
        with file.open("rb") as opened:
            raw = opened.read(MOST + 1)
        if len(raw) > MOST:
            raise NotGradable(f"it has more than {MOST:,} bytes; clear its outputs and save it")
        return json.loads(raw)
    except NotGradable:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise NotGradable(
            f"it cannot be read as a notebook ({first_line(error)}); "
            "open it in JupyterLab, save it and hand it in again"
        ) from error


def _cell(number: int, cell: Any) -> Cell | None:
    """A code cell; None for any other."""
    fields = _dict(cell)
    if fields.get("cell_type") != "code":
        return None
    source = fields.get("source", "")
    if isinstance(source, list):
        source = "".join(map(_text, source))
    marks = _dict(_dict(fields.get("metadata")).get("nbgrader"))
    return Cell(number, _text(source), _text(marks.get("grade_id")))


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _short(text: str) -> str:
    return text[:60]
