"""The critics' thresholds, chosen together on first passes that no critic stopped.

`first_passes.py` makes these first passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ragkit.evaluate.judging.calibration import best_thresholds
from ragkit.evaluate.judging.drafts import TARGETS, Drafts, areas, drafts_of, grids_of, group
from ragkit.evaluate.judging.first_passes import why_left_out
from ragkit.score import Score, score
from ragkit.settings import Settings

UNANSWERED = "out-of-domain, near-miss, false-premise"
"""The kinds of questions that should not be answered as they are."""
LEAST = 20
"""Minimum number of judged drafts to choose thresholds from."""


@dataclass(frozen=True)
class Choice:
    """Thresholds that were chosen, and what they lead to on the drafts that chose them."""

    thresholds: dict[str, float]
    """The thresholds of `CHOSEN`, and `supported_above`, which is never below `partly_above`."""
    auc: dict[str, float]
    """How well the odds behind each threshold separate drafts that are wholly right from others."""
    ends_well: dict[str, Score]
    """For each group of questions, the share that ends well under these thresholds."""
    n: int
    """Number of judged drafts."""
    right: float
    """Number of right drafts; one that is right in part counts as that fraction."""
    left_out: dict[str, int]
    """Number of outcomes without a judged draft, by the reason."""
    wrong_costs: float | None = None
    """The price of a wrong answer that they were chosen for; None: for targets."""
    value: Score | None = None
    """What a draft is worth at that price, under thresholds that other drafts chose."""
    like_price: float | None = None
    """The price that thresholds chosen for targets come nearest to."""


def choose(
    outcomes: Sequence[dict[str, Any]],
    settings: Settings,
    hold_back: float = TARGETS["hold back"],
) -> Choice:
    """The critics' thresholds, chosen together.

    First come the two targets about what should not be answered: the thresholds that meet them, or
    come nearest to them, are chosen. Among these are chosen those with most right answers. Among
    those again, the ones whose first threshold alone stops most questions from outside, because no
    draft is written for what is stopped there.

    `settings` has the risk and the support that are not chosen. `hold_back` is the target for near
    misses and false premises, in (0, 1]: a higher one stops more right answers too. Outcomes
    without a judged draft are counted and left out. Raises `ValueError` when all are.
    """
    grids = grids_of(outcomes)
    targets = TARGETS | {"hold back": hold_back}
    drafts = drafts_of(outcomes, settings, grids[-1], targets)
    found = best_thresholds(drafts.odds.tolist(), grids, drafts.worth)
    return as_choice(found, drafts, outcomes, settings)


def as_choice(
    found: Sequence[float],
    drafts: Drafts,
    outcomes: Sequence[dict[str, Any]],
    settings: Settings,
    wrong_costs: float | None = None,
) -> Choice:
    """The thresholds that were found, in the order of `CHOSEN`, with what they lead to."""
    passes = np.all(drafts.odds >= np.array(found), axis=1)
    ends = drafts.ends_well(passes)
    reasons = Counter(why_left_out(row) for row in outcomes)
    del reasons[""]
    return Choice(
        _named(found, settings),
        areas(drafts),
        {name: score(values.tolist()) for name, values in ends.items()},
        n=len(drafts.right),
        right=float(drafts.right.sum()),
        left_out=dict(reasons),
        wrong_costs=wrong_costs,
    )


def lacking(outcomes: Sequence[dict[str, Any]]) -> list[str]:
    """What is missing to choose thresholds from these outcomes; empty when nothing is."""
    judged = [row for row in outcomes if not why_left_out(row)]
    groups = [group(row["kind"]) for row in judged]
    n = len(judged)
    answerable = groups.count("answerable")
    right = 0.0
    for row, name in zip(judged, groups, strict=True):
        if name == "answerable":
            right += row["right"] or 0
    missing = []
    if n < LEAST:
        missing.append(f"judged drafts: there are {n}, and {LEAST} are needed")
    if answerable == n:
        missing.append(f"a question that the documents do not answer (kinds: {UNANSWERED})")
    if not right:
        missing.append(f"a right answer: of {answerable} answerable questions none has one")
    return missing


def _named(cuts: Sequence[float], settings: Settings) -> dict[str, float]:
    """The thresholds by name, without those of claims for the NLI judge, which has its own.

    A claim counts whole from where it counts half, at the lowest.
    """
    answerable_from, fit_from, partly_above = cuts
    named = {"answerable_from": answerable_from, "fit_from": fit_from}
    if settings.judge != "nli":
        named["partly_above"] = partly_above
        named["supported_above"] = max(partly_above, settings.supported_above)
    return named
