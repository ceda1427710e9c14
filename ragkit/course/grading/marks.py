"""The marks of a class: what became of each exercise of a learner, its points, and their sum.

An exercise is worth as many points as its level, as for nbgrader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from pydantic import ValidationError

from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.task import Words
from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading.grade import Graded
from ragkit.course.grading.states import STATES, State
from ragkit.course.hand_in import LABEL, PROGRESS, Label
from ragkit.course.whose import learner_of, submitted


@dataclass
class Marks:
    """The marks of one learner."""

    learner: str
    submissions: list[Graded] = field(default_factory=list)
    label: Label | None = None
    """When it was handed in, where `collect` wrote that down."""

    def state(self, id: str) -> State | None:
        """What became of a task, or None without it; the best, if it was handed in twice."""
        best: State | None = None
        for one in self.submissions:
            state = one.states.get(id)
            if state is None:
                continue
            if best is None or STATES.index(state) < STATES.index(best):
                best = state
        return best

    def points(self, task: Words) -> int:
        """The points of a task."""
        state = self.state(task.id)
        if state == "solved":
            return task.level
        return 0

    def sum(self, tasks: Iterable[Words]) -> int:
        """The points of several tasks."""
        total = 0
        for task in tasks:
            total += self.points(task)
        return total

    def verdicts(self) -> list[Verdict]:
        """What was found about its answers."""
        found: list[Verdict] = []
        for one in self.submissions:
            found += one.verdicts
        return found

    def notes(self) -> list[str]:
        """What is odd about its files, a sentence each, with the file where there are several."""
        found = []
        for one in self.submissions:
            said = [one.fault, *one.notes]
            file = PurePosixPath(one.name).name
            found += [f"{file}: {text}" for text in said if text]
        return found

    @property
    def handed_in(self) -> str:
        """When it was handed in; empty if nothing was, or that is not known."""
        if self.label is None or self.label.time is None:
            return ""
        return self.label.time.isoformat()

    @property
    def late(self) -> str:
        """Which of its files came late; empty where none did, or nothing is known."""
        if self.label is None:
            return ""
        files = set(self.label.late)
        files.discard(PROGRESS)
        return ", ".join(sorted(files))


def marks(graded: Iterable[Graded], folder: Path) -> list[Marks]:
    """The marks of each learner, by name, from the graded notebooks of a folder.

    Learners whom `collect` knows and who handed in no notebook are among them.
    """
    found: dict[str, Marks] = {}
    for file in submitted(folder).glob(f"*/{LABEL}"):
        label = _label(file)
        # A folder cannot have every name.
        if label is not None:
            found[file.parent.name] = Marks(label.name, label=label)
    for one in graded:
        name = learner_of(PurePosixPath(one.name))
        if name not in found:
            found[name] = Marks(name)
        found[name].submissions.append(one)
    names = sorted(found, key=str.casefold)
    return [found[name] for name in names]


def tasks_of(every: Sequence[Marks]) -> list[Words]:
    """The tasks that somebody handed in, in the order of the notebooks and of their sections."""
    found: set[str] = set()
    for one in every:
        for submission in one.submissions:
            found.update(submission.states)
    return [task for task in in_order() if task.id in found]


def _label(file: Path) -> Label | None:
    with suppress(OSError, ValidationError):
        return Label.model_validate_json(file.read_bytes())
    return None
