"""A judge without a model, for exercises about judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragkit.judges import Verdicts


@dataclass(frozen=True)
class FixedJudge:
    """A judge that gives the same odds to every question; None: it cannot judge.

    >>> FixedJudge(0.75).verdicts("Who hunts?", [], ["Is it stated?", "Is it clear?"]).odds
    [0.75, 0.75]
    """

    odds: float | None
    name: str = "fixed"

    def verdicts(self, question: str, passages: Sequence[Any], asked: Sequence[str]) -> Verdicts:
        """The same odds for each of the yes-no questions."""
        odds = [self.odds] * len(asked)
        if self.odds is None:
            return Verdicts(odds, "the judge could not judge")
        return Verdicts(odds)
