"""Do two graders of the same runs agree? Their paired difference, and whether they rank the runs alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ragkit.evaluate.score import Score, score

Grade = float | None
"""In [0, 1]; None where a grader gave no number."""


@dataclass(frozen=True)
class Opinion:
    """What another grader said of one run: the metrics that apply to it, and why some gave no number."""

    grades: dict[str, Grade]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Agreement:
    """How two graders of the same runs agree."""

    difference: Score
    """Mean of ours less theirs, paired; what one of them left ungraded is counted."""
    correlation: float | None
    """Spearman's, in [-1, 1]; None where a grader gave all runs the same, or fewer than three were graded by both."""


def agreement(ours: Sequence[Grade], theirs: Sequence[Grade]) -> Agreement:
    """Two graders of the same runs, in the same order.

    >>> found = agreement([1.0, 0.5, 0.0, None], [0.9, 0.8, 0.1, 1.0])
    >>> round(found.difference.mean, 3), found.difference.ungraded, round(found.correlation or 0, 3)
    (-0.1, 1, 1.0)
    """
    pairs = [None if a is None or b is None else (a, b) for a, b in zip(ours, theirs, strict=True)]
    both = [pair for pair in pairs if pair is not None]
    difference = score([None if pair is None else pair[0] - pair[1] for pair in pairs])
    ranks = [_ranks(column) for column in zip(*both, strict=True)]
    flat = len(both) < 3 or any(len(set(column)) == 1 for column in ranks)
    return Agreement(difference, None if flat else float(np.corrcoef(np.array(ranks))[0][1]))


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1; values that tie share the mean of their ranks."""
    ordered = sorted(values)
    return [float(np.mean([i + 1 for i, one in enumerate(ordered) if one == value])) for value in values]
