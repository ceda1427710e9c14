"""The calibration curve of a judge: whether odds of 0.8 mean that eight claims in ten are true."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

BINS = 5
"""Number of bins of a calibration curve."""


@dataclass(frozen=True)
class Bin:
    """One point of a calibration curve: cases with similar odds."""

    odds: float
    """Mean odds of the cases, in [0, 1]."""
    true: float
    """Fraction of the cases that are true."""
    n: int
    """Number of cases."""


def curve(
    odds: Sequence[float | None], labels: Sequence[bool], bins: int = BINS
) -> tuple[Bin, ...]:
    """The calibration curve: cases sorted by their odds, in bins of about the same size.

    Ungraded cases are left out. Cases with the same odds are in the same bin, however many they
    are: only their labels could separate them.

    >>> curve([0.1, 0.3, 0.7, 0.9, None], [False, False, True, False, True], bins=2)
    (Bin(odds=0.2, true=0.0, n=2), Bin(odds=0.8, true=0.5, n=2))
    """
    pairs = zip(odds, labels, strict=True)
    cases = sorted((o, bool(label)) for o, label in pairs if o is not None)
    if not cases:
        return ()
    sorted_odds = [o for o, _ in cases]
    edges = []
    for number in range(bins):
        place = len(cases) * number // bins
        # back to the first case with the same odds
        first = bisect_left(sorted_odds, sorted_odds[place])
        edges.append(first)
    edges.append(len(cases))
    groups = [cases[start:stop] for start, stop in pairwise(edges)]
    return tuple(_bin(group) for group in groups if group)


def _bin(cases: Sequence[tuple[float, bool]]) -> Bin:
    n = len(cases)
    odds = [o for o, _ in cases]
    labels = [label for _, label in cases]
    mean_odds = sum(odds) / n
    true = sum(labels) / n
    return Bin(round(mean_odds, 6), true, n)
