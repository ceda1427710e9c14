"""All tasks, by id. The file `exercises/checks/nb02_rrf.py` checks the task `02-rrf`.

What is said of them is in the notebooks of solutions, which an instructor may remove. So
`make exercises` copies it into one file, `exercises/tasks.json`.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ragkit.course.exercises.checks import EXERCISES, FOLDER
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.task import Task, Words
from ragkit.text.fault import first_fault
from ragkit.text.one_line import first_line

SAID = EXERCISES / "tasks.json"
"""What is said of each task, by id."""
SAYING = TypeAdapter(dict[str, Words])
NOWHERE = (
    f"asked for the exercises, got no checks in {FOLDER}; the exercises are in a copy of the whole "
    "repository, and not in the package alone: install that copy with `make setup`"
)


class NoTask(LookupError):
    """There is no task with this id. The message names those that there are."""


def ids() -> list[str]:
    """The ids of all tasks, sorted; nothing is imported for it. Raises `NoTask` without checks."""
    found = []
    for file in FOLDER.glob("nb*.py"):
        name = file.stem.removeprefix("nb")
        found.append(name.replace("_", "-"))
    if not found:
        raise NoTask(NOWHERE)
    return sorted(found)


def known(id: object) -> str:
    """The id, if there is a check for it. Raises `NoTask`."""
    every = ids()
    if not isinstance(id, str) or id not in every:
        raise NoTask(_unknown(id, every))
    return id


def words(id: object) -> Words:
    """What is said of the task with this id. Raises `NoTask`."""
    chosen = known(id)
    said = _said(SAID)
    if chosen not in said:
        raise NoTask(f"asked what {SAID} says of {chosen}, got nothing; run `make exercises`")
    return said[chosen]


def task(id: object) -> Task:
    """The task with this id. Raises `NoTask`.

    Only its own check is imported, because some checks need large parts of the kit.
    """
    said = words(id)
    check = import_module(_module(said.id))
    return Task(
        **asdict(said),
        trials=check.trials,
        misconceptions=check.MISCONCEPTIONS,
        own=getattr(check, "OWN", None) or Own(),
        in_variant=getattr(check, "misconceptions", None),
    )


def must_load(id: object) -> bool:
    """Whether the check of a task has to be imported, with the parts of the kit that it needs."""
    if not isinstance(id, str) or _module(id) in sys.modules:
        return False
    file = FOLDER / f"nb{id.replace('-', '_')}.py"
    return file.exists()


def in_order() -> list[Words]:
    """What is said of every task, by notebook and then by level."""
    return sorted(map(words, ids()), key=_place)


def of_notebook(stem: str) -> list[Words]:
    """What is said of the tasks that follow a notebook, such as `02_hybrid_retrieval`, by level."""
    return [said for said in in_order() if said.follows == stem]


def _module(id: str) -> str:
    return f"ragkit.course.exercises.checks.nb{id.replace('-', '_')}"


def _place(said: Words) -> tuple[str, int, str]:
    return said.follows, said.level, said.id


@cache
def _said(file: Path) -> dict[str, Words]:
    try:
        return SAYING.validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        got = first_line(error) if isinstance(error, OSError) else first_fault(error)
        raise NoTask(f"asked for {file}, got {got}; run `make exercises`") from error


def _unknown(id: object, every: list[str]) -> str:
    if not isinstance(id, str):
        first = _examples(getattr(id, "__name__", "")) or f'`check("{every[0]}", ...)`'
        return f"the first argument is the id of the exercise, as text: {first}"
    near = get_close_matches(id, every, n=1)
    if near:
        return f"there is no exercise {id!r}; did you mean {near[0]!r}?"
    beside = ", ".join(one for one in every if one[:2] == id[:2])
    found = f"those of notebook {id[:2]} are {beside}" if beside else "`progress()` names them all"
    then = f'the first argument is an id, as in `check("{every[0]}", ...)`'
    return f"there is no exercise {id!r}: {then}; {found}"


def _examples(name: str) -> str:
    """The calls that check a function of this name."""
    said = _said(SAID).values()
    calls = [f'`check("{one.id}", {name})`' for one in said if one.name == name]
    return " or ".join(calls)
