"""From rows to scores: each measure of each system with its interval, and what each system differs in from another.

A measure applies to some rows and not to others: a refusal is neither faithful nor unfaithful. Where it applies and
could not be taken, the row is ungraded, and counted. Repeats of a question are averaged first: asking the same question
three times does not make three questions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean

from ragkit.evaluate.results import Row
from ragkit.evaluate.score import Score, difference, needed, score

OUTSIDE = ("out-of-domain", "near-miss")
"""Kinds of questions that the documents do not answer."""
HOLD_BACK = (*OUTSIDE, "false-premise")
"""Kinds that should be refused or corrected."""


@dataclass(frozen=True)
class Measure:
    """Something that a row says, and of which rows."""

    name: str
    value: Callable[[Row], float | None]
    """None: it could not be taken."""
    applies: Callable[[Row], bool]
    about: str
    """What it is, its range, and where it comes from."""
    good: bool | None = True
    """Whether more is better; None where neither is."""


def _always(_: Row) -> bool:
    return True


def _answered(row: Row) -> bool:
    return not row.refused and not row.failed


def _answerable(row: Row) -> bool:
    return row.kind not in HOLD_BACK


def _ended(share: Callable[[Row], bool]) -> Callable[[Row], float | None]:
    """A share of rows, of which failed ones are ungraded."""
    return lambda row: None if row.failed else float(share(row))


MEASURES: tuple[Measure, ...] = (
    Measure("right", lambda r: r.right, _answerable, "answerable questions: holds all keys of the reference; 0 to 1"),
    Measure("right by the judge", lambda r: 0.0 if r.refused else r.agrees, _answerable,
            "answerable questions: the auditor's odds that the answer is right, shown the reference; a refusal is 0"),
    Measure("held back", lambda r: r.held, lambda r: r.kind in HOLD_BACK, "others: refused or corrected; 0 to 1"),
    Measure("refusal recall", _ended(lambda r: r.refused), lambda r: r.kind in OUTSIDE,
            "questions that the documents do not answer: refused; 0 to 1"),
    Measure("refusal precision", _ended(lambda r: r.kind in OUTSIDE), lambda r: r.refused,
            "refusals: of questions that the documents do not answer; 0 to 1"),
    Measure("faithfulness", lambda r: r.faithfulness, _answered,
            "answers: mean support of their claims, by the auditor; 0 to 1 (papers/000, 6.1)"),
    Measure("hallucination", lambda r: 0.0 if r.refused else r.hallucinated, _always,
            "questions answered with a claim that the evidence does not support, by the auditor; a refusal has none, "
            "so read it beside the share refused; 0 to 1 (papers/000, 6.1)", False),
    Measure("refused", _ended(lambda r: r.refused), _always, "runs that ended in the refusal; 0 to 1", None),
    Measure("answer relevance", lambda r: r.answer_relevance, _answered,
            "answers: the auditor's odds that it answers the question; 0 to 1"),
    Measure("context relevance", lambda r: r.context_relevance, lambda r: r.context_relevance is not None,
            "mean cosine of the evidence to the question; -1 to 1 (papers/000, 6.1)"),
    Measure("evidence recall", lambda r: r.evidence_recall, lambda r: r.evidence_recall is not None,
            "share of the facts that the answer stands on which the evidence holds; 0 to 1"),
    Measure("retry gain", lambda r: r.retry_gain, lambda r: r.retry_gain is not None,
            "retried questions: growth of the critic's relevance, first to last pass; -1 to 1 (papers/000, 6.1)"),
    Measure("sent back", _ended(lambda r: r.retried), _always, "runs that a critic sent back to search; 0 to 1", None),
    Measure("asked the web", _ended(lambda r: r.escalated), _always, "runs that went to the web; 0 to 1", None),
    Measure("failed", lambda r: float(bool(r.failed)), _always, "runs that ended without answer or refusal", False),
    Measure("seconds", lambda r: r.seconds, lambda r: not r.cached and not r.failed,
            "of runs without a reply from disk", False),
    Measure("tokens evaluated", lambda r: r.evaluated, _always,
            "prompt tokens worked through, with nothing left of other runs", False),
    Measure("tokens reused", lambda r: r.reused, _always,
            "prompt tokens whose work was still there from an earlier call of the run", None),
    Measure("tokens generated", lambda r: r.generated, _always, "tokens written in a run", False),
    Measure("cost of 10,000", lambda r: None if r.cost is None else 10_000 * r.cost, _always,
            "dollars for ten thousand questions, by the settings' price", False),
)  # fmt: skip


def by_question(measure: Measure, rows: Sequence[Row]) -> dict[str, float | None]:
    """A measure's value for each question that it applies to: the mean over repeats, None when all are ungraded."""
    found: dict[str, list[float]] = {}
    for row in rows:
        if measure.applies(row):
            value = measure.value(row)
            found.setdefault(row.question, []).extend([] if value is None else [float(value)])
    return {question: mean(values) if values else None for question, values in found.items()}


def scores(rows: Sequence[Row]) -> dict[str, dict[str, Score]]:
    """Each system's scores by the name of the measure; a measure that applies to none of its rows is left out."""
    found: dict[str, dict[str, Score]] = {}
    for system in dict.fromkeys(row.system for row in rows):
        own = [row for row in rows if row.system == system]
        values = {measure.name: by_question(measure, own) for measure in MEASURES}
        found[system] = {name: score(list(each.values())) for name, each in values.items() if each}
    return found


def by_kind(rows: Sequence[Row]) -> dict[str, dict[str, dict[str, Score]]]:
    """The scores of each kind of question."""
    return {kind: scores([row for row in rows if row.kind == kind]) for kind in dict.fromkeys(r.kind for r in rows)}


@dataclass(frozen=True)
class Difference:
    """How a system differs from another one on the questions that both were graded on."""

    by: Score
    """Mean of the paired differences; an interval without 0 is a real one."""
    needed: int | None
    """Questions that would show it; None where that cannot be told."""

    @property
    def shown(self) -> bool:
        return self.by.n > 1 and (self.by.low > 0 or self.by.high < 0)


def differences(rows: Sequence[Row], against: str) -> dict[str, dict[str, Difference]]:
    """Each other system's paired differences to the system `against`, by the name of the measure."""
    theirs = [row for row in rows if row.system == against]
    found: dict[str, dict[str, Difference]] = {}
    for system in dict.fromkeys(row.system for row in rows if row.system != against):
        own = [row for row in rows if row.system == system]
        found[system] = {m.name: paired for m in MEASURES if (paired := _paired(m, own, theirs))}
    return found


def _paired(measure: Measure, own: Sequence[Row], theirs: Sequence[Row]) -> Difference | None:
    ours, other = by_question(measure, own), by_question(measure, theirs)
    pairs = [(a, b) for q, a in ours.items() if a is not None and (b := other.get(q)) is not None]
    if not pairs:
        return None
    return Difference(difference(*map(list, zip(*pairs, strict=True))), needed([a - b for a, b in pairs]))
