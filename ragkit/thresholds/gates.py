"""Compare what the gates of `advanced` judge with their thresholds (advanced, 6 and 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ragkit.settings import Settings
from ragkit.thresholds.compare import passes


@dataclass(frozen=True)
class Bars:
    """What evidence and drafts need to pass the gates, each in [0, 1]."""

    quality: float
    """Answerability of good evidence."""
    grounded: float
    """Mean support of a draft's claims."""
    good_fit: float
    """Fit of a draft from good evidence."""
    poor_fit: float
    """Fit of a draft from poor evidence."""

    @classmethod
    def of(cls, settings: Settings) -> Bars:
        """The bars that are set, or else those of the critics, which ask the same questions.

        >>> Bars.of(Settings(answerable_from=0.6, risk_up_to=0.5, fit_from=0.7, poor_fit_from=0.5))
        Bars(quality=0.6, grounded=0.5, good_fit=0.7, poor_fit=0.5)
        """
        return cls(
            quality=_set(settings.quality_from, settings.answerable_from),
            grounded=_set(settings.grounded_from, 1 - settings.risk_up_to),
            good_fit=_set(settings.good_fit_from, settings.fit_from),
            poor_fit=_set(settings.poor_fit_from, settings.fit_from),
        )


def _set(value: float | None, critics: float) -> float:
    return critics if value is None else value


def is_poor(quality: float | None, settings: Settings) -> bool:
    """Whether evidence was judged, and is not good enough. What was not judged is not poor.

    >>> [is_poor(quality, Settings(quality_from=0.6)) for quality in (0.59, 0.6, None)]
    [True, False, False]
    """
    return quality is not None and not passes(quality, Bars.of(settings).quality)


def sufficient(
    groundedness: float | None, fit: float | None, quality: float | None, settings: Settings
) -> Literal["grounded", "ungraded", "insufficient"]:
    """The result for a draft, by its groundedness and its fit, each in [0, 1].

    What fit it needs may depend on the evidence that it was written from.

    >>> usual = Settings(
    ...     quality_from=0.6, grounded_from=0.8, good_fit_from=0.65, poor_fit_from=0.5
    ... )
    >>> sufficient(0.8, 0.6, 0.6, usual), sufficient(0.8, 0.6, 0.59, usual)
    ('insufficient', 'grounded')
    >>> sufficient(None, 0.9, 0.9, usual)
    'ungraded'
    """
    if groundedness is None or fit is None:
        return "ungraded"
    bars = Bars.of(settings)
    least = bars.poor_fit if is_poor(quality, settings) else bars.good_fit
    if passes(groundedness, bars.grounded) and passes(fit, least):
        return "grounded"
    return "insufficient"
