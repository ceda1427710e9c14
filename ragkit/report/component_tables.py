"""What the components of each system take, and which systems send too many questions back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from ragkit.evaluate.measures.components import Component, alarm
from ragkit.evaluate.measures.rows import Row
from ragkit.report.tables import Table

HEAD = [
    "system",
    "component",
    "in runs",
    "steps",
    "seconds",
    "calls",
    "tokens evaluated",
    "tokens generated",
    "dollars",
]
NOTE = (
    "Means over all runs of a system, those without the component included. Seconds of workers "
    "that ran at the same time count each, and seconds of replies from disk are not real."
)
NEVER = Component(0, 0.0, cost=0.0)
"""A component in a run that it had no part in."""


def component_tables(rows: Sequence[Row]) -> list[Table]:
    """One table of all systems' components; none where no run has kept them."""
    body = []
    for system in dict.fromkeys(row.system for row in rows):
        runs = [row for row in rows if row.system == system and row.components]
        body += list(_of_system(system, runs))
    if not body:
        return []
    return [Table("What each component takes", " ".join([NOTE, *alarms(rows)]), HEAD, body)]


def alarms(rows: Sequence[Row]) -> list[str]:
    """A sentence for each system that sends too many questions back to be searched for again."""
    found = []
    for system in dict.fromkeys(row.system for row in rows):
        runs = [row for row in rows if row.system == system and not row.failed]
        back = [row for row in runs if row.retried]
        said = alarm(len(back) / len(runs)) if runs else ""
        if said:
            found.append(f"{system} sends {len(back)} of {len(runs)} questions back: {said}.")
    return found


def _of_system(system: str, runs: Sequence[Row]) -> Iterator[list[str]]:
    """Yield a row of the table for each component of a system."""
    names = dict.fromkeys(name for run in runs for name in run.components)
    for name in names:
        parts = [run.components.get(name, NEVER) for run in runs]
        had = [part for part in parts if part.steps]
        yield [
            system,
            name,
            f"{len(had)} of {len(runs)}",
            _mean([part.steps for part in parts], 1),
            _mean([part.seconds for part in parts], 2),
            _mean([part.calls for part in parts], 1),
            _mean([part.evaluated for part in parts], 0),
            _mean([part.generated for part in parts], 0),
            _mean([part.cost for part in parts], 5),
        ]


def _mean(values: Sequence[float | None], places: int) -> str:
    """The mean; empty where a value is not known."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return ""
    return f"{fmean(known):,.{places}f}"
