"""13-needed: how many questions would show a difference of a size and spread."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, pstdev, stdev

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.score import Z

OWN = Own(
    "`Z` is {power[0]}, for a power of {power[1]} %, and the number is rounded up to {least} at "
    "least.",
    power=((Z, 80), (3.241516, 90), (2.484365, 70), (3.604818, 95)),
    least=(2, 3, 5, 10),
)
Gaps = Sequence[float]


def needed(gaps: Gaps) -> int | None:
    """How many questions would show such differences; None where there is no estimate.

    >>> needed([1, 0, 0, 0])
    32
    """
    if len(gaps) < 2 or fmean(gaps) == 0:
        return None
    z, _ = OWN.power
    deviation = stdev(gaps)
    return _estimate(gaps, z, deviation)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A few better and a few worse; no spread; no estimate; then any."""
    gaps = [1] * rng.randint(3, 5) + [0] * rng.randint(4, 8) + [-1] * rng.randint(1, 2)
    rng.shuffle(gaps)
    yield answer.against(needed, gaps)
    yield answer.against(needed, [1, 1, 1])
    yield answer.against(needed, [1, -1])
    yield answer.against(needed, [1])
    yield answer.against(needed, [])
    for _ in range(8):
        count = rng.randint(2, 9)
        yield answer.against(needed, [rng.choice([-0.5, 0, 0.5, 1]) for _ in range(count)])


def _estimate(gaps: Gaps, z: float, deviation: float, power: int = 2) -> int:
    """The estimate by a formula of the same form."""
    mean = fmean(gaps)
    ratio = abs(z * deviation / mean)
    raised = ratio**power
    estimate = math.ceil(raised)
    least = OWN.least
    return max(least, estimate)


def _has_none(gaps: Gaps) -> bool:
    return needed(gaps) is None


def _not_squared(gaps: Gaps) -> int | None:
    if _has_none(gaps):
        return None
    z, _ = OWN.power
    return _estimate(gaps, z, stdev(gaps), power=1)


def _without_power(gaps: Gaps) -> int | None:
    if _has_none(gaps):
        return None
    return _estimate(gaps, 1.959964, stdev(gaps))


def _all_there_are(gaps: Gaps) -> int | None:
    if _has_none(gaps):
        return None
    z, _ = OWN.power
    return _estimate(gaps, z, pstdev(gaps))


def _rounded_down(gaps: Gaps) -> int | None:
    if _has_none(gaps):
        return None
    z, _ = OWN.power
    ratio = z * stdev(gaps) / fmean(gaps)
    estimate = int(ratio**2)
    return max(OWN.least, estimate)


def _one_shows_it(gaps: Gaps) -> int | None:
    if len(set(gaps)) == 1:
        return 1
    return needed(gaps)


MISCONCEPTIONS = {
    "the ratio is not squared": _not_squared,
    "only the confidence is asked for, and not the power": _without_power,
    "the spread is divided by n, as if these were all the questions there are": _all_there_are,
    "the number is rounded down": _rounded_down,
    "one question is taken to show what has no spread": _one_shows_it,
}
