"""A claim judge says how likely the evidence states each claim, and from where on that counts as support."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragkit.judges.judge import Judge, Verdicts
from ragkit.state import Passage

STATED = "{claim}\nYes/no?"
"""As short as can be: this is asked of every claim."""
Supports = Callable[[str, Sequence[Passage], Sequence[str]], Verdicts]
"""Question, passages and claims to one number a claim."""


@dataclass(frozen=True)
class ClaimJudge:
    """A way to judge claims, with its own thresholds: odds of one judge do not compare with another's."""

    name: str
    supports: Supports
    partly_above: float
    """Odds above which a claim counts 0.5."""
    supported_above: float
    """Odds above which it counts 1."""

    def support(self, odds: float | None) -> float | None:
        """The paper's three grades (eq. 14); None stays None.

        >>> judge = ClaimJudge("any", lambda *_: Verdicts([]), partly_above=0.4, supported_above=0.7)
        >>> [judge.support(odds) for odds in (0.4, 0.41, 0.71, None)]
        [0.0, 0.5, 1.0, None]
        """
        if odds is None:
            return None
        return 1.0 if odds > self.supported_above else 0.5 if odds > self.partly_above else 0.0


def claims_by(judge: Judge, partly_above: float, supported_above: float) -> ClaimJudge:
    """A judge of yes-no questions, asked whether each claim is stated."""

    def supports(question: str, passages: Sequence[Passage], claims: Sequence[str]) -> Verdicts:
        return judge.verdicts(question, passages, [STATED.format(claim=claim) for claim in claims])

    return ClaimJudge(judge.name, supports, partly_above, supported_above)
