"""From a judge's odds to a decision: how well the odds separate, and which threshold to use.

A judge's odds rank cases, but 0.5 need not mean "as likely as not". So the threshold is chosen on
one half of the labelled cases and tested on the other half. Tested on the cases that it was chosen
on, it would look better than it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np


@dataclass(frozen=True)
class Calibration:
    """A threshold chosen on one half of labelled cases, and its accuracy on the other half."""

    threshold: float
    auc: float
    """Area under the ROC curve, on all cases (`auc`)."""
    fitted: float
    """Balanced accuracy on the half that the threshold was chosen on."""
    tested: float
    """Balanced accuracy on the other half: the number to rely on."""
    n: int
    """Number of graded cases."""
    ungraded: int = 0

    def __str__(self) -> str:
        left_out = ""
        if self.ungraded:
            left_out = f", {self.ungraded} ungraded"
        return (
            f"threshold {self.threshold:.3f}: balanced accuracy {self.tested:.3f} "
            f"on the half not used to choose it ({self.fitted:.3f} on the other), "
            f"AUC {self.auc:.3f} (n={self.n}{left_out})"
        )


def calibrate(odds: Sequence[float | None], labels: Sequence[bool], seed: int = 0) -> Calibration:
    """Choose a threshold on a random half of the cases, and test it on the other half.

    The halves are drawn within each label. None means ungraded; such cases are counted and left
    out. Raises `ValueError` when a half lacks one of the labels.
    """
    graded_odds: list[float] = []
    graded_labels: list[bool] = []
    for o, label in zip(odds, labels, strict=True):
        if o is not None:
            graded_odds.append(o)
            graded_labels.append(bool(label))
    pairs = list(zip(graded_odds, graded_labels, strict=True))
    fit_places, test_places = halves(graded_labels, seed)
    fit = [pairs[place] for place in fit_places]
    test = [pairs[place] for place in test_places]
    threshold = best_threshold(fit)
    return Calibration(
        threshold,
        auc(graded_odds, graded_labels),
        balanced_accuracy(fit, threshold),
        balanced_accuracy(test, threshold),
        len(pairs),
        len(odds) - len(pairs),
    )


def halves(labels: Sequence[bool], seed: int = 0) -> tuple[list[int], list[int]]:
    """The places of the cases in two random halves, each with half of either label.

    Where a label has an odd number of cases, the second half gets one more.

    >>> fit, test = halves([True, True, False, False])
    >>> len(fit), len(test), sorted(fit + test)
    (2, 2, [0, 1, 2, 3])
    """
    random = np.random.default_rng(seed)
    fit: set[int] = set()
    for wanted in (True, False):
        places = [place for place in range(len(labels)) if labels[place] == wanted]
        if len(places) < 2:
            raise ValueError(
                f"calibration needs at least two cases of each label; {wanted} has {len(places)}"
            )
        shuffled = random.permutation(places).tolist()
        half = len(places) // 2
        fit.update(shuffled[:half])
    test = [place for place in range(len(labels)) if place not in fit]
    return sorted(fit), test


def auc(odds: Sequence[float | None], labels: Sequence[bool]) -> float:
    """Area under the ROC curve, in [0, 1]; 0.5 is chance.

    It is the fraction of pairs, one true and one false case, in which the true case has higher
    odds. A tie counts half. A case that could not be judged has no odds and does not count. NaN
    where one of the labels has no case.

    >>> # three of the four pairs are right, and one is a tie
    >>> auc([0.9, 0.4, 0.4, 0.1], [True, True, False, False])
    0.875
    """
    by_label: dict[bool, list[float]] = {True: [], False: []}
    for o, label in zip(odds, labels, strict=True):
        if o is not None:
            by_label[label].append(o)
    true = by_label[True]
    false = by_label[False]
    if not true or not false:
        return float("nan")
    gaps = np.subtract.outer(true, false)
    wins = gaps > 0
    ties = gaps == 0
    return float((wins + 0.5 * ties).mean())


def balanced_accuracy(pairs: Sequence[tuple[float, bool]], threshold: float) -> float:
    """The mean of two fractions: true cases that get a yes, and false cases that get a no.

    Odds at the threshold count as yes.

    >>> balanced_accuracy([(0.9, True), (0.4, True), (0.4, False), (0.1, False)], 0.5)  # 1/2, 2/2
    0.75
    """
    right: dict[bool, list[bool]] = {True: [], False: []}
    for o, label in pairs:
        verdict = o >= threshold
        right[label].append(verdict == label)
    of_true = np.mean(right[True])
    of_false = np.mean(right[False])
    return float(np.mean([of_true, of_false]))


def best_threshold(pairs: Sequence[tuple[float, bool]]) -> float:
    """The threshold with the highest balanced accuracy, half-way between two neighbouring odds.

    Of equally good thresholds, the middle one. Where all odds are equal, these odds.

    >>> round(best_threshold([(0.9, True), (0.7, True), (0.3, False), (0.1, False)]), 3)
    0.5
    """
    values = sorted({float(o) for o, _ in pairs})
    cuts = [(low + high) / 2 for low, high in pairwise(values)]
    if not cuts:
        cuts = values
    best: list[float] = []
    highest = -np.inf
    for cut in cuts:
        accuracy = balanced_accuracy(pairs, cut)
        if accuracy > highest:
            best, highest = [], accuracy
        if accuracy == highest:
            best.append(cut)
    middle = len(best) // 2
    return best[middle]


def most_valuable(
    cases: np.ndarray,
    grids: Sequence[Sequence[float]],
    gains: np.ndarray,
    first: float = 0.0,
) -> list[float]:
    """The three thresholds under which the cases that reach all of them gain most in sum.

    `cases` has the odds, shape (n, 3), and `gains` what each case adds when it passes, shape (n,).
    `grids` has the values to try for each column. What a case gains that stops at the first
    threshold is `first`. Of equally good choices, the one nearest to their mean is returned.

    >>> cases = np.array([(0.9, 0.9, 0.8), (0.9, 0.9, 0.2), (0.1, 0.9, 0.8)])
    >>> grid = [0.3, 0.5, 0.7]
    >>> most_valuable(cases, [grid, [0.5], grid], np.array([1.0, -1.0, -1.0]))
    [0.5, 0.5, 0.5]
    """
    reached = []
    for odds, grid in zip(cases.T, grids, strict=True):
        reached.append((odds >= np.array(grid)[:, None]).astype(float))
    sums = []
    for passes in reached[0]:
        saved = first * (1 - passes).sum()
        sums.append((reached[1] * (passes * gains)) @ reached[2].T + saved)
    rounded = np.array(sums).round(9)
    best = np.argwhere(rounded == rounded.max())
    middle = best.mean(axis=0)
    nearest = best[((best - middle) ** 2).sum(axis=1).argmin()]
    return [grid[at] for grid, at in zip(grids, nearest, strict=True)]


def best_thresholds(
    cases: Sequence[Sequence[float]],
    grids: Sequence[Sequence[float]],
    worth: Callable[[np.ndarray], float],
) -> list[float]:
    """One threshold for each column of `cases`, chosen together.

    `grids` has the values to try for each column. `worth` rates a choice, from a table of which
    case reaches which threshold. Of equally good choices, the one nearest to their mean is
    returned.

    >>> cases, labels = [(0.9, 0.8), (0.9, 0.2), (0.1, 0.8)], np.array([True, False, False])
    >>> def accuracy(reached):  # a case passes when it reaches both thresholds
    ...     return float(np.mean(reached.all(axis=1) == labels))
    >>> grid = [0.3, 0.5, 0.7]
    >>> best_thresholds(cases, [grid, grid], accuracy)
    [0.5, 0.5]
    """
    table = np.array(cases)
    best: list[tuple[float, ...]] = []
    highest = -np.inf
    for cuts in product(*grids):
        value = worth(table >= np.array(cuts))
        if value > highest:
            best, highest = [], value
        if value == highest:
            best.append(cuts)
    middle = np.mean(best, axis=0)

    def distance(cuts: Iterable[float]) -> float:
        gaps = np.array(cuts) - middle
        return float((gaps**2).sum())

    return list(min(best, key=distance))
