"""A rubric: the criteria of a task with their points, and what a submission brought for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape

from ragkit.report import Table

PERSON = "A person judges, and gives the points for it:"
HEAD = ["criterion", "points", "asked", "what came", "what to do next"]


@dataclass(frozen=True)
class Criterion:
    """One thing that is asked for. A submission gets all of its points, or none."""

    points: int
    asked: str
    then: str
    """What to do where it is not met."""


@dataclass(frozen=True)
class Rubric:
    """The criteria of a task by name, and once it is graded, what came of each."""

    title: str
    criteria: Mapping[str, Criterion]
    by_person: tuple[str, ...]
    """What a person has to judge, for which code gives no points."""
    found: Mapping[str, tuple[bool, str]] = field(default_factory=dict)
    """Whether a criterion is met, and what came; empty before a submission."""

    def graded(self, found: Mapping[str, tuple[bool, str]]) -> Rubric:
        """The rubric of a submission. Raises `ValueError` unless every criterion is found."""
        if found.keys() != self.criteria.keys():
            asked = ", ".join(self.criteria)
            came = ", ".join(found) or "nothing"
            raise ValueError(f"asked for what came of {asked}; got {came}; look at each of them")
        return replace(self, found=found)

    @property
    def whole(self) -> int:
        """All points that there are."""
        points = [one.points for one in self.criteria.values()]
        return sum(points)

    @property
    def points(self) -> int:
        """The points of a submission; 0 before there is one."""
        points = 0
        for name, (is_met, _) in self.found.items():
            if is_met:
                points += self.criteria[name].points
        return points

    def __str__(self) -> str:
        """The rubric as Markdown: a row for each criterion, and what a person has to judge."""
        note = f"{self.whole} points by code."
        if self.found:
            note = f"{self.points} of {note}"
        rows = list(map(self._row, self.criteria))
        table = Table(self.title, note, HEAD, rows)
        person = [f"- {one}" for one in self.by_person]
        lines = [str(table), "", PERSON, "", *person]
        return "\n".join(lines)

    def _repr_markdown_(self) -> str:
        # What came may be a stranger's text.
        text = str(self)
        return escape(text, quote=False)

    def _row(self, name: str) -> list[str]:
        one = self.criteria[name]
        if name not in self.found:
            return [name, str(one.points), one.asked, "", ""]
        is_met, came = self.found[name]
        if is_met:
            return [name, f"{one.points} of {one.points}", one.asked, came, ""]
        return [name, f"0 of {one.points}", one.asked, came, one.then]
