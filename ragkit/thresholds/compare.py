"""Compare the judges' numbers with their thresholds. It is done here and nowhere else.

A critic asks its judge, and what the number means is decided here: whether evidence is approved,
and whether a draft becomes the answer. The policy decides what happens otherwise. Which thresholds
are in force, and why: `print(kit.thresholds)` (`in_force.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ragkit.settings import Settings
from ragkit.state import REFUSAL, CheckedState, Claim

Verdict = Literal["refused", "repeated", "grounded", "ungraded", "beside the point", "unsupported"]
"""The result for a draft: `grounded` when it becomes the answer, else what is wrong with it."""


def passes(odds: float | None, threshold: float | None) -> bool:
    """Whether odds reach a threshold. What was not judged never does, nor does None let pass.

    >>> passes(0.5, 0.5), passes(0.49, 0.5), passes(None, 0.0), passes(1.0, None)
    (True, False, False, False)
    """
    if odds is None or threshold is None:
        return False
    return odds >= threshold


def verdict(state: CheckedState, fit: float | None, settings: Settings) -> Verdict:
    """The result for the draft, by its claims, by h, and by how well it fits the question.

    h is the hallucination risk (adaptive, eq. 16).
    """
    if state.draft == REFUSAL:
        return "refused"
    if state.draft in state.rejected:
        return "repeated"
    if grounded(state.risk, fit, tries(state), settings):
        return "grounded"
    if ungraded(fit, state.claims):
        return "ungraded"
    if supported(state.risk, settings):
        return "beside the point"
    return "unsupported"


def grounded(risk: float | None, fit: float | None, loop: int, settings: Settings) -> bool:
    """Whether a draft may become the answer: h is low enough, and it answers the question."""
    threshold = surer(settings.fit_from, loop, settings)
    return supported(risk, settings) and passes(fit, threshold)


def supported(risk: float | None, settings: Settings) -> bool:
    """Whether h is low enough (adaptive, eq. 16)."""
    if risk is None:
        return False
    return risk <= settings.risk_up_to


def ungraded(fit: float | None, claims: Sequence[Claim]) -> bool:
    """Whether the judge failed on the draft or on one of its claims.

    Then nothing is known about the draft, and a second draft would not change that.
    """
    if fit is None:
        return True
    return any(claim.support is None for claim in claims)


def tries(state: CheckedState) -> int:
    """The number of earlier drafts that count when the threshold is raised.

    Evidence from the web is new, so all that came before it counts as one try.

    >>> tries(CheckedState(question="?", loop=3))
    3
    >>> tries(CheckedState(question="?", loop=3, asked_web=True))
    1
    """
    if state.asked_web:
        return 1
    return state.loop


def surer(threshold: float, loop: int, settings: Settings) -> float:
    """A threshold on retry number `loop`, which is higher with every retry.

    Each try is one more chance for the judge to be wrong, so it has to be surer.

    >>> [surer(0.5, loop, Settings(retry_raises=0.2)) for loop in (0, 1, 3)]
    [0.5, 0.7, 1.0]
    """
    raises = loop * settings.retry_raises
    raised = threshold + raises
    raised = round(raised, 9)
    return min(1.0, raised)
