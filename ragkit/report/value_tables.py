"""What systems are worth beside others where a wrong answer has a price, and when a part pays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragkit.evaluate.measures.measure import PRICES
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import Difference
from ragkit.evaluate.measures.value import advantage, break_even, outcomes
from ragkit.report.cells import difference

Pair = tuple[str, str, str]
"""A name for the comparison, the system that is looked at, and the one that it is compared with."""
AGAINST = "hybrid"
"""What others are compared with: of the systems that answer everything the one with a model."""


def price_head(first: str) -> list[str]:
    """The heading of a table of `by_price`."""
    return [first, *(f"at a price of {price:g}" for price in PRICES), "pays from"]


def by_price(rows: Sequence[Row], pairs: Iterable[Pair]) -> list[list[str]]:
    """A row a comparison: the difference of values at each price, and the break-even price.

    Comparisons of a system that did not run, or was never graded, are left out.
    """
    found = outcomes(rows)
    body = []
    for name, ours, theirs in pairs:
        own, other = found.get(ours, {}), found.get(theirs, {})
        pays_from = break_even(own, other)
        if pays_from is None:
            continue
        gaps = [Difference(advantage(own, other, price), needed=None) for price in PRICES]
        body.append([name, *map(difference, gaps), str(pays_from)])
    return body
