"""The plans of the workshops, read from `docs/workshops/plans.yml`, which says what it may contain.

A plan has days, a day has parts, and a part has minutes. A part runs a notebook, or some sections
of it, or it is for exercises, or it runs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import nbformat
import yaml

from ragkit.course.exercises.catalogue import NoTask, words
from ragkit.course.notebooks import FOLDER

FILE = Path(__file__).parent.parent / "docs" / "workshops" / "plans.yml"
OPENING = "opening"
"""The name of what is before the first heading of a notebook, in results."""


class PlanError(ValueError):
    """A plan cannot be used. The message says where, what is wrong, and what to do."""


@dataclass(frozen=True)
class Part:
    """A part of a day."""

    title: str
    minutes: int
    say: str = ""
    """What the instructor says."""
    look: str = ""
    """What the instructor looks for in the room."""
    behind: str = ""
    """What is left out when the day is behind."""
    notebook: str = ""
    """The number of the notebook that is run, such as 02."""
    first: str = ""
    """The heading at which the part begins; without it, at the top."""
    until: str = ""
    """The heading before which the part ends; without it, at the end."""
    exercises: tuple[str, ...] = ()


@dataclass(frozen=True)
class Day:
    """A day, or a part of one, with its beginning and its length."""

    start: str
    """A time of day, such as 09:00."""
    minutes: int
    parts: tuple[Part, ...]

    def clock(self) -> Iterator[tuple[str, Part]]:
        """Each part with the time at which it begins."""
        hours, minutes = map(int, self.start.split(":"))
        now = 60 * hours + minutes
        for part in self.parts:
            yield f"{now // 60:02}:{now % 60:02}", part
            now += part.minutes


@dataclass(frozen=True)
class Plan:
    """A workshop."""

    key: str
    title: str
    days: tuple[Day, ...]

    @property
    def parts(self) -> list[Part]:
        """The parts of all days."""
        every = []
        for day in self.days:
            every += day.parts
        return every


@dataclass(frozen=True)
class Plans:
    """All workshops, and how long the machine may be waited for."""

    most_waiting: float
    """The largest fraction of a part in which learners may wait for the machine."""
    plans: tuple[Plan, ...]

    def notebooks(self) -> list[str]:
        """The numbers of all notebooks that a plan runs, in order."""
        found = {part.notebook for plan in self.plans for part in plan.parts}
        return sorted(found - {""})

    def exercises(self) -> list[str]:
        """The ids of all exercises that a plan has, in order."""
        found: set[str] = set()
        for plan in self.plans:
            for part in plan.parts:
                found.update(part.exercises)
        return sorted(found)


def read_plans(file: Path = FILE) -> Plans:
    """The plans of a file. Raises `PlanError`."""
    try:
        content = yaml.safe_load(file.read_text(encoding="utf-8"))
        waiting = float(content["most_waiting"])
        found = [_plan(key, plan) for key, plan in content["plans"].items()]
    except PlanError:
        raise
    except (OSError, yaml.YAMLError, AttributeError, KeyError, TypeError, ValueError) as error:
        then = "compare it with the one in the repository"
        raise PlanError(f"the plans in {file}: {type(error).__name__}: {error}; {then}") from error
    return Plans(waiting, tuple(found))


def notebook_file(number: str) -> Path:
    """The file of a notebook by its number. Raises `PlanError`."""
    files = sorted(FOLDER.glob(f"{number}_*.ipynb"))
    if len(number) != 2 or not files:
        raise PlanError(f"the notebook {number!r}: there is none; name one as in 02")
    return files[0]


def headings(notebook: nbformat.NotebookNode) -> list[str]:
    """The section of each cell: the last heading of the second level at it or above it."""
    found = []
    now = OPENING
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            now = cell.source.splitlines()[0].removeprefix("## ").strip()
        found.append(now)
    return found


def sections_of(part: Part, titles: Sequence[str]) -> list[str]:
    """The sections of a notebook that a part runs, from all of them in order.

    >>> part = Part("x", 5, notebook="02", first="Look", until="Break it")
    >>> sections_of(part, ["opening", "Look", "All questions", "Break it"])
    ['Look', 'All questions']
    """
    begin = titles.index(part.first) if part.first else 0
    end = titles.index(part.until) if part.until else len(titles)
    return list(titles[begin:end])


def _plan(key: str, content: Mapping[str, Any]) -> Plan:
    days = []
    for day in content["days"]:
        parts = tuple(_part(key, part) for part in day["parts"])
        total = sum(part.minutes for part in parts)
        if total != day["minutes"]:
            got = f"its parts have {total} minutes, and it has {day['minutes']}"
            raise PlanError(f"{key}, the day that begins at {day['start']}: {got}; make them equal")
        days.append(Day(str(day["start"]), int(day["minutes"]), parts))
    return Plan(key, content["title"], tuple(days))


def _part(key: str, content: Mapping[str, Any]) -> Part:
    where = f"{key}, {content.get('title', content)!r}"
    known = {field.name for field in fields(Part)}
    strange = sorted(set(content) - known)
    if strange:
        raise PlanError(f"{where}: {', '.join(strange)} is no field; there are {sorted(known)}")
    chosen = dict(content)
    chosen["exercises"] = tuple(content.get("exercises", ()))
    part = Part(**chosen)
    if part.notebook and part.exercises:
        raise PlanError(f"{where}: it has a notebook and exercises; make two parts of it")
    _check(part, where)
    return part


def _check(part: Part, where: str) -> None:
    """Whether a part names what is there. Raises `PlanError`."""
    for id in part.exercises:
        try:
            words(id)
        except NoTask as error:
            raise PlanError(f"{where}: {error}") from error
    if not part.notebook:
        return
    titles = headings(nbformat.read(notebook_file(part.notebook), as_version=4))
    for title in (part.first, part.until):
        if title and title not in titles:
            known = ", ".join(dict.fromkeys(titles))
            raise PlanError(f"{where}: notebook {part.notebook} has no {title!r}; it has {known}")
