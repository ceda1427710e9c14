"""22-bars: the verdict on a draft, by two bars of which one depends on the evidence.

The gate is that of (advanced, 12).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

OWN = Own(
    'Everything else is called `"{short}"`, and the bar of the fit is `bars["poor fit"]` where the '
    'quality is known and {poor} `bars["quality"]`.',
    short=("insufficient", "rejected", "too weak", "not enough", "below the bar", "failed"),
    poor=("below", "at most"),
)
Number = float | None
Bars = Mapping[str, float]
Story = tuple[str, str, str]
"""What groundedness, fit and quality of the evidence are like."""

STORIES: tuple[Story, ...] = (
    ("high", "middle", "high"),
    ("high", "middle", "low"),
    ("high", "middle", "none"),
    ("low", "high", "high"),
    ("high", "none", "high"),
    ("none", "low", "high"),
    ("high", "zero", "high"),
    ("high", "bar", "high"),
    ("high", "lower bar", "low"),
    ("high", "middle", "bar"),
    ("low", "middle", "low"),
    ("high", "high", "high"),
    ("high", "low", "low"),
)
KINDS = ("high", "high", "middle", "low", "none")
NAMES = ("groundedness", "fit", "quality")


def verdict(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    """What is decided about a draft: grounded, insufficient, or ungraded.

    >>> bars = {"groundedness": 0.8, "quality": 0.6, "fit": 0.65, "poor fit": 0.5}
    >>> verdict(0.9, 0.55, 0.7, bars), verdict(0.9, 0.55, 0.3, bars)
    ('insufficient', 'grounded')
    >>> verdict(None, 0.9, 0.7, bars), verdict(0.9, 0.55, None, bars)
    ('ungraded', 'insufficient')
    """
    if groundedness is None or fit is None:
        return "ungraded"
    is_poor = quality is not None and _is_poor(quality, bars["quality"])
    least = bars["poor fit"] if is_poor else bars["fit"]
    if groundedness >= bars["groundedness"] and fit >= least:
        return "grounded"
    return OWN.short


def _is_poor(quality: float, bar: float) -> bool:
    if OWN.poor == "at most":
        return quality <= bar
    return quality < bar


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Every story once, with bars and numbers drawn at random; then mixtures."""
    for story in (*STORIES, *_mixtures(rng)):
        bars = _bars(rng)
        numbers = _numbers(story, bars, rng)
        yield answer.against(verdict, *numbers, bars)


def _mixtures(rng: Random) -> list[Story]:
    mixtures = []
    for _ in range(8):
        grounded, fits, good = rng.choices(KINDS, k=3)
        mixtures.append((grounded, fits, good))
    return mixtures


def _bars(rng: Random) -> dict[str, float]:
    return {
        "groundedness": _between(0.75, 0.85, rng),
        "quality": _between(0.55, 0.7, rng),
        "fit": _between(0.65, 0.75, rng),
        "poor fit": _between(0.4, 0.5, rng),
    }


def _numbers(story: Story, bars: Bars, rng: Random) -> list[Number]:
    """Three numbers that are like this, each against its own bar."""
    numbers = []
    for kind, name in zip(story, NAMES, strict=True):
        number = _drawn(kind, name, bars, rng)
        numbers.append(number)
    return numbers


def _drawn(kind: str, name: str, bars: Bars, rng: Random) -> Number:
    drawn = {
        "high": _between(0.9, 0.99, rng),
        "middle": _between(0.55, 0.6, rng) if name == "fit" else bars[name],
        "low": _between(0.1, 0.35, rng),
        "none": None,
        "zero": 0.0,
        "bar": bars[name],
        "lower bar": bars["poor fit"],
    }
    return drawn[kind]


def _between(low: float, high: float, rng: Random) -> float:
    drawn = rng.uniform(low, high)
    return round(drawn, 2)


def _turned_round(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    swapped = dict(bars)
    swapped["fit"] = bars["poor fit"]
    swapped["poor fit"] = bars["fit"]
    return verdict(groundedness, fit, quality, swapped)


def _one_bar(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    good = 1.0
    return verdict(groundedness, fit, good, bars)


def _unjudged_is_poor(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    known = quality or 0.0
    return verdict(groundedness, fit, known, bars)


def _fit_alone(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    if groundedness is None:
        return "ungraded"
    return verdict(1.0, fit, quality, bars)


def _none_is_zero(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    grounded = groundedness or 0.0
    fits = fit or 0.0
    return verdict(grounded, fits, quality, bars)


def _none_passes(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    if groundedness is None:
        groundedness = 1.0
    if fit is None:
        fit = 1.0
    return verdict(groundedness, fit, quality, bars)


def _failure_first(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    lowest = bars["poor fit"]
    if fit is not None and fit < lowest:
        return OWN.short
    return verdict(groundedness, fit, quality, bars)


def _zero_is_none(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    grounded = groundedness or None
    fits = fit or None
    return verdict(grounded, fits, quality, bars)


def _more_than_the_bar(groundedness: Number, fit: Number, quality: Number, bars: Bars) -> str:
    higher = dict(bars)
    for name in ("fit", "poor fit"):
        higher[name] += 1e-6
    return verdict(groundedness, fit, quality, higher)


MISCONCEPTIONS = {
    "the bars are turned round: the lower one is for good evidence": _turned_round,
    "the bar is the same after poor evidence": _one_bar,
    "evidence whose quality nobody judged counts as poor": _unjudged_is_poor,
    "the fit alone decides, and the draft need not be grounded": _fit_alone,
    "a number that could not be judged counts as 0": _none_is_zero,
    "a number that could not be judged counts as a pass": _none_passes,
    "a fit that is too low is told, though the groundedness could not be judged": _failure_first,
    "a 0 counts as a number that could not be judged, as in `not fit`": _zero_is_none,
    "a number that is exactly the bar does not pass": _more_than_the_bar,
}
