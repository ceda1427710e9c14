"""What a curve of risk and coverage comes to, with intervals by bootstrap over questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ragkit.evaluate.measures.risk_coverage import PRECISIONS, curve
from ragkit.score import Score

DRAWS, SEED = 1_000, 0


@dataclass(frozen=True)
class Selective:
    """What a curve comes to, with intervals by bootstrap over questions."""

    area: Score
    covered: dict[float, Score]
    """The coverage at each of `PRECISIONS`. The curve is looked at where it is best, so with few
    drafts of high odds this is a little too high."""


def selective(odds: Sequence[float | None], correct: Sequence[float]) -> Selective:
    """The area under a curve and the coverage at `PRECISIONS`; `n` counts all questions.

    Raises `ValueError` without a question.
    """
    n = len(odds)
    if not n:
        raise ValueError("asked for risk and coverage, got no question")
    whole = curve(odds, correct)
    generator = np.random.default_rng(SEED)
    drawn = []
    for picks in generator.integers(n, size=(DRAWS, n)):
        drawn.append(curve([odds[at] for at in picks], [correct[at] for at in picks]))
    area = _score(whole.area, [one.area for one in drawn], n)
    covered = {}
    for precision in PRECISIONS:
        shares = [one.at(precision) for one in drawn]
        covered[precision] = _score(whole.at(precision), shares, n)
    return Selective(area, covered)


def _score(whole: float, drawn: Sequence[float], n: int) -> Score:
    # A draw may have no draft, and then it has no area.
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    return Score(whole, float(low), float(high), n)
