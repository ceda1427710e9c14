"""Which exercise comes next: first one of the notebook that the learner is in, then a later one."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.course.exercises.checks import learners_file
from ragkit.course.exercises.progress import Progress
from ragkit.course.exercises.task import Words


def following(every: Sequence[Words], progress: Progress, here: str) -> Words | None:
    """The first task that is not solved, from where the learner is; None: all are solved.

    `every` is in order, and `here` the name of a notebook without its ending. Its tasks come first,
    and among them those that were tried; then those of later notebooks, and then of earlier ones.
    """
    own = [task for task in every if task.follows == here]
    tried = [task for task in own if progress.of(task.id).tries]
    later = [task for task in every if task.follows > here]
    for task in (*tried, *own, *later, *every):
        if not progress.of(task.id).solved:
            return task
    return None


def onward(every: Sequence[Words], progress: Progress, here: str) -> str:
    """The next exercise and where it is, or that there is none."""
    task = following(every, progress, here)
    if task is None:
        return "That was the last one: all exercises are solved."
    file = learners_file(task.follows)
    place = "in this notebook" if task.follows == here else f"in exercises/{file.name}"
    return f"Next: {task.id} · {task.title}, {place}"
