"""Scores of many rows: each measure of each system with its interval, and differences of systems.

A measure applies to some rows and not to others: a refusal is neither faithful nor unfaithful. A
row to which a measure applies, but whose value could not be taken, is counted as ungraded. Repeats
of a question are averaged first: asking a question three times does not make three questions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean

from ragkit.evaluate.measures.rows import Row
from ragkit.score import Score, difference, needed, score

OUTSIDE = ("out-of-domain", "near-miss")
"""Kinds of questions that the documents do not answer."""
HOLD_BACK = (*OUTSIDE, "false-premise")
"""Kinds of questions that should be refused or corrected."""


@dataclass(frozen=True)
class Measure:
    """A value taken from a row, and the rows to which it applies."""

    name: str
    value: Callable[[Row], float | None]
    """The value of a row; None where it could not be taken."""
    applies: Callable[[Row], bool]
    about: str
    """Explanation shown in reports: what is measured, on which rows, in which range."""
    good: bool | None = True
    """Whether more is better; None where neither more nor less is."""


def _always(_: Row) -> bool:
    return True


def _answered(row: Row) -> bool:
    return not row.refused and not row.failed


def _answerable(row: Row) -> bool:
    return row.kind not in HOLD_BACK


def _unless_failed(holds: Callable[[Row], bool]) -> Callable[[Row], float | None]:
    """A value that is 1 where a condition holds, else 0; failed rows are ungraded."""

    def value(row: Row) -> float | None:
        if row.failed:
            return None
        return float(holds(row))

    return value


MEASURES: tuple[Measure, ...] = (
    Measure(
        "right",
        lambda r: r.right,
        _answerable,
        "answerable questions: the answer contains all keys of the reference and nothing "
        "forbidden; ambiguous ones and summaries by the fraction of their keys; 0 to 1",
    ),
    Measure(
        "right by the judge",
        lambda r: 0.0 if r.refused else r.agrees,
        _answerable,
        "answerable questions: the auditor's odds that the answer is right, "
        "given the reference; a refusal is 0",
    ),
    Measure(
        "held back",
        lambda r: r.held,
        lambda r: r.kind in HOLD_BACK,
        "all other questions: refused or corrected; 0 to 1",
    ),
    Measure(
        "corrected",
        _unless_failed(lambda r: bool(r.held and not r.refused)),
        lambda r: r.kind == "false-premise",
        "questions with a false premise: the answer corrects it; 0 to 1",
    ),
    Measure(
        "refusal recall",
        _unless_failed(lambda r: r.refused),
        lambda r: r.kind in OUTSIDE,
        "questions that the documents do not answer: refused; 0 to 1",
    ),
    Measure(
        "refusal precision",
        _unless_failed(lambda r: r.kind in OUTSIDE),
        lambda r: r.refused,
        "refusals: the question is one that the documents do not answer; 0 to 1",
    ),
    Measure(
        "faithfulness",
        lambda r: r.faithfulness,
        _answered,
        "answers: mean support of their claims, by the auditor; 0 to 1 (adaptive, section 6.1)",
    ),
    Measure(
        "hallucination",
        lambda r: 0.0 if r.refused else r.hallucinated,
        _always,
        "questions answered with a claim that the evidence does not support, by the auditor; "
        "a refusal has none, so compare it with the fraction refused; 0 to 1 "
        "(adaptive, section 6.1)",
        False,
    ),
    Measure(
        "refused",
        _unless_failed(lambda r: r.refused),
        _always,
        "runs that ended in a refusal; 0 to 1",
        None,
    ),
    Measure(
        "answer relevance",
        lambda r: r.answer_relevance,
        _answered,
        "answers: the auditor's odds that the answer fits the question; 0 to 1",
    ),
    Measure(
        "context relevance",
        lambda r: r.context_relevance,
        lambda r: r.context_relevance is not None,
        "mean cosine of the evidence to the question; -1 to 1 (adaptive, section 6.1)",
    ),
    Measure(
        "evidence recall",
        lambda r: r.evidence_recall,
        lambda r: r.evidence_recall is not None,
        "fraction of the required facts found in the evidence; 0 to 1",
    ),
    Measure(
        "retry gain",
        lambda r: r.retry_gain,
        lambda r: r.retry_gain is not None,
        "retried questions: growth of the critic's relevance from the first to the last pass; "
        "-1 to 1 (adaptive, section 6.1)",
    ),
    Measure(
        "sent back",
        _unless_failed(lambda r: r.retried),
        _always,
        "runs that a critic sent back to search; 0 to 1",
        None,
    ),
    Measure(
        "asked the web",
        _unless_failed(lambda r: r.escalated),
        _always,
        "runs that searched the web; 0 to 1",
        None,
    ),
    Measure(
        "failed",
        lambda r: float(bool(r.failed)),
        _always,
        "runs that ended without an answer or a refusal; 0 to 1",
        False,
    ),
    Measure(
        "seconds",
        lambda r: r.seconds,
        lambda r: not r.cached and not r.failed,
        "seconds of a run; only runs without a reply from disk",
        False,
    ),
    Measure(
        "tokens evaluated",
        lambda r: r.evaluated,
        _always,
        "prompt tokens computed, with nothing cached from other runs",
        False,
    ),
    Measure(
        "tokens reused",
        lambda r: r.reused,
        _always,
        "prompt tokens still cached from an earlier call of the same run",
        None,
    ),
    Measure("tokens generated", lambda r: r.generated, _always, "tokens written in a run", False),
    Measure(
        "cost of 10,000",
        lambda r: None if r.cost is None else 10_000 * r.cost,
        _always,
        "dollars for ten thousand questions, at the price in the settings",
        False,
    ),
)


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
    """Each system's scores by the name of the measure.

    A measure that applies to none of a system's rows is left out.
    """
    table: dict[str, dict[str, Score]] = {}
    for system, own in _by_system(rows).items():
        table[system] = {}
        for measure in MEASURES:
            values = list(by_question(measure, own).values())
            if values:
                table[system][measure.name] = score(values)
    return table


def _by_system(rows: Sequence[Row]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        own = groups.setdefault(row.system, [])
        own.append(row)
    return groups


def by_kind(rows: Sequence[Row]) -> dict[str, dict[str, dict[str, Score]]]:
    """The scores of each kind of question."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        own = groups.setdefault(row.kind, [])
        own.append(row)
    return {kind: scores(own) for kind, own in groups.items()}


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
    groups = _by_system(rows)
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
