"""From a judge's odds to a decision: how well they separate, where to cut, and how sure that is.

A judge's odds carry information; that 0.5 means "as likely as not" is not part of it. So the cut is learned on
labelled cases and reported on others: a threshold that is tested on what it was chosen on flatters itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np


@dataclass(frozen=True)
class Calibration:
    """A threshold chosen on one half of labelled cases, and what it is worth on the other half."""

    threshold: float
    auc: float
    """On all cases: how often a true case gets higher odds than a false one."""
    fitted: float
    """Balanced accuracy on the half that the threshold was chosen on."""
    tested: float
    """Balanced accuracy on the other half: the number to believe."""
    n: int
    ungraded: int = 0

    def __str__(self) -> str:
        left_out = f", {self.ungraded} ungraded" if self.ungraded else ""
        return (
            f"threshold {self.threshold:.3f}: balanced accuracy {self.tested:.3f} on the half not used to choose it "
            f"({self.fitted:.3f} on the other), AUC {self.auc:.3f} (n={self.n}{left_out})"
        )


def calibrate(odds: Sequence[float | None], labels: Sequence[bool], seed: int = 0) -> Calibration:
    """Choose a threshold on a random half of the cases, drawn within each label, and test it on the other.

    None stands for ungraded, which is counted apart. Raises `ValueError` when a half lacks one of the labels.
    """
    pairs = [(o, bool(label)) for o, label in zip(odds, labels, strict=True) if o is not None]
    fit, test = halves([label for _, label in pairs], seed)
    chosen = best_threshold([pairs[i] for i in fit])
    return Calibration(
        chosen, auc([o for o, _ in pairs], [label for _, label in pairs]),
        balanced_accuracy([pairs[i] for i in fit], chosen), balanced_accuracy([pairs[i] for i in test], chosen),
        len(pairs), len(odds) - len(pairs),
    )  # fmt: skip


def halves(labels: Sequence[bool], seed: int = 0) -> tuple[list[int], list[int]]:
    """Two random halves of the cases by place, each with half of either label; an odd one goes to the second.

    >>> fit, test = halves([True, True, False, False])
    >>> len(fit), len(test), sorted(fit + test)
    (2, 2, [0, 1, 2, 3])
    """
    dice, fit = np.random.default_rng(seed), set[int]()
    for wanted in (True, False):
        places = dice.permutation([i for i, label in enumerate(labels) if label == wanted])
        if len(places) < 2:
            raise ValueError(f"calibration needs two cases of each label at least; {wanted} has {len(places)}")
        fit |= {int(place) for place in places[: len(places) // 2]}
    return sorted(fit), [i for i in range(len(labels)) if i not in fit]


def auc(odds: Sequence[float], labels: Sequence[bool]) -> float:
    """How often a true case gets higher odds than a false one, ties counting half; in [0, 1], 0.5 is chance.

    >>> auc([0.9, 0.4, 0.4, 0.1], [True, True, False, False])   # of four pairs three are right and one is a tie
    0.875
    """
    true = np.array([o for o, label in zip(odds, labels, strict=True) if label])
    false = np.array([o for o, label in zip(odds, labels, strict=True) if not label])
    above = true[:, None] - false[None, :]
    return float(((above > 0) + 0.5 * (above == 0)).mean()) if above.size else float("nan")


def balanced_accuracy(pairs: Sequence[tuple[float, bool]], threshold: float) -> float:
    """The mean of the shares of true and of false cases that fall on their side; odds at the threshold count as yes.

    >>> balanced_accuracy([(0.9, True), (0.4, True), (0.4, False), (0.1, False)], 0.5)   # 1/2 and 2/2
    0.75
    """
    right = {label: [(o >= threshold) == label for o, known in pairs if known == label] for label in (True, False)}
    return float(np.mean([np.mean(share) for share in right.values()]))


def best_threshold(pairs: Sequence[tuple[float, bool]]) -> float:
    """The threshold with the highest balanced accuracy, half-way between two odds; of equals, the middle one.

    >>> round(best_threshold([(0.9, True), (0.7, True), (0.3, False), (0.1, False)]), 3)
    0.5
    """
    cuts = np.unique([o for o, _ in pairs])
    between = [float(a + b) / 2 for a, b in zip(cuts, cuts[1:], strict=False)] or [float(cuts[0])]
    scores = [balanced_accuracy(pairs, cut) for cut in between]
    best = [cut for cut, value in zip(between, scores, strict=True) if value == max(scores)]
    return best[len(best) // 2]


def best_thresholds(
    cases: Sequence[Sequence[float]], grid: Sequence[float], worth: Callable[[np.ndarray], float]
) -> list[float]:
    """One threshold a column, chosen together: a case passes when it reaches every one of them.

    `grid` holds the values to try for each column; `worth` says what a choice is worth, from which case reaches which
    threshold. Of equally good choices, the one nearest to their mean.

    >>> cases, labels = [(0.9, 0.8), (0.9, 0.2), (0.1, 0.8)], np.array([True, False, False])
    >>> best_thresholds(cases, [0.3, 0.5, 0.7], lambda reached: float(np.mean(reached.all(axis=1) == labels)))
    [0.5, 0.5]
    """
    table, best, highest = np.array(cases), list[tuple[float, ...]](), -np.inf
    for cuts in product(grid, repeat=table.shape[1]):
        value = worth(table >= np.array(cuts))
        if value >= highest:
            best, highest = ([*best, cuts] if value == highest else [cuts]), value
    middle = np.mean(best, axis=0)
    return list(min(best, key=lambda cuts: float(((np.array(cuts) - middle) ** 2).sum())))
