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

from ragkit.evaluate.measures.measure import HOLD_BACK
from ragkit.evaluate.measures.rows import Row
from ragkit.score import Score, ratio

Part = tuple[float, float]
"""What a row adds to the numerator of a rate, and to its denominator."""


@dataclass(frozen=True)
class Rate:
    """A ratio of two counts of rows."""

    name: str
    part: Callable[[Row], Part]
    about: str
    """Explanation shown in reports."""
    good: bool | None = True
    """Whether more is better."""
    of_noise: bool = True
    """Whether it says nothing where no evidence is noisy."""


def _precision(row: Row) -> Part:
    return float(_noisy(row) and _sent(row)), float(_sent(row))


def _recall(row: Row) -> Part:
    return float(_noisy(row) and _sent(row)), float(_noisy(row))


def _f1(row: Row) -> Part:
    """2 TP / (2 TP + FP + FN): a true positive is counted as noisy and as sent."""
    both = 2.0 * (_noisy(row) and _sent(row))
    return both, float(_noisy(row) + _sent(row))


def _false_positives(row: Row) -> Part:
    return float(_sent(row) and not _noisy(row)), float(not _noisy(row))


def _noisy(row: Row) -> bool:
    return row.noise != ""


def _sent(row: Row) -> bool:
    """Whether the critic sent the evidence to the fallback."""
    return row.passed is False


RATES: tuple[Rate, ...] = (
    Rate(
        "routing precision",
        _precision,
        "answerable questions that the critic sent to the fallback: their evidence is noisy; "
        "0 to 1 (tiny, section IV-C)",
    ),
    Rate(
        "routing recall",
        _recall,
        "answerable questions with noisy evidence: the critic sent them to the fallback; 0 to 1",
    ),
    Rate(
        "routing F1",
        _f1,
        "harmonic mean of routing precision and recall; 0 to 1 (tiny, section IV-C)",
    ),
    Rate(
        "false-positive rate",
        _false_positives,
        "answerable questions with clean evidence: the critic sent them to the fallback; 0 to 1 "
        "(tiny, section V-C)",
        good=False,
        of_noise=False,
    ),
)


def rates(rows: Sequence[Row]) -> dict[str, Score]:
    """The rates of one system, with their intervals by bootstrap over questions.

    Repeats of a question are averaged first. A rate whose denominator is 0 is left out, and so are
    those of noise where no evidence is noisy.

    >>> rates([])
    {}
    """
    decided = [row for row in rows if _decided(row)]
    with_noise = any(map(_noisy, decided))
    found = {}
    for rate in RATES:
        if with_noise or not rate.of_noise:
            one = ratio(_by_question(rate, decided))
            if one.n:
                found[rate.name] = one
    return found


def _decided(row: Row) -> bool:
    """Whether a critic decided about a question that the documents answer."""
    return row.passed is not None and not row.failed and row.kind not in HOLD_BACK


def _by_question(rate: Rate, rows: Sequence[Row]) -> list[Part]:
    """What each question adds: the mean over its repeats."""
    repeats: dict[str, list[Part]] = {}
    for row in rows:
        own = repeats.setdefault(row.question, [])
        own.append(rate.part(row))
    means = []
    for parts in repeats.values():
        above = sum(numerator for numerator, _ in parts)
        below = sum(denominator for _, denominator in parts)
        means.append((above / len(parts), below / len(parts)))
    return means
