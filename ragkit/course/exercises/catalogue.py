"""All tasks, by id. The file `exercises/checks/nb02_rrf.py` has the task `02-rrf`."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from ragkit.course.exercises.checks import FOLDER
from ragkit.course.exercises.task import Task

NOWHERE = (
    f"asked for the exercises, got no checks in {FOLDER}; the exercises are in a copy of the whole "
    "repository, and not in the package alone: install that copy with `make setup`"
)


class NoTask(LookupError):
    """There is no task with this id. The message names those that there are."""


def ids() -> list[str]:
    """The ids of all tasks, in the order of their names; nothing is imported for that.

    Raises `NoTask` where the folder of the checks is not there.
    """
    found = []
    for file in FOLDER.glob("nb*.py"):
        name = file.stem.removeprefix("nb")
        found.append(name.replace("_", "-"))
    if not found:
        raise NoTask(NOWHERE)
    return sorted(found)


def task(id: object) -> Task:
    """The task with this id. Raises `NoTask`.

    Only its own file is imported, because some checks need large parts of the kit.
    """
    known = ids()
    if not isinstance(id, str) or id not in known:
        raise NoTask(_unknown(id, known))
    module = import_module(f"ragkit.course.exercises.checks.nb{id.replace('-', '_')}")
    found: Task = module.TASK
    return found


def tasks() -> list[Task]:
    """Every task, by notebook and then by level."""
    every = map(task, ids())
    return sorted(every, key=_place)


def of_notebook(stem: str) -> list[Task]:
    """The tasks that follow a notebook, such as `02_hybrid_retrieval`, by level."""
    number = stem[:2]
    own = [id for id in ids() if id.startswith(f"{number}-")]
    return sorted(map(task, own), key=_place)


def _place(one: Task) -> tuple[str, int, str]:
    return one.follows, one.level, one.id


def _unknown(id: object, known: list[str]) -> str:
    if not isinstance(id, str):
        return f'the first argument is the id of an exercise as text: check("{known[0]}", ...)'
    near = get_close_matches(id, known, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"there is no exercise {id!r}; {hint}There are {', '.join(known)}"
