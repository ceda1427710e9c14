"""The progress of a class: many progress files as one table, and where each learner is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from ragkit.course.class_minutes import class_minutes
from ragkit.course.exercises.progress import Progress, ProgressError, Record, load
from ragkit.course.exercises.task import Words
from ragkit.course.hand_in import GRADES, LABEL, PROGRESS

BESIDES = {LABEL, GRADES}
"""Files of this kit that may be beside those with progress."""
MANY = 3
"""Tries from which a learner counts as stuck."""
State = Literal["not begun", "trying", "stuck", "solved with help", "solved"]
HEAD = ("learner", "task", "state", "tries", "hints", "solution seen", "solved", "misconceptions")

Class = Mapping[str, Progress]
"""The progress of each learner, by name."""


def read_class(folder: Path) -> tuple[dict[str, Progress], list[str]]:
    """The progress of everyone whose file is below a folder, and a sentence about each bad file.

    A learner has the name of the file (`ada.json`), or that of the folder of a `progress.json`.
    Raises `FileNotFoundError`.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"asked for the progress files in {folder}, got no folder")
    learners: dict[str, Progress] = {}
    troubles = []
    for file in sorted(folder.rglob("*.json")):
        if file.name in BESIDES:
            continue
        name, place = _name(file, folder), file.relative_to(folder)
        if name in learners:
            troubles.append(f"{place} is skipped: {name} has another file; rename one of them")
            continue
        try:
            learners[name] = load(file)
        except ProgressError as error:
            troubles.append(f"{place} is skipped: {error}")
    return learners, troubles


def state(record: Record) -> State:
    """Where a learner is with a task: stuck after some tries, or a look at the solution.

    >>> state(Record()), state(Record(tries=1)), state(Record(tries=3))
    ('not begun', 'trying', 'stuck')
    >>> state(Record(tries=1, hints=2, solved="2026"))
    'solved with help'
    """
    helped = record.hints or record.looked
    if record.solved:
        return "solved with help" if helped else "solved"
    if record.tries >= MANY or record.looked:
        return "stuck"
    return "trying" if record.tries or helped else "not begun"


def stuck(learners: Class, tasks: Sequence[Words]) -> list[list[str]]:
    """A row for each task, those at which most are stuck first, and then by those who try.

    Columns: id, title, who is stuck, who is trying, how many solved it, with help, and did not
    begin; the estimated minutes, those that it took (`class_minutes`), the most common
    misconception.
    """
    taken = class_minutes(learners.values())
    found = []
    for task in tasks:
        where: dict[str, list[str]] = {"stuck": [], "trying": []}
        counts: Counter[str] = Counter()
        for name, progress in learners.items():
            now = state(progress.of(task.id))
            counts[now] += 1
            where.setdefault(now, []).append(name)
        row = [task.id, task.title, ", ".join(where["stuck"]), ", ".join(where["trying"])]
        row += [str(counts[name]) for name in ("solved", "solved with help", "not begun")]
        row += [str(task.minutes), taken.get(task.id, ""), _common(task, learners)]
        found.append((counts["stuck"], counts["trying"], row))
    found.sort(key=lambda one: one[:2], reverse=True)
    return [row for *_, row in found]


def begun(learners: Class, tasks: Sequence[Words]) -> list[Words]:
    """The tasks that somebody began."""
    found = []
    for task in tasks:
        states = {state(progress.of(task.id)) for progress in learners.values()}
        if states - {"not begun"}:
            found.append(task)
    return found


def rows(learners: Class) -> list[list[Any]]:
    """A row for each learner and task that was begun, with the columns of `HEAD`."""
    found = []
    for name, progress in learners.items():
        for id, record in sorted(progress.tasks.items()):
            looked = "yes" if record.looked else ""
            counts = [record.tries, record.hints]
            last = [looked, record.solved, _listed(record.stumbles)]
            found.append([name, id, state(record), *counts, *last])
    return found


def _name(file: Path, folder: Path) -> str:
    """The name of the learner whose file it is.

    >>> _name(Path("class/ada.json"), Path("class")), _name(Path("c/bob/progress.json"), Path("c"))
    ('ada', 'bob')
    """
    path = file.relative_to(folder)
    if path.name == PROGRESS and len(path.parts) > 1:
        return path.parent.as_posix()
    return path.with_suffix("").as_posix()


def _common(task: Words, learners: Class) -> str:
    """The most common misconception of a task, with how often it was met."""
    stumbles: Counter[str] = Counter()
    for progress in learners.values():
        record = progress.of(task.id)
        stumbles.update(record.stumbles)
    return _listed(dict(stumbles.most_common(1)))


def _listed(stumbles: Mapping[str, int]) -> str:
    counts = [f"{name} ({count})" for name, count in stumbles.items()]
    return "; ".join(counts)
