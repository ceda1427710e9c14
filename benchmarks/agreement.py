"""Agreement of two graders on the same runs: their paired difference and their rank correlation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ragkit.score import Score, score

Grade = float | None
"""A grade in [0, 1]; None where a grader gave no number."""
FEWEST = 3
"""Minimum number of runs for a rank correlation."""


@dataclass(frozen=True)
class Opinion:
    """Another grader's view of one run: the metrics that apply, and why some have no number."""

    grades: dict[str, Grade]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Agreement:
    """How well two graders of the same runs agree."""

    difference: Score
    """Mean of the paired differences, ours - theirs.

    A run that either grader left ungraded is counted as ungraded.
    """
    correlation: float | None
    """Spearman's rank correlation, in [-1, 1].

    None where one grader gave the same grade to all runs, or fewer than three runs were graded by
    both.
    """


def agreement(ours: Sequence[Grade], theirs: Sequence[Grade]) -> Agreement:
    """Compare two graders of the same runs, given in the same order.

    >>> found = agreement([1.0, 0.5, 0.0, None], [0.9, 0.8, 0.1, 1.0])
    >>> round(found.difference.mean, 3), found.difference.ungraded, round(found.correlation or 0, 3)
    (-0.1, 1, 1.0)
    """
    differences: list[float | None] = []
    graded: list[tuple[float, float]] = []
    for a, b in zip(ours, theirs, strict=True):
        if a is None or b is None:
            differences.append(None)
            continue
        differences.append(a - b)
        graded.append((a, b))
    return Agreement(score(differences), _rank_correlation(graded))


def _rank_correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Spearman's correlation, None where it is not defined: Pearson's of the ranks."""
    if len(pairs) < FEWEST:
        return None
    ranks = [_ranks(column) for column in zip(*pairs, strict=True)]
    for column in ranks:
        if len(set(column)) == 1:
            return None
    correlations = np.corrcoef(np.array(ranks))
    return float(correlations[0][1])


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1; equal values share the mean of their ranks."""
    in_order = sorted(values)
    ranks: dict[float, list[int]] = {}
    for rank, value in enumerate(in_order, start=1):
        equals = ranks.setdefault(value, [])
        equals.append(rank)
    means = {value: float(np.mean(equals)) for value, equals in ranks.items()}
    return [means[value] for value in values]
