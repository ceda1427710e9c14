"""How well a critic routes: noisy evidence belongs to the fallback, clean evidence to the writer.

The positive class is noisy evidence (tiny, section IV-C). A true positive is a question whose
evidence was made noisy and which the critic sent to the fallback. A false positive is one that it
sent there although the evidence was left alone.

Only questions that the documents answer count. Of the others the evidence is never sufficient, so
to reject it is right. A graph without a critic decides nothing, and is ungraded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import and_
from statistics import mean

from ragkit.evaluate.measures.outcome import WITHHELD
from ragkit.evaluate.measures.rows import Row
from ragkit.score import Score, ratio


@dataclass(frozen=True)
class Decided:
    """What a critic decided about a question; means over its repeats, in [0, 1]."""

    noisy: float
    """Whether its evidence was made noisy."""
    sent: float
    """Whether the critic sent it to the fallback."""
    both: float
    """Whether it is a true positive."""


@dataclass(frozen=True)
class Rate:
    """A ratio of two sums over questions."""

    name: str
    above: Callable[[Decided], float]
    """What a question adds to the numerator."""
    below: Callable[[Decided], float]
    """What it adds to the denominator."""
    about: str
    """Explanation shown in reports."""
    good: bool | None = True
    """Whether more is better."""
    of_noise: bool = True
    """Whether it says nothing where no evidence is noisy."""


RATES: tuple[Rate, ...] = (
    Rate(
        "routing precision",
        lambda asked: asked.both,
        lambda asked: asked.sent,
        "answerable questions that the critic sent to the fallback: their evidence is noisy; "
        "0 to 1 (tiny, section IV-C)",
    ),
    Rate(
        "routing recall",
        lambda asked: asked.both,
        lambda asked: asked.noisy,
        "answerable questions with noisy evidence: the critic sent them to the fallback; 0 to 1",
    ),
    Rate(
        "routing F1",
        lambda asked: 2 * asked.both,
        lambda asked: asked.sent + asked.noisy,
        "harmonic mean of routing precision and recall; 0 to 1 (tiny, section IV-C)",
    ),
    Rate(
        "false-positive rate",
        lambda asked: asked.sent - asked.both,
        lambda asked: 1 - asked.noisy,
        "answerable questions with clean evidence: the critic sent them to the fallback; 0 to 1 "
        "(tiny, section V-C)",
        good=False,
        of_noise=False,
    ),
)


def rates(rows: Sequence[Row]) -> dict[str, Score]:
    """The rates of one system, with their intervals by bootstrap over questions.

    A rate whose denominator is 0 is left out, and so are those of noise where no evidence is noisy.

    >>> rates([])
    {}
    """
    questions = by_question(rows)
    with_noise = any(asked.noisy for asked in questions)
    found = {}
    for rate in RATES:
        if rate.of_noise and not with_noise:
            continue
        parts = [(rate.above(asked), rate.below(asked)) for asked in questions]
        one = ratio(parts)
        if one.n:
            found[rate.name] = one
    return found


def by_question(rows: Sequence[Row]) -> list[Decided]:
    """What was decided about each question that the documents answer."""
    repeats: dict[str, list[Row]] = {}
    for row in rows:
        answerable = row.kind not in WITHHELD
        if answerable and row.passed is not None:
            own = repeats.setdefault(row.question, [])
            own.append(row)
    return [_decided(own) for own in repeats.values()]


def _decided(repeats: Sequence[Row]) -> Decided:
    """One question, by its runs."""
    noisy = [row.noise != "" for row in repeats]
    sent = [row.passed is False for row in repeats]
    both = map(and_, noisy, sent)
    return Decided(mean(noisy), mean(sent), mean(both))
