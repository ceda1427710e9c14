"""Judge how likely the evidence states each claim, and grade that as support."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragkit.judges.judge import Judge, Verdicts
from ragkit.state import Passage

STATED = "{claim}\nYes/no?"
"""The question about one claim; it is short, because it is asked for every claim."""
Supports = Callable[[str, Sequence[Passage], Sequence[str]], Verdicts]
"""A function of question, passages and claims that returns one number for each claim."""


@dataclass(frozen=True)
class ClaimJudge:
    """A way to judge claims, with its own thresholds.

    Each judge needs its own, because the odds of different judges are not comparable.
    """

    name: str
    supports: Supports
    partly_above: float
    """Odds above which a claim has support 0.5."""
    supported_above: float
    """Odds above which a claim has support 1."""

    def support(self, odds: float | None) -> float | None:
        """The paper's three grades of support: 1, 0.5 and 0 (adaptive, eq. 14); None for None.

        >>> judge = ClaimJudge(
        ...     "any", lambda *_: Verdicts([]), partly_above=0.4, supported_above=0.7
        ... )
        >>> [judge.support(odds) for odds in (0.4, 0.41, 0.71, None)]
        [0.0, 0.5, 1.0, None]
        """
        if odds is None:
            return None
        if odds > self.supported_above:
            return 1.0
        if odds > self.partly_above:
            return 0.5
        return 0.0


def claims_by(judge: Judge, partly_above: float, supported_above: float) -> ClaimJudge:
    """A claim judge that asks a judge of yes-no questions whether each claim is stated."""

    def supports(question: str, passages: Sequence[Passage], claims: Sequence[str]) -> Verdicts:
        asked = [STATED.format(claim=claim) for claim in claims]
        return judge.verdicts(question, passages, asked)

    return ClaimJudge(
        name=judge.name,
        supports=supports,
        partly_above=partly_above,
        supported_above=supported_above,
    )
