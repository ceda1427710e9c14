"""07-risk: h, the hallucination risk of a draft (adaptive, eq. 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

Supports = Sequence[float | None]

GRADES = (1.0, 0.5, 0.0, None)
"""What the support of a claim can be; None where nobody could judge."""

OWN = Own(
    "A claim with a support of 0.5 counts {half} in the mean.",
    half=(0.5, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9),
)


def risk(supports: Supports) -> float:
    """1 - mean support, in [0, 1]; an ungraded claim counts 0, and no claims have no risk.

    >>> risk([1.0, 0.5, None]), risk([])
    (0.5, 0.0)
    """
    if not supports:
        return 0.0
    return 1 - fmean(_counted(supports))


def _counted(supports: Supports, unknown: float = 0.0) -> list[float]:
    """What each support counts; `unknown` is for those that nobody could judge."""
    counts = {1.0: 1.0, 0.5: OWN.half, 0.0: 0.0, None: unknown}
    return [counts[support] for support in supports]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Good claims with one that nobody could judge; no claim; one; and mixtures."""
    supports: list[float | None] = [1.0, 1.0, 0.5, None]
    rng.shuffle(supports)
    yield answer.against(risk, supports)
    yield answer.against(risk, [])
    for grade in GRADES:
        yield answer.against(risk, [grade])
    for _ in range(10):
        length = rng.randint(1, 6)
        yield answer.against(risk, rng.choices(GRADES, k=length))


def _left_out(supports: Supports) -> float:
    known = [support for support in supports if support is not None]
    return risk(known)


def _half(supports: Supports) -> float:
    if not supports:
        return 0.0
    return 1 - fmean(_counted(supports, unknown=0.5))


def _mean(supports: Supports) -> float:
    return 1 - risk(supports)


def _weakest(supports: Supports) -> float:
    if not supports:
        return 0.0
    weakest = min(_counted(supports))
    return 1 - weakest


def _nothing_is_risky(supports: Supports) -> float:
    if not supports:
        return 1.0
    return risk(supports)


MISCONCEPTIONS = {
    "claims that nobody could judge are left out of the mean": _left_out,
    "claims that nobody could judge count one half": _half,
    "the mean support itself is returned": _mean,
    "the weakest claim decides alone": _weakest,
    "a draft without claims has the highest risk": _nothing_is_risky,
}
