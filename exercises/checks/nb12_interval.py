"""12-interval: the bootstrap interval of a mean (Efron 1979)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from statistics import fmean, pstdev
from typing import Any

import numpy as np

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.same import same
from ragkit.score import score

DRAWS = 5_000
"""What an answer is asked for: enough that two right ones differ by little."""
MANY = 50_000
"""Draws of the interval that it is compared with."""
ROOM = 0.2
"""How far an end may be from the expected one, in standard errors of the mean.

Chance moves an end by about 0.04. An interval of 90 % instead of 95 % ends 0.3 further in.
"""
NIGHTS = 12
"""Number of values."""
LOW, HIGH = 0.025, 0.975
OWN = Own(
    "Return the interval for {nights} nights instead of one, so multiply each end by {nights}.",
    nights=(1, 2, 3, 4, 5, 6, 7, 10, 14, 20, 30, 100),
)
Values = Sequence[float]
Ends = tuple[float, float]


def interval(values: Values, draws: int, seed: int) -> Ends:
    """The 95 % interval of the mean of some values, by the bootstrap.

    >>> interval([3, 3, 3], draws=10, seed=0)
    (3.0, 3.0)
    """
    found = score(values, draws, seed)
    ends = (found.low, found.high)
    low, high = _scaled(ends)
    return low, high


def _scaled(values: Values) -> list[float]:
    """The values times the number of nights."""
    nights = OWN.nights
    return [value * nights for value in values]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """One lucky night among eleven without a mouse; the seed; then any nights."""
    lucky = [0] * (NIGHTS - 1) + [NIGHTS * rng.randint(1, 5)]
    yield _trial(answer, lucky, rng)
    yield _seeded(answer, rng)
    for _ in range(4):
        values = _drawn(99, rng)
        yield _trial(answer, values, rng)


def _drawn(most: int, rng: Random) -> list[int]:
    """Values that are not all the same."""
    values = []
    for _ in range(NIGHTS - 1):
        value = rng.randint(0, most)
        values.append(value)
    last = values[0] + 1
    return [*values, last]


def _trial(answer: Answer, values: Values, rng: Random) -> Trial:
    seed = rng.randint(0, 999)
    low, high = interval(values, MANY, seed)
    expected = (round(low, 2), round(high, 2))
    trial = answer.on(values, DRAWS, seed, expected=expected)
    room = ROOM * _standard_error(values)
    return replace(
        trial,
        asked=f"{trial.asked}, to within {room:.2f}",
        came=_snapped(trial.came, expected, room),
    )


def _standard_error(values: Values) -> float:
    scaled = _scaled(values)
    spread = pstdev(scaled)
    root = len(values) ** 0.5
    return float(spread / root)


def _snapped(came: Any, expected: Ends, room: float) -> Any:
    """What came, with each end that is near enough replaced by the expected one."""
    try:
        ends = [float(end) for end in came]
    except (TypeError, ValueError):
        return came
    if len(ends) != len(expected):
        return came
    for place, end in enumerate(expected):
        if abs(ends[place] - end) <= room:
            ends[place] = end
    return tuple(ends)


def _seeded(answer: Answer, rng: Random) -> Trial:
    """Two calls with one seed; there are so few draws that chance would be seen."""
    values = _drawn(999, rng)
    seed = rng.randint(0, 999)
    once = answer(values, 20, seed)
    again = answer(values, 20, seed)
    came = "the same interval" if same(once, again) else "another interval"
    return Trial(f"{answer.asked}, a second time", expected="the same interval", came=came)


def _without_replacement(values: Values, draws: int, seed: int) -> Ends:
    mean = fmean(_scaled(values))
    return mean, mean


def _of_the_values(values: Values, draws: int, seed: int) -> Ends:
    scaled = _scaled(values)
    low, high = np.quantile(scaled, [LOW, HIGH])
    return float(low), float(high)


def _normal(values: Values, draws: int, seed: int) -> Ends:
    error = _standard_error(values)
    return _around(values, 1.96 * error)


def _around(values: Values, half: float) -> Ends:
    mean = fmean(_scaled(values))
    low = mean - half
    high = mean + half
    return low, high


def _spread_of_the_values(values: Values, draws: int, seed: int) -> Ends:
    scaled = _scaled(values)
    half = 1.96 * pstdev(scaled)
    return _around(values, half)


def _without_seed(values: Values, draws: int, seed: int) -> Ends:
    own = Random().randint(0, 10**9)
    return interval(values, draws, own)


def _ninety(values: Values, draws: int, seed: int) -> Ends:
    rng = np.random.default_rng(seed)
    scaled = _scaled(values)
    picks = rng.choice(scaled, size=(draws, len(values)))
    means = picks.mean(axis=1)
    low, high = np.quantile(means, [0.05, 0.95])
    return float(low), float(high)


MISCONCEPTIONS = {
    "values are drawn without replacement, so that every mean is the same": (_without_replacement),
    "the quantiles are those of the values, and not of their means": _of_the_values,
    "the interval is symmetric, as if means were normally distributed": _normal,
    "the spread is that of the values, and not of their mean": _spread_of_the_values,
    "the seed is not used, so that nobody can repeat the result": _without_seed,
    "a tenth of the means is cut off, and not a twentieth": _ninety,
}
