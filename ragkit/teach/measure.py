"""How well a critic ranks the judgements of each kind, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from ragkit.score import Score, score
from ragkit.teach.judgement import Pair

DRAWS = 2_000


@dataclass(frozen=True)
class Measure:
    """What a critic is worth on pairs of one kind."""

    auc: Score
    """Area under the ROC curve over all true and false judgements; n is the number of pairs."""
    ranked: Score
    """Fraction of the pairs whose true judgement has the higher odds; a tie counts half."""


def measures(pairs: Sequence[Pair], odds: Sequence[float]) -> dict[str, Measure]:
    """The measures of each kind, by the odds of `flat(pairs)`."""
    by_kind: dict[str, list[tuple[float, float]]] = {}
    for number, pair in enumerate(pairs):
        true = odds[2 * number]
        false = odds[2 * number + 1]
        of_kind = by_kind.setdefault(pair.kind, [])
        of_kind.append((true, false))
    return {kind: _measure(by_kind[kind]) for kind in sorted(by_kind)}


def mean_auc(found: dict[str, Measure]) -> float:
    """The mean AUC over kinds: a kind with few pairs counts as much as one with many."""
    areas = [measure.auc.mean for measure in found.values()]
    return fmean(areas)


def _measure(odds: Sequence[tuple[float, float]]) -> Measure:
    table = np.array(odds)
    true, false = table[:, 0], table[:, 1]
    wins = wins_of(true[:, None], false[None, :])
    ranked = wins_of(true, false)
    return Measure(auc=area(wins), ranked=score(ranked.tolist()))


def wins_of(true: np.ndarray, false: np.ndarray) -> np.ndarray:
    """1 where the true one has higher odds, a half where they are equal."""
    ahead = true > false
    level = true == false
    return ahead + 0.5 * level


def area(wins: np.ndarray) -> Score:
    """AUC with a percentile bootstrap interval over pairs.

    `wins[i, j]` says whether the true judgement of pair i has higher odds than the false one of
    pair j. A draw of pairs is a count of each, and its AUC is a mean of `wins` by these counts.

    >>> print(area(np.ones((4, 4))))
    1.000 [1.000, 1.000] (n=4)
    """
    n = len(wins)
    generator = np.random.default_rng(0)
    even = np.full(n, 1 / n)
    counts = generator.multinomial(n, even, size=DRAWS)
    weighted = (counts @ wins) * counts
    areas = weighted.sum(axis=1) / n**2
    low, high = np.quantile(areas, [0.025, 0.975])
    mean = float(wins.mean())
    return Score(mean, float(low), float(high), n)
