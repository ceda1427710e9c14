"""The thresholds that evidence and drafts have to pass.

A critic asks its judge and compares the result with these thresholds. Whether a draft becomes the
answer is decided here and nowhere else; the policy decides what happens otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from ragkit.settings import DEPTHS, Depth, Settings
from ragkit.state import REFUSAL, CheckedState, Claim, RunState

RETRIES = max(depth.retries for depth in DEPTHS.values())
"""Maximum number of retries at any depth."""
ROUNDS = 1 + RETRIES + 1
"""Maximum number of searches: the first one, the retries, and the web."""
Verdict = Literal["refused", "repeated", "grounded", "ungraded", "beside the point", "unsupported"]
"""The result for a draft: `grounded` when it becomes the answer, else what is wrong with it."""


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
    if fit is None:
        return False
    if not supported(risk, settings):
        return False
    threshold = surer(settings.fit_from, loop, settings)
    return fit >= threshold


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


def may_retry(state: RunState, settings: Settings) -> bool:
    """Whether a critic may send the question back to the search once more.

    >>> may_retry(RunState(question="?", loop=1), Settings(retry=True))
    True
    >>> may_retry(RunState(question="?"), Settings(retry=False))
    False
    """
    return state.loop < depth_of(state.depth, settings).retries


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


def stalled(relevance: Sequence[float | None], least: float) -> bool:
    """Whether relevance grew by at most `least` in each of the last two retries.

    These are the diminishing returns of adaptive, section 4.5.

    >>> stalled([0.3, 0.32, 0.36], 0.05), stalled([0.3, 0.4, 0.42], 0.05)
    (True, False)
    >>> stalled([0.3, 0.32], 0.05)
    False
    """
    latest = [score for score in relevance[-3:] if score is not None]
    if len(latest) < 3:
        return False
    for before, after in pairwise(latest):
        gain = round(after - before, 9)
        if gain > least:
            return False
    return True


def depth_of(depth: str, settings: Settings) -> Depth:
    """The row of `DEPTHS` with this name, or the row of the settings for an empty name.

    The setting `k` overrides how many passages it keeps. Without the setting `retry` there are no
    retries.
    """
    row = DEPTHS[depth or settings.depth]
    if not settings.retry:
        row = row._replace(retries=0)
    k = settings.k
    if k is None:
        return row
    return row._replace(
        dense=max(k, row.dense),
        sparse=max(k, row.sparse),
        final=k,
        tokens=None,
    )
