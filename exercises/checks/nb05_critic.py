"""05-critic: the three verdicts of corrective RAG's evaluator (crag)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

OWN = Own(
    'The three words are `"{good}"`, `"{bad}"` and `"{between}"`, in the order of the text.',
    good=("correct", "good", "yes"),
    bad=("incorrect", "bad", "no"),
    between=("ambiguous", "unclear", "unsure"),
)

Odds = Sequence[float | None]

STORIES: tuple[tuple[str, ...], ...] = (
    ("high", "low", "low"),
    ("upper",),
    ("middle", "low"),
    ("none", "low"),
    ("lower", "low"),
    (),
    ("none",),
    ("low", "low", "low"),
    ("none", "high"),
    ("zero", "low"),
)
"""What the odds of the passages of a trial are like; `upper` and `lower` are the thresholds."""


def verdict(odds: Odds, lower: float, upper: float) -> str:
    """The verdict on passages with these odds of being relevant; None could not be judged.

    >>> verdict([0.1, 0.9], 0.3, 0.7), verdict([0.1, None], 0.3, 0.7), verdict([0.1], 0.3, 0.7)
    ('correct', 'ambiguous', 'incorrect')
    """
    known = [one for one in odds if one is not None]
    if any(one >= upper for one in known):
        return OWN.good
    if len(known) == len(odds) and all(one < lower for one in known):
        return OWN.bad
    return OWN.between


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Every story once, with numbers drawn at random; then mixtures."""
    stories = list(STORIES)
    for _ in range(6):
        mixture = rng.choices(["low", "middle", "none"], k=3)
        stories.append(tuple(mixture))
    for story in stories:
        lower = _between(0.2, 0.4, rng)
        upper = _between(0.7, 0.9, rng)
        odds = [_drawn(kind, lower, upper, rng) for kind in story]
        rng.shuffle(odds)
        yield answer.against(verdict, odds, lower, upper)


def _between(low: float, high: float, rng: Random) -> float:
    drawn = rng.uniform(low, high)
    return round(drawn, 2)


def _drawn(kind: str, lower: float, upper: float, rng: Random) -> float | None:
    """Odds of a kind. `low` ones are so low that their mean with one high one is in the middle."""
    drawn = {
        "low": _between(0.01, 0.15, rng),
        "middle": _between(lower + 0.05, upper - 0.05, rng),
        "high": _between(0.92, 0.99, rng),
        "lower": lower,
        "upper": upper,
        "zero": 0.0,
        "none": None,
    }
    return drawn[kind]


def _mean(odds: Odds, lower: float, upper: float) -> str:
    known = [one for one in odds if one is not None]
    if not known:
        return verdict(odds, lower, upper)
    mean: Odds = [fmean(known)]
    return verdict(mean, lower, upper)


def _none_is_zero(odds: Odds, lower: float, upper: float) -> str:
    known = [one or 0.0 for one in odds]
    return verdict(known, lower, upper)


def _zero_is_none(odds: Odds, lower: float, upper: float) -> str:
    known = [one or None for one in odds]
    return verdict(known, lower, upper)


def _any_low(odds: Odds, lower: float, upper: float) -> str:
    best = verdict(odds, lower, upper)
    if best == OWN.between and any(one is not None and one < lower for one in odds):
        return OWN.bad
    return best


def _above_only(odds: Odds, lower: float, upper: float) -> str:
    reached = [one for one in odds if one == upper]
    if reached:
        return OWN.between
    return verdict(odds, lower, upper)


def _nothing_is_ambiguous(odds: Odds, lower: float, upper: float) -> str:
    if odds:
        return verdict(odds, lower, upper)
    return OWN.between


def _lower_is_below(odds: Odds, lower: float, upper: float) -> str:
    moved = [0.0 if one == lower else one for one in odds]
    return verdict(moved, lower, upper)


MISCONCEPTIONS = {
    "without any passage the evidence is ambiguous": _nothing_is_ambiguous,
    "odds exactly at the lower threshold count as below it": _lower_is_below,
    "the mean of the passages decides, and not the best one": _mean,
    "a passage that could not be judged counts as a bad one": _none_is_zero,
    "a passage with odds of 0 counts as one that could not be judged": _zero_is_none,
    "a single bad passage makes the evidence incorrect": _any_low,
    "odds exactly at the upper threshold do not count as reached": _above_only,
}
