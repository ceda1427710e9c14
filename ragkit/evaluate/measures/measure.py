"""The measures of a report: each is a value of a row, and a rule that says where it applies.

A measure applies to some rows and not to others: a refusal is neither faithful nor unfaithful. The
value of a row to which it applies is None where it could not be taken. Means and intervals over
rows are in `summary.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ragkit.evaluate.golden.questions import PHRASED
from ragkit.evaluate.measures.outcome import OUTSIDE, WITHHELD, outcome
from ragkit.evaluate.measures.rows import Row

PRICES = (0, 0.5, 1, 2)
"""Prices of a wrong answer at which the value of a run is measured; at 0 it is accuracy."""


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
    return row.kind not in WITHHELD


def _phrased(row: Row) -> bool:
    return row.kind in PHRASED


def _refusal_0(grade: Callable[[Row], float | None]) -> Callable[[Row], float | None]:
    """An auditor's grade, or 0 for a refusal; without an auditor, refusals are ungraded too."""

    def value(row: Row) -> float | None:
        if row.refused and row.audited:
            return 0.0
        return grade(row)

    return value


def value_at(price: float) -> Measure:
    """The measure of what a run is worth where a wrong answer costs `price` (`outcome.py`).

    >>> value_at(0.5).name
    'value at 0.5'
    """

    def value(row: Row) -> float | None:
        found = outcome(row)
        return None if found is None else found.value(price)

    return Measure(
        f"value at {price:g}",
        value,
        _always,
        f"all questions: 1 for a correct answer, 0 for an abstention, -{price:g} for a wrong answer"
        if price
        else "all questions: 1 for a correct answer, 0 for any other end; this is accuracy",
    )


def _answers(row: Row) -> float | None:
    found = outcome(row)
    return None if found is None else 1 - found.abstained


def _unless_failed(holds: Callable[[Row], bool]) -> Callable[[Row], float | None]:
    """A value that is 1 where a condition holds, else 0; failed rows are ungraded."""

    def value(row: Row) -> float | None:
        if row.failed:
            return None
        return float(holds(row))

    return value


MEASURES: tuple[Measure, ...] = (
    *map(value_at, PRICES),
    Measure(
        "answered",
        _answers,
        _always,
        "all questions: answered, and not abstained from; the coverage of selective prediction; "
        "0 to 1 (selective)",
        None,
    ),
    Measure(
        "correct",
        lambda r: r.right,
        _answerable,
        "answerable questions: the answer contains all keys of the reference and nothing "
        "forbidden; ambiguous ones and summaries by the fraction of their keys; those of a "
        "dataset: it contains a gold phrase; 0 to 1",
    ),
    Measure(
        "exact match",
        lambda r: r.exact,
        _phrased,
        "questions of a dataset: the answer is a gold phrase and nothing else; 0 for a refusal, "
        "and for nearly every answer in a sentence; 0 to 1 (squad, section 6.1)",
    ),
    Measure(
        "F1",
        lambda r: r.f1,
        _phrased,
        "questions of a dataset: F1 of the words of the answer and of a gold phrase; 0 for a "
        "refusal; low for an answer in a sentence; 0 to 1 (squad, section 6.1)",
    ),
    Measure(
        "correct by the judge",
        _refusal_0(lambda r: r.agrees),
        _answerable,
        "answerable questions: the auditor's odds that the answer is correct, "
        "given the reference; an abstention is 0",
    ),
    Measure(
        "withheld",
        lambda r: r.held,
        lambda r: r.kind in WITHHELD,
        "all other questions: abstained from or corrected; 0 to 1",
    ),
    Measure(
        "corrected",
        _unless_failed(lambda r: bool(r.held and not r.refused)),
        lambda r: r.kind == "false-premise",
        "questions with a false premise: the answer corrects it; 0 to 1",
    ),
    Measure(
        "abstention recall",
        _unless_failed(lambda r: r.refused),
        lambda r: r.kind in OUTSIDE,
        "questions that the documents do not answer: abstained from; 0 to 1",
    ),
    Measure(
        "abstention precision",
        _unless_failed(lambda r: r.kind in OUTSIDE),
        lambda r: r.refused,
        "abstentions: the question is one that the documents do not answer; 0 to 1",
    ),
    Measure(
        "faithfulness",
        lambda r: r.faithfulness,
        _answered,
        "answers: mean support of their claims, by the auditor; 0 to 1 (adaptive, section 6.1)",
    ),
    Measure(
        "hallucination",
        _refusal_0(lambda r: r.hallucinated),
        _always,
        "questions answered with a claim that the evidence does not support, by the auditor; "
        "a refusal has none, so compare it with the fraction refused; 0 to 1 "
        "(adaptive, section 6.1)",
        False,
    ),
    Measure(
        "abstained",
        _unless_failed(lambda r: r.refused),
        _always,
        "runs that ended in an abstention; 0 to 1",
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
        "evidence passed",
        lambda r: None if r.passed is None else float(r.passed),
        lambda r: r.passed is not None,
        "runs whose first critic passed the evidence on to the writer; 0 to 1",
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
        "seconds to the first token",
        lambda r: r.first_token,
        lambda r: r.first_token is not None and not r.cached,
        "seconds from the start of a run to the first token of its answer, judging included; only "
        "runs that streamed it (`stream`), without a reply from disk (tiny, section IV-C)",
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
    Measure(
        "cost of 10,000, critics",
        lambda r: None if r.critic_cost is None else 10_000 * r.critic_cost,
        lambda r: r.critic_cost is not None,
        "the part of that which is for calls other than those that write the answer "
        "(tiny, section IV-C)",
        False,
    ),
)
