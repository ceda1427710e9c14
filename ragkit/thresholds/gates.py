"""Compare what the gates of `advanced` judge with their thresholds (advanced, 6 and 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ragkit.settings import Settings
from ragkit.state import Claim
from ragkit.thresholds.compare import passes


def is_poor(quality: float | None, settings: Settings) -> bool:
    """Whether evidence was judged, and is not good enough. What was not judged is not poor.

    >>> [is_poor(quality, Settings(quality_from=0.6)) for quality in (0.59, 0.6, None)]
    [True, False, False]
    """
    return quality is not None and not passes(quality, settings.quality_from)


def sufficient(
    groundedness: float | None, fit: float | None, quality: float | None, settings: Settings
) -> Literal["grounded", "ungraded", "insufficient"]:
    """The result for a draft, by its groundedness and its fit, each in [0, 1].

    After poor evidence a lower fit is enough: the draft cannot say more than the evidence does.

    >>> usual = Settings(quality_from=0.6, good_fit_from=0.65, poor_fit_from=0.5)
    >>> sufficient(0.8, 0.6, 0.6, usual), sufficient(0.8, 0.6, 0.59, usual)
    ('insufficient', 'grounded')
    >>> sufficient(None, 0.9, 0.9, usual)
    'ungraded'
    """
    if groundedness is None or fit is None:
        return "ungraded"
    poor = is_poor(quality, settings)
    least = settings.poor_fit_from if poor else settings.good_fit_from
    if passes(groundedness, settings.grounded_from) and passes(fit, least):
        return "grounded"
    return "insufficient"


def share_supported(claims: Sequence[Claim]) -> float | None:
    """The share of claims that the evidence supports; None where one was not judged.

    A claim that is supported in part is not supported. Without claims nothing is unsupported.

    >>> share_supported([Claim("a", 1.0), Claim("b", 0.5), Claim("c", 1.0), Claim("d", 1.0)])
    0.75
    >>> share_supported([Claim("a", 1.0), Claim("b")]), share_supported([])
    (None, 1.0)
    """
    if any(claim.support is None for claim in claims):
        return None
    if not claims:
        return 1.0
    supported = [claim for claim in claims if claim.support == 1.0]
    return len(supported) / len(claims)
