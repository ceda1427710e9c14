"""Thresholds for a price: those under which first passes are worth most.

A correct answer is worth 1, an abstention 0, and a wrong answer minus its price
(`evaluate/measures/outcome.py`). So one number says what the targets of `choice.py` say with three,
and nobody has to guess how much may be withheld.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from statistics import mean

import numpy as np

from ragkit.evaluate.judging.calibration import most_valuable
from ragkit.evaluate.judging.choice import Choice, as_choice
from ragkit.evaluate.judging.drafts import Drafts, drafts_of, grids_of
from ragkit.evaluate.judging.first_passes import Row, why_left_out
from ragkit.score import Score, score
from ragkit.settings import Settings
from ragkit.thresholds import CHOSEN

TRIED = (0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0)
"""Prices that are tried to say which one some thresholds belong to."""
SPLITS = 6
"""Number of times that the outcomes are cut into random halves."""
FIRST = 1e-6
"""What a draft is worth that the first threshold saves: it decides between equals, and no more."""


def choose_at(outcomes: Sequence[Row], settings: Settings, price: float) -> Choice:
    """The thresholds under which these first passes are worth most at a price above 0.

    Of equally good ones the first threshold stops most, because no draft is written for what is
    stopped there. At a price of 0 no threshold is needed: an answer costs nothing.

    Raises `ValueError` for another price, and where no outcome has a judged draft.
    """
    if price <= 0:
        raise ValueError(f"asked for thresholds at a price of {price:g}; it has to be above 0")
    drafts, grids = _judged(outcomes, settings)
    found = most_valuable(drafts.odds, grids, _gains(drafts, price), FIRST)
    return as_choice(found, drafts, outcomes, settings, price)


def with_halves(choice: Choice, outcomes: Sequence[Row], settings: Settings) -> Choice:
    """A choice with what its way of choosing is worth on drafts that had no say in it."""
    if choice.wrong_costs is None:
        return replace(choice, like_price=nearest_price(choice.thresholds, outcomes, settings))
    return replace(choice, value=value_in_halves(outcomes, settings, choice.wrong_costs))


def value_in_halves(outcomes: Sequence[Row], settings: Settings, price: float) -> Score:
    """The value of each draft under thresholds that other drafts chose, with its interval.

    What chose a threshold is worth more under it than new questions would be. So each draft is
    looked at in several halves that did not choose, and its mean counts.
    """
    found: dict[str, list[float]] = {}
    for chosen_on, looked_at in halves(outcomes):
        choice = choose_at(chosen_on, settings, price)
        for row, worth in zip(looked_at, values(choice, looked_at, settings, price), strict=True):
            found.setdefault(row["id"], []).append(worth)
    return score([mean(worths) for worths in found.values()])


def halves(outcomes: Sequence[Row]) -> Iterator[tuple[list[Row], list[Row]]]:
    """Random halves of the judged outcomes, `SPLITS` times, each half once in either place."""
    order = [row for row in outcomes if not why_left_out(row)]
    rng = Random(0)
    for _ in range(SPLITS):
        rng.shuffle(order)
        yield order[::2], order[1::2]
        yield order[1::2], order[::2]


def values(
    choice: Choice, outcomes: Sequence[Row], settings: Settings, price: float
) -> list[float]:
    """What each judged draft is worth at a price, under some thresholds."""
    drafts = drafts_of(outcomes, settings, [choice.thresholds.get("partly_above", 0.0)])
    gains = _gains(drafts, price) * _passes(drafts, choice.thresholds)
    return gains.tolist()


def nearest_price(
    thresholds: Mapping[str, float], outcomes: Sequence[Row], settings: Settings
) -> float:
    """The price of `TRIED` that some thresholds belong to.

    At that one they are worth nearly as much as those that are chosen for it; at others they give
    more away.
    """
    own = drafts_of(outcomes, settings, [thresholds.get("partly_above", 0.0)])
    passes = _passes(own, thresholds)
    lost = {}
    for price in TRIED:
        best = choose_at(outcomes, settings, price)
        worth = (_gains(own, price) * passes).mean()
        lost[price] = mean(values(best, outcomes, settings, price)) - worth
    return min(lost, key=lambda price: lost[price])


def _judged(outcomes: Sequence[Row], settings: Settings) -> tuple[Drafts, list[list[float]]]:
    """The judged drafts, and the thresholds to try: with 0 for the two that can be open."""
    grids = grids_of(outcomes)
    drafts = drafts_of(outcomes, settings, grids[-1])
    return drafts, [[0.0, *grids[0]], [0.0, *grids[1]], grids[2]]


def _gains(drafts: Drafts, price: float) -> np.ndarray:
    """What each draft is worth if it goes out; what is withheld is worth 0."""
    return drafts.right - price * (1 - drafts.right)


def _passes(drafts: Drafts, thresholds: Mapping[str, float]) -> np.ndarray:
    # The NLI judge has thresholds of its own, so its claims pass with a 1 or do not with a 0.
    cuts = [thresholds.get(name, 0.5) for name in CHOSEN]
    return np.all(drafts.odds >= np.array(cuts), axis=1)
