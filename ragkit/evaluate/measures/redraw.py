"""How much a small comparison owes to the questions that happened to be drawn for it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

Right = Mapping[tuple[str, str], bool | None]
"""Whether an answer is right, by system and question; None where that could not be told."""
TIED = "tied"
"""The outcome of a draw in which both systems have as many right answers."""


def ahead(right: Right, one: str, other: str, n: int, draws: int = 1000) -> dict[str, int]:
    """How often each of two systems has more right answers on n questions drawn at random.

    Each draw is without replacement, and both systems answer the same n questions. An answer that
    is missing or could not be graded is not right. The draws are the same on every call.

    >>> right = {("fast", "q1"): True, ("slow", "q1"): False}
    >>> ahead(right, "fast", "slow", n=8, draws=5)
    {'fast': 5, 'slow': 0, 'tied': 0}
    """
    questions = sorted({question for _, question in right})
    counts = {one: 0, other: 0, TIED: 0}
    random = Random(0)
    for _ in range(draws):
        drawn = random.sample(questions, min(n, len(questions)))
        ours = sum(bool(right.get((one, question))) for question in drawn)
        theirs = sum(bool(right.get((other, question))) for question in drawn)
        counts[_winner(one, other, ours - theirs)] += 1
    return counts


def _winner(one: str, other: str, lead: int) -> str:
    if lead == 0:
        return TIED
    return one if lead > 0 else other
