"""How well odds sort correct answers before wrong ones: risk against coverage.

Of all drafts, those with the highest odds are answered first, and the others are abstained from.
Coverage is the fraction of the questions that is answered, and risk the fraction of these answers
that is wrong (selective). Odds that tell correct from wrong keep the risk low until late. Unlike a
threshold, the curve does not depend on anybody's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

PRECISIONS = (0.9, 0.95)
"""Fractions of correct answers that a reader may insist on."""


@dataclass(frozen=True)
class Curve:
    """Risk against coverage: a point for each threshold, the highest first."""

    coverage: tuple[float, ...]
    """The fraction of all questions that is answered."""
    risk: tuple[float, ...]
    """The fraction of these answers that is wrong."""

    @property
    def area(self) -> float:
        """The mean risk over all coverages that are reached: the lower, the better; 0 to 1.

        It is the area under the curve, whose steps are as wide as their drafts, divided by the
        highest coverage. NaN without a draft.
        """
        if not self.coverage:
            return float("nan")
        widths = np.diff(self.coverage, prepend=0.0)
        return float(widths @ np.array(self.risk) / self.coverage[-1])

    def at(self, precision: float) -> float:
        """The highest coverage at which so many of the answers are correct; 0 if there is none."""
        reached = [
            coverage
            for coverage, risk in zip(self.coverage, self.risk, strict=True)
            if 1 - risk >= precision
        ]
        return max(reached, default=0.0)


def curve(odds: Sequence[float | None], correct: Sequence[float]) -> Curve:
    """The curve of drafts with these odds, of which so much is correct, 0 to 1.

    None stands for a question without a draft, or without odds: it is never answered. Drafts with
    equal odds are answered together.

    >>> found = curve([0.9, 0.8, 0.8, 0.1, None], [1, 1, 0, 0, 0])
    >>> found.coverage, [round(risk, 2) for risk in found.risk]
    ((0.2, 0.6, 0.8), [0.0, 0.33, 0.5])
    >>> round(found.area, 3), found.at(0.9), found.at(0.5)  # (1 * 0 + 2 * 1/3 + 1 * 1/2) / 4
    (0.292, 0.2, 0.8)
    """
    n = len(odds)
    drafts = [pair for pair in zip(odds, correct, strict=True) if pair[0] is not None]
    ordered = np.array(sorted(drafts, reverse=True), dtype=float).reshape(-1, 2)
    counts = np.arange(1, len(ordered) + 1)
    risks = 1 - np.cumsum(ordered[:, 1]) / counts
    lower_follows = np.diff(ordered[:, 0], append=-1.0) < 0
    coverage = counts[lower_follows] / n
    return Curve(tuple(coverage.tolist()), tuple(risks[lower_follows].tolist()))
