"""The gate: a system now beside its baseline, and whether it became worse.

It decides by the paired difference of values at a price of a wrong answer (`measures/value.py`),
and by the whole interval of it: a single number would fail by chance, or hide a loss.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.measures.outcome import Outcome
from ragkit.evaluate.measures.rows import BadResults, Row
from ragkit.evaluate.measures.value import advantage, outcomes
from ragkit.score import Score, questions_for

BASELINE, NOW = "baseline", "now"


@dataclass(frozen=True)
class AnswerChange:
    """A question that has another answer now."""

    question: str
    """Its words."""
    before: str
    """The answer of the baseline; of repeats the first one."""
    now: str
    was: Outcome | None
    """How the baseline ended; None where it could not be graded."""
    became: Outcome | None
    by: float
    """What the change is worth; negative for a loss, 0 where one of the two is ungraded."""


@dataclass(frozen=True)
class BaselineComparison:
    """A system and its baseline, on the same questions."""

    rows: tuple[Row, ...]
    """The rows of both, as if they were two systems called `baseline` and `now`."""
    changes: tuple[AnswerChange, ...]
    """Losses first, then gains, then answers in other words; the largest first."""
    price: float
    """What a wrong answer costs, where a correct one is worth 1 and an abstention 0."""
    tolerance: float
    """The loss of value, 0 or more, that is let pass."""
    gap: Score
    """The value now less that of the baseline, paired by question."""

    @property
    def failed(self) -> bool:
        """Whether the interval, of more than one question, is wholly below -tolerance."""
        return self.gap.n > 1 and self.gap.high < -self.tolerance


def compare_with_baseline(
    before: Sequence[Row],
    now: Sequence[Row],
    questions: Sequence[Question],
    price: float,
    tolerance: float = 0.0,
) -> BaselineComparison:
    """Compare the rows of one system with those of its baseline.

    Raises `BadResults` where no question was graded in both.
    """
    rows = [replace(row, system=BASELINE) for row in before]
    rows += [replace(row, system=NOW) for row in now]
    ends = outcomes(rows)
    gap = advantage(ends.get(NOW, {}), ends.get(BASELINE, {}), price)
    if not gap.n:
        raise BadResults("no question was graded both now and in the baseline; it needs `keys`")
    changes = _changes(rows, questions, price)
    return BaselineComparison(tuple(rows), tuple(changes), price, tolerance, gap)


def _changes(
    rows: Sequence[Row], questions: Sequence[Question], price: float
) -> list[AnswerChange]:
    ends = outcomes(rows)
    old = _answers(rows, BASELINE)
    new = _answers(rows, NOW)
    found = []
    for question in questions:
        id = question.id
        was = ends[BASELINE].get(id)
        became = ends[NOW].get(id)
        if old.get(id) == new.get(id) and was == became:
            continue
        by = 0.0
        if was is not None and became is not None:
            by = became.value(price) - was.value(price)
        before = "".join(old.get(id, [])[:1])
        now = "".join(new.get(id, [])[:1])
        found.append(AnswerChange(question.question, before, now, was, became, by))
    return sorted(found, key=lambda change: _place(change.by))


def _answers(rows: Sequence[Row], system: str) -> dict[str, list[str]]:
    """What a system answered to each question, repeat by repeat."""
    found: dict[str, list[str]] = {}
    for row in sorted(rows, key=lambda row: row.repeat):
        if row.system == system:
            repeats = found.setdefault(row.question, [])
            repeats.append(row.answer)
    return found


def _place(by: float) -> tuple[int, float]:
    """Where a change has its place: losses, then gains, then what is worth as much as before.

    >>> sorted([0.0, 1.0, -1.0, 2.0, -2.0], key=_place)
    [-2.0, -1.0, 2.0, 1.0, 0.0]
    """
    group = 0 if by < 0 else 1
    return (group if by else 2), -abs(by)


def questions_to_see(loss: float, price: float, tolerance: float = 0.0) -> int | None:
    """How many questions a gate needs to fail, four times in five, at a loss of this size.

    The loss is of value per question. It is taken to be of the kind that is hardest to see: few
    questions turn from correct to wrong, which loses 1 + price each, and no other changes. Raises
    `ValueError` for a loss that is never seen, or that cannot be.

    >>> questions_to_see(1, 1)  # every second question: (2.802 * 1 / 1)^2
    8
    """
    most = 1 + price
    if not tolerance < loss <= most:
        raise ValueError(
            f"asked about a loss of {loss:g}; one that a gate can see is above the tolerance of "
            f"{tolerance:g} and at most {most:g}, where every answer turns from correct to wrong"
        )
    share = loss / most
    deviation = most * math.sqrt(share * (1 - share))
    return questions_for(loss - tolerance, deviation)
