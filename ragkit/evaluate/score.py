"""A number with its doubt attached: mean, bootstrap interval, how many it rests on, how many were ungraded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Z = 1.959964 + 0.841621
"""Quantiles of the normal distribution: 97.5 %, so that 5 % err on both sides together, and 80 %."""
BEYOND = 10_000_000
"""Questions that nobody will ask."""


@dataclass(frozen=True)
class Score:
    """A mean over questions with its 95 % interval. What could not be graded is counted apart, never as 0."""

    mean: float
    low: float
    high: float
    n: int
    ungraded: int = 0

    def __str__(self) -> str:
        left_out = f", {self.ungraded} ungraded" if self.ungraded else ""
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}] (n={self.n}{left_out})"


def score(values: Sequence[float | None], draws: int = 2_000, seed: int = 0) -> Score:
    """The mean of the graded values, with a percentile bootstrap interval (Efron 1979) over questions.

    None stands for ungraded. Without any graded value mean and interval are NaN.

    >>> print(score([1, 1, 1, None]))
    1.000 [1.000, 1.000] (n=3, 1 ungraded)
    """
    graded = np.array([value for value in values if value is not None], dtype=float)
    ungraded = len(values) - len(graded)
    if not len(graded):
        return Score(float("nan"), float("nan"), float("nan"), 0, ungraded)
    picks = np.random.default_rng(seed).integers(len(graded), size=(draws, len(graded)))
    low, high = np.quantile(graded[picks].mean(axis=1), [0.025, 0.975])
    return Score(float(graded.mean()), float(low), float(high), len(graded), ungraded)


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Score:
    """The mean of the paired differences ours - theirs on the same questions; an interval without 0 is a real one.

    >>> print(difference([1, 1, 0, 1], [0, 0, 0, 0]).mean)
    0.75
    """
    return score([a - b for a, b in zip(ours, theirs, strict=True)])


def needed(differences: Sequence[float]) -> int | None:
    """How many questions would show a paired difference of this size and spread: 95 % confidence, 80 % power.

    n = ((z + z') sd / mean)^2 with the normal quantiles z = 1.960 and z' = 0.842. None where it cannot be told: fewer
    than two differences, or a mean of 0, or so near to it that ten million would not do.

    >>> needed([1, 0, 0, 0])   # mean 1/4, sd 1/2: (2.802 * 2)^2
    32
    """
    if len(differences) < 2 or not (mean := np.mean(differences)):
        return None
    found = max(2, math.ceil((Z * np.std(differences, ddof=1) / mean) ** 2))
    return found if found <= BEYOND else None
