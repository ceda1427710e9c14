"""What runs would cost at other prices: no run is needed, because rows keep their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragkit.evaluate.measures.rows import Row
from ragkit.model.meter import Usage, cost
from ragkit.settings import Price


def priced(rows: Sequence[Row], price: Price) -> list[Row]:
    """The rows with their costs at a price of a million tokens, of all calls and of the critics'.

    Rows of an older kit do not know the critics' tokens; that cost of theirs is None. Raises
    `ValueError` unless each price is 0 or more.
    """
    found = []
    for row in rows:
        whole = _cost((row.evaluated, row.reused, row.generated), price)
        critics = _cost(row.critic_tokens, price) if row.critic_tokens else None
        found.append(replace(row, cost=whole, critic_cost=critics))
    return found


def _cost(tokens: tuple[int, int, int], price: Price) -> float:
    evaluated, reused, generated = tokens
    return cost(Usage(evaluated=evaluated, reused=reused, generated=generated), price)
