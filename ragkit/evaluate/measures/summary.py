"""Scores of many rows: each measure of each system with its interval, and differences of systems.

What is measured, and on which rows, is in `measure.py`. A row to which a measure applies, but whose
value could not be taken, is counted as ungraded. Repeats of a question are averaged first: asking a
question three times does not make three questions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean

from ragkit.evaluate.measures.measure import MEASURES, Measure
from ragkit.evaluate.measures.routing import rates
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.value import PRECISION, outcomes, precision
from ragkit.score import Score, difference, needed, score


def by_question(measure: Measure, rows: Sequence[Row]) -> dict[str, float | None]:
    """A measure's value for each question that it applies to: the mean over repeats.

    None where all repeats are ungraded.
    """
    values: dict[str, list[float]] = {}
    for row in rows:
        if not measure.applies(row):
            continue
        value = measure.value(row)
        repeats = values.setdefault(row.question, [])
        if value is not None:
            repeats.append(float(value))
    means: dict[str, float | None] = {}
    for question, repeats in values.items():
        means[question] = mean(repeats) if repeats else None
    return means


def scores(rows: Sequence[Row]) -> dict[str, dict[str, Score]]:
    """Each system's scores by the name of the measure, its precision, and its rates of routing.

    A measure that applies to none of a system's rows is left out.
    """
    table: dict[str, dict[str, Score]] = {}
    ends = outcomes(rows)
    for system, own in _groups(rows, lambda row: row.system).items():
        table[system] = {}
        for measure in MEASURES:
            values = list(by_question(measure, own).values())
            if values:
                table[system][measure.name] = score(values)
        table[system][PRECISION] = precision(ends[system])
        table[system] |= rates(own)
    return table


def by_kind(rows: Sequence[Row]) -> dict[str, dict[str, dict[str, Score]]]:
    """The scores of each kind of question."""
    groups = _groups(rows, lambda row: row.kind)
    return {kind: scores(own) for kind, own in groups.items()}


def by_noise(rows: Sequence[Row]) -> dict[str, dict[str, dict[str, Score]]]:
    """The scores by what was done to the evidence: `clean`, `hard negative`, `conflict`."""
    groups = _groups(rows, lambda row: row.noise or "clean")
    return {noise: scores(own) for noise, own in groups.items()}


def _groups(rows: Sequence[Row], group: Callable[[Row], str]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        own = groups.setdefault(group(row), [])
        own.append(row)
    return groups


@dataclass(frozen=True)
class Difference:
    """The difference of two systems on the questions that both were graded on."""

    by: Score
    """Mean of the paired differences; it is significant when the interval does not contain 0."""
    needed: int | None
    """Number of questions that would show the difference; None where that cannot be computed."""

    @property
    def shown(self) -> bool:
        """Whether the interval, of more than one question, does not contain 0."""
        if self.by.n < 2:
            return False
        return self.by.low > 0 or self.by.high < 0


def differences(rows: Sequence[Row], against: str) -> dict[str, dict[str, Difference]]:
    """Paired differences of every other system to the system `against`, by measure."""
    groups = _groups(rows, lambda row: row.system)
    theirs = groups.pop(against, [])
    table: dict[str, dict[str, Difference]] = {}
    for system, ours in groups.items():
        table[system] = {}
        for measure in MEASURES:
            paired = _paired(measure, ours, theirs)
            if paired is not None:
                table[system][measure.name] = paired
    return table


def _paired(measure: Measure, own: Sequence[Row], theirs: Sequence[Row]) -> Difference | None:
    """The difference on the questions that both were graded on; None where there are none."""
    other_values = by_question(measure, theirs)
    ours: list[float] = []
    others: list[float] = []
    for question, value in by_question(measure, own).items():
        other = other_values.get(question)
        if value is not None and other is not None:
            ours.append(value)
            others.append(other)
    if not ours:
        return None
    gaps = [a - b for a, b in zip(ours, others, strict=True)]
    return Difference(difference(ours, others), needed(gaps))
