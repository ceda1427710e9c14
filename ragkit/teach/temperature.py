"""The temperature: one number that makes a critic's probabilities honest (Guo et al., 2017).

Taught log-odds rank well and are too sure. Divided by a temperature they rank the same, and their
probabilities agree better with how often the answer is yes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LEAST, MOST = 0.05, 20.0
"""Bounds: odds that say nothing would have an infinite temperature, perfect ones none."""
HALVINGS = 50


def temperature(odds: Sequence[float], truth: Sequence[bool]) -> float:
    """The temperature with the lowest cross-entropy of odds / temperature, within the bounds.

    The cross-entropy is convex in 1 / temperature, so its slope has one zero, which is found by
    halving.

    >>> sure = [4.0, 4.0, 4.0, 4.0, -4.0, -4.0, -4.0, -4.0]
    >>> right_in_three_of_four = [True, True, True, False, False, False, False, True]
    >>> round(temperature(sure, right_in_three_of_four), 2)  # 4 / ln 3
    3.64
    """
    values = np.array(odds)
    labels = np.array(truth, dtype=float)
    low, high = 1 / MOST, 1 / LEAST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _slope(middle, values, labels) > 0:
            high = middle
        else:
            low = middle
    return 1 / middle


def _slope(inverse: float, odds: np.ndarray, labels: np.ndarray) -> float:
    """The derivative of the cross-entropy by 1 / temperature."""
    logits = np.clip(inverse * odds, -60, 60)
    probabilities = 1 / (1 + np.exp(-logits))
    errors = probabilities - labels
    return float((errors * odds).sum())
