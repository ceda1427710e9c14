"""How many passages there is room for, by an estimate of their tokens that needs no model."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.state import Passage

LETTERS = 3
"""Letters in a token, on average: four in English prose, fewer in tables and formulas."""


def within(passages: Sequence[Passage], tokens: int | None) -> list[Passage]:
    """The first passages that together have at most so many tokens, and at least one passage.

    A token has about three letters, so this is an estimate that needs no model.

    >>> owl, cat, dog = (Passage(name, "x" * 300) for name in ("owl", "cat", "dog"))
    >>> [passage.id for passage in within([owl, cat, dog], 250)]
    ['owl', 'cat']
    """
    if tokens is None:
        return list(passages)
    kept: list[Passage] = []
    for passage in passages:
        kept.append(passage)
        if len(kept) > 1 and size(kept) > tokens:
            return kept[:-1]
    return kept


def room(kept: Sequence[Passage], tokens: int | None) -> int | None:
    """How many of so many tokens the passages that were kept leave; None where nothing is counted.

    >>> room([Passage("owl", "x" * 300)], 250)
    150
    """
    if tokens is None:
        return None
    return tokens - size(kept)


def size(passages: Sequence[Passage]) -> int:
    """About how many tokens passages have together."""
    letters = [len(passage.searchable) for passage in passages]
    return sum(letters) // LETTERS
