"""10-surer: the fit that a draft needs after retries, or from the web; by the kit's own rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.settings import Settings
from ragkit.state import CheckedState
from ragkit.thresholds import compare

FITS = (0.5, 0.55, 0.6)
NEAR_ONE = (0.9, 0.95)
RAISES = (0.1, 0.15)
STORIES = ((2, True), (0, True), (2, False), (0, False))
"""The number of retries, and whether the web was asked."""

OWN = Own(
    "From the web, the number of tries is {web}, and the threshold is never above {most}.",
    web=(1, 2),
    most=(1.0, 0.99, 0.98, 0.97, 0.96, 0.95),
)


def surer(fit_from: float, loop: int, asked_web: bool, retry_raises: float) -> float:
    """The kit's threshold, at most 1, or in a variant at most what it says.

    >>> surer(0.5, 2, False, 0.1), surer(0.5, 2, True, 0.1), surer(0.9, 2, False, 0.1)
    (0.7, 0.6, 1.0)
    """
    state = CheckedState(question="Do owls swim?", loop=loop, asked_web=asked_web)
    # Constructed without reading the environment and `.env`, which takes most of a check's time.
    settings = Settings.model_construct(retry_raises=retry_raises)
    tries = compare.tries(state)
    if asked_web:
        tries *= OWN.web
    raised = compare.surer(fit_from, tries, settings)
    return min(OWN.most, raised)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """The web after two retries; without a retry; beyond 1; then others."""
    for loop, asked_web in STORIES:
        yield _trial(answer, loop, asked_web, FITS, rng)
    yield _trial(answer, 2, False, NEAR_ONE, rng)
    for _ in range(10):
        loop = rng.randint(0, 3)
        asked_web = rng.choice([True, False])
        yield _trial(answer, loop, asked_web, FITS, rng)


def _trial(answer: Answer, loop: int, asked_web: bool, fits: Sequence[float], rng: Random) -> Trial:
    fit_from = rng.choice(fits)
    retry_raises = rng.choice(RAISES)
    return answer.against(surer, fit_from, loop, asked_web, retry_raises)


def _retries_count(fit_from: float, loop: int, asked_web: bool, retry_raises: float) -> float:
    return surer(fit_from, loop, False, retry_raises)


def _web_is_new(fit_from: float, loop: int, asked_web: bool, retry_raises: float) -> float:
    if asked_web:
        return fit_from
    return surer(fit_from, loop, asked_web, retry_raises)


def _web_is_one_more(fit_from: float, loop: int, asked_web: bool, retry_raises: float) -> float:
    if asked_web:
        loop += 1
    return surer(fit_from, loop, False, retry_raises)


def _beyond_one(fit_from: float, loop: int, asked_web: bool, retry_raises: float) -> float:
    tries = OWN.web if asked_web else loop
    return fit_from + tries * retry_raises


MISCONCEPTIONS = {
    "the retries before the web still count": _retries_count,
    "a draft from the web needs no more than a first one": _web_is_new,
    "the web counts as one more try after the retries": _web_is_one_more,
    "the threshold can grow beyond 1, which no fit reaches": _beyond_one,
}
