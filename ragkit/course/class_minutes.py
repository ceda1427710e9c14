"""How long the exercises took a class, by the times in its progress files.

A file says when a task was solved, and not when it was begun. So a task is taken to begin when the
learner solved the one before it. If that is over an hour ago, the learner may have been away, and
the task is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from statistics import median

from ragkit.course.exercises.progress import Progress

AWAY = 60.0
"""Minutes without a solved task after which a learner may have been away."""


def minutes_of(progress: Progress) -> dict[str, float]:
    """The minutes that each task took a learner, by id; what cannot be known is left out.

    >>> from ragkit.course.exercises.progress import Record
    >>> times = {"02-idf": "2026-11-25T10:00:00+00:00", "02-rrf": "2026-11-25T10:12:00+00:00"}
    >>> tasks = {id: Record(tries=1, solved=solved) for id, solved in times.items()}
    >>> minutes_of(Progress(tasks=tasks))
    {'02-rrf': 12.0}
    """
    solved = []
    for id, record in progress.tasks.items():
        when = time_of(record.solved)
        if when is not None:
            solved.append((when, id))
    solved.sort()
    found = {}
    for (before, _), (after, id) in zip(solved, solved[1:]):
        taken = (after - before).total_seconds() / 60
        if taken <= AWAY:
            found[id] = taken
    return found


def class_minutes(learners: Iterable[Progress]) -> dict[str, str]:
    """The median of each task with the number of learners that it is of, such as `12 (n=7)`."""
    every: defaultdict[str, list[float]] = defaultdict(list)
    for progress in learners:
        for id, taken in minutes_of(progress).items():
            every[id].append(taken)
    return {id: f"{median(taken):.0f} (n={len(taken)})" for id, taken in every.items()}


def time_of(written: str) -> datetime | None:
    """A time in a record; None for one that is empty, no time, or without a time zone."""
    try:
        when = datetime.fromisoformat(written)
    except ValueError:
        return None
    return when if when.tzinfo else None
