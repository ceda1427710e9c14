"""08-verdict: what becomes of a draft, by its claims and its fit; by the kit's own rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.judges.support import risk
from ragkit.settings import Settings
from ragkit.state import CheckedState, Claim
from ragkit.thresholds import compare

Supports = Sequence[float | None]
Story = tuple[tuple[float | None, ...], str]

STORIES: tuple[Story, ...] = (
    ((1.0, 1.0, 1.0, 0.5), "low"),
    ((1.0, 1.0, None), "high"),
    ((1.0, None, None), "high"),
    ((1.0, 1.0, 0.5), "none"),
    ((1.0, 0.0), "high"),
    ((1.0, 1.0, 0.0), "threshold"),
    ((1.0, 0.0, 0.0), "high"),
    ((0.5, 0.0, 0.0), "low"),
    ((), "high"),
    ((1.0, 0.5), "zero"),
    ((1.0, 0.5), "all zero"),
    ((0.5, 0.5), "high"),
    ((0.5, 0.5, 0.0), "high"),
)
"""The supports of a draft's claims, and what its fit is like."""
RISK_UP_TO = 0.5

WORDS = ("risky", "unfounded", "doubtful", "baseless", "invented", "untenable")
OWN = Own(
    'A support of 0.5 counts {way[0]} in the mean, and the last verdict is `"{way[1]}"` in the '
    'place of `"unsupported"`.',
    way=((0.5, "unsupported"), *product((0.25, 0.75), WORDS)),
)


def verdict(
    supports: Supports, fit: float | None, risk_up_to: float = 0.5, fit_from: float = 0.7
) -> str:
    """The kit's verdict on the first draft of a run.

    >>> verdict([1.0, 0.5], 0.9), verdict([1.0, 0.5], 0.2), verdict([0.0, 0.5], 0.9)
    ('grounded', 'beside the point', 'unsupported')
    >>> verdict([1.0, None], 0.9), verdict([0.5, None], 0.9), verdict([1.0], None)
    ('grounded', 'ungraded', 'ungraded')
    """
    half, word = OWN.way
    claims = [Claim("Owls hunt.", half if support == 0.5 else support) for support in supports]
    state = CheckedState(question="Do owls hunt?", draft="Owls hunt.", claims=claims)
    state.risk = risk(claims)
    # Constructed without reading the environment and `.env`, which takes most of a check's time.
    settings = Settings.model_construct(risk_up_to=risk_up_to, fit_from=fit_from)
    found = compare.verdict(state, fit, settings)
    return word if found == "unsupported" else found


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Every story once, with numbers drawn at random; then mixtures."""
    for kinds, fit in (*STORIES, *_mixtures(rng)):
        supports = list(kinds)
        rng.shuffle(supports)
        fit_from = 0.0 if fit == "all zero" else _between(0.6, 0.8, rng)
        odds = _drawn(fit, fit_from, rng)
        yield answer.against(verdict, supports, odds, RISK_UP_TO, fit_from)


def _mixtures(rng: Random) -> list[Story]:
    stories = []
    for _ in range(10):
        supports = rng.choices((1.0, 0.5, 0.0, None), k=rng.randint(1, 4))
        fit = rng.choice(["low", "high", "none"])
        stories.append((tuple(supports), fit))
    return stories


def _between(low: float, high: float, rng: Random) -> float:
    drawn = rng.uniform(low, high)
    return round(drawn, 2)


def _drawn(kind: str, fit_from: float, rng: Random) -> float | None:
    drawn = {
        "low": _between(0.1, 0.5, rng),
        "high": _between(0.85, 0.99, rng),
        "threshold": fit_from,
        "none": None,
        "zero": 0.0,
        "all zero": 0.0,
    }
    return drawn[kind]


def _no_fit(supports: Supports, fit: float | None, risk_up_to: float, fit_from: float) -> str:
    return verdict(supports, 1.0, risk_up_to, fit_from)


def _ungraded_first(
    supports: Supports, fit: float | None, risk_up_to: float, fit_from: float
) -> str:
    if None in supports:
        return "ungraded"
    return verdict(supports, fit, risk_up_to, fit_from)


def _never_ungraded(
    supports: Supports, fit: float | None, risk_up_to: float, fit_from: float
) -> str:
    counted = []
    for support in supports:
        counted.append(support or 0.0)
    return verdict(counted, fit, risk_up_to, fit_from)


def _no_fit_is_low(
    supports: Supports, fit: float | None, risk_up_to: float, fit_from: float
) -> str:
    known = fit or 0.0
    return verdict(supports, known, risk_up_to, fit_from)


def _zero_is_unknown(
    supports: Supports, fit: float | None, risk_up_to: float, fit_from: float
) -> str:
    return verdict(supports, fit or None, risk_up_to, fit_from)


def _zero_is_too_low(
    supports: Supports, fit: float | None, risk_up_to: float, fit_from: float
) -> str:
    reached = 1.0 if fit == 0 else fit_from
    return verdict(supports, fit, risk_up_to, reached)


def _known_only(supports: Supports, fit: float | None, risk_up_to: float, fit_from: float) -> str:
    known = [support for support in supports if support is not None]
    if verdict(known, fit, risk_up_to, fit_from) == "grounded":
        return "grounded"
    return verdict(supports, fit, risk_up_to, fit_from)


def _below_only(supports: Supports, fit: float | None, risk_up_to: float, fit_from: float) -> str:
    lower = risk_up_to - 1e-6
    return verdict(supports, fit, lower, fit_from)


MISCONCEPTIONS = {
    "h alone decides, as in the paper": _no_fit,
    "one ungraded claim is enough for ungraded, however good the others are": _ungraded_first,
    "an ungraded claim counts as one that the evidence does not support": _never_ungraded,
    "h is taken of the judged claims alone, instead of `None` as 0": _known_only,
    "a fit that could not be judged counts as a low one": _no_fit_is_low,
    "a fit of 0 counts as one that could not be judged, as in `not fit`": _zero_is_unknown,
    "a fit of 0 does not even reach a `fit_from` of 0, as in `fit and ...`": _zero_is_too_low,
    "a risk of exactly `risk_up_to` is too high": _below_only,
}
