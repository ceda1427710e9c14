"""The fraction of pairs of all kinds together that a critic ranks right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragkit.score import Score, score
from ragkit.teach.entailment import KIND


def ranked(after: Mapping[str, Any]) -> Score:
    """The fraction of pairs that a taught critic ranks right, over all kinds that it was taught.

    `after` is what was measured by kind; the entailment set is of another source, and left out.
    """
    wins: list[float] = []
    for kind, measure in after.items():
        if kind == KIND:
            continue
        n = measure["ranked"]["n"]
        right = round(measure["ranked"]["mean"] * n)
        wins += [1.0] * right + [0.0] * (n - right)
    return score(wins)
