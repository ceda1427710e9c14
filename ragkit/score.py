"""A mean with its uncertainty: a bootstrap interval, and how many values it is the mean of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

Z = 1.959964 + 0.841621
"""The sum of two quantiles of the normal distribution, at 97.5 % and at 80 %.

They belong to a two-sided test with an error of 5 % and a power of 80 %.
"""
BEYOND = 10_000_000
"""Maximum number of questions that an estimate may ask for; above it there is none."""


@dataclass(frozen=True)
class Score:
    """A mean over questions with its 95 % interval.

    What could not be graded is counted separately, never as 0.
    """

    mean: float
    low: float
    high: float
    n: int
    """Number of graded values."""
    ungraded: int = 0

    def __str__(self) -> str:
        interval = f"[{self.low:.3f}, {self.high:.3f}]"
        counts = f"n={self.n}"
        if self.ungraded:
            counts += f", {self.ungraded} ungraded"
        return f"{self.mean:.3f} {interval} ({counts})"


def score(values: Sequence[float | None], draws: int = 2_000, seed: int = 0) -> Score:
    """The mean of the graded values, with a percentile bootstrap interval over questions.

    The interval is that of Efron (1979). None stands for ungraded. Without any graded value the
    mean and the interval are NaN.

    >>> print(score([1, 1, 1, None]))
    1.000 [1.000, 1.000] (n=3, 1 ungraded)
    """
    return _score(tuple(values), draws, seed)


# The tables of one report ask for the same scores several times.
@lru_cache(maxsize=4096)
def _score(values: tuple[float | None, ...], draws: int, seed: int) -> Score:
    numbers = [value for value in values if value is not None]
    graded = np.array(numbers, dtype=float)
    n = len(graded)
    ungraded = len(values) - n
    if n == 0:
        nan = float("nan")
        return Score(nan, nan, nan, 0, ungraded)
    generator = np.random.default_rng(seed)
    picks = generator.integers(n, size=(draws, n))
    means = graded[picks].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return Score(
        mean=float(graded.mean()),
        low=float(low),
        high=float(high),
        n=n,
        ungraded=ungraded,
    )


def ratio(parts: Sequence[tuple[float, float]], draws: int = 2_000, seed: int = 0) -> Score:
    """The ratio of two sums over questions, with a percentile bootstrap interval over questions.

    Each question gives a pair: what it adds to the numerator and to the denominator. Precision,
    recall and F1 are such ratios, and no means of questions. A draw whose denominator is 0 has no
    ratio and is left out. `n` counts the questions that add to the denominator. Without any, the
    ratio and the interval are NaN.

    >>> print(ratio([(1, 1), (0, 1), (0, 0)]))
    0.500 [0.000, 1.000] (n=2)
    """
    above = np.array([numerator for numerator, _ in parts], dtype=float)
    below = np.array([denominator for _, denominator in parts], dtype=float)
    n = np.count_nonzero(below)
    if n == 0:
        nan = float("nan")
        return Score(nan, nan, nan, 0)
    generator = np.random.default_rng(seed)
    picks = generator.integers(len(parts), size=(draws, len(parts)))
    numerators = above[picks].sum(axis=1)
    denominators = below[picks].sum(axis=1)
    known = denominators > 0
    ratios = numerators[known] / denominators[known]
    low, high = np.quantile(ratios, [0.025, 0.975])
    mean = above.sum() / below.sum()
    return Score(
        mean=float(mean),
        low=float(low),
        high=float(high),
        n=int(n),
    )


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Score:
    """The mean of the paired differences ours - theirs on the same questions.

    An interval without 0 is evidence of a real difference.

    >>> print(difference([1, 1, 0, 1], [0, 0, 0, 0]).mean)
    0.75
    """
    pairs = zip(ours, theirs, strict=True)
    differences = [our - their for our, their in pairs]
    return score(differences)


def needed(differences: Sequence[float]) -> int | None:
    """How many questions would show a paired difference of this size and spread.

    They show it with 95 % confidence and 80 % power: n = ((z + z') sd / mean)^2 with the normal
    quantiles z = 1.960 and z' = 0.842. It is None where there is no estimate: for fewer than two
    differences, for a mean of 0, and for a mean so near to 0 that ten million questions would not
    be enough.

    >>> needed([1, 0, 0, 0])   # mean 1/4, sd 1/2: (2.802 * 2)^2
    32
    """
    if len(differences) < 2:
        return None
    return questions_for(float(np.mean(differences)), float(np.std(differences, ddof=1)))


def questions_for(mean: float, deviation: float) -> int | None:
    """How many questions would show a paired difference with this mean and standard deviation.

    The rule is that of `needed`. None for a mean of 0, or one so near to 0 that ten million
    questions would not be enough.

    >>> questions_for(0.25, 0.5), questions_for(0.0, 0.5)
    (32, None)
    """
    if mean == 0:
        return None
    ratio = Z * deviation / mean
    estimate = math.ceil(ratio**2)
    questions = max(2, estimate)
    return questions if questions <= BEYOND else None
