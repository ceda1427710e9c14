"""06-stalled: whether retries still help.

The check computes the truth with `stalled` of `ragkit/nodes/retry.py` (adaptive, section 4.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.nodes.retry import stalled

OWN = Own(
    "It is `{found!r}` when the run has stalled, `{few}` with fewer than three searches, "
    "and `{unknown}` when one of the last three could not be judged.",
    found=(True, "stalled", "stop"),
    few=(False, None),
    unknown=(False, None),
)

Relevance = Sequence[float | None]
Result = bool | str | None

LEAST = 0.125
"""All numbers are eighths, so that no difference of two is rounded."""


def named(relevance: Relevance, least: float) -> Result:
    """Whether a run has stalled, in the words of the variant.

    >>> named([0.25, 0.375, 0.5], LEAST), named([0.25, 0.75, 0.75], LEAST)
    (True, False)
    """
    little = stalled(relevance, least)
    return _result(relevance, little)


def _result(relevance: Relevance, little: bool) -> Result:
    last = relevance[-3:]
    if len(last) < 3:
        return OWN.few
    if None in last:
        return OWN.unknown
    return OWN.found if little else False


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first stories is told wrongly by one misconception alone; then drawn ones."""
    low = rng.choice([0.0, 0.125, 0.25])
    step = low + LEAST
    high = low + rng.choice([0.375, 0.5, 0.625])
    yield answer.against(named, [0.0, 0.0, 0.0], LEAST)
    yield answer.against(named, [low, high, high], LEAST)
    yield answer.against(named, [low, low + 2 * LEAST, low + 2 * LEAST], LEAST)
    yield answer.against(named, [low, step, step], LEAST)
    yield answer.against(named, [low, step, step + LEAST], LEAST)
    yield answer.against(named, [low, high, high, high], LEAST)
    yield answer.against(named, [low, None, low, low], LEAST)
    yield answer.against(named, [high, low, low], LEAST)
    yield answer.against(named, [high, high], LEAST)
    yield answer.against(named, [], LEAST)
    for _ in range(10):
        yield answer.against(named, _drawn(rng), LEAST)


def _drawn(rng: Random) -> Relevance:
    relevance: list[float | None] = []
    for _ in range(rng.randint(3, 5)):
        eighths = rng.choice([2, 3, 4, 4])
        relevance.append(eighths / 8)
    if rng.random() < 0.3:
        place = rng.randrange(len(relevance))
        relevance[place] = None
    return relevance


def _gains(relevance: Relevance) -> list[float]:
    """How much each search brought that was judged; the first of them brought nothing."""
    known = [score for score in relevance if score is not None]
    gains = [0.0]
    for before, after in pairwise(known):
        gains.append(after - before)
    return gains


def _last_only(relevance: Relevance, least: float) -> Result:
    gains = _gains(relevance)
    little = gains[-1] <= least
    return _result(relevance, little)


def _must_be_less(relevance: Relevance, least: float) -> Result:
    gains = _gains(relevance)
    last = gains[-2:]
    little = max(last) < least
    return _result(relevance, little)


def _both_together(relevance: Relevance, least: float) -> Result:
    gains = _gains(relevance)
    last = gains[-2:]
    little = sum(last) <= least
    return _result(relevance, little)


def _on_average(relevance: Relevance, least: float) -> Result:
    gains = _gains(relevance)
    last = gains[-2:]
    little = fmean(last) <= least
    return _result(relevance, little)


def _every_retry(relevance: Relevance, least: float) -> Result:
    gains = _gains(relevance)
    little = max(gains) <= least
    return _result(relevance, little)


def _without_none(relevance: Relevance, least: float) -> Result:
    known = [score for score in relevance if score is not None]
    return named(known, least)


def _zero_is_none(relevance: Relevance, least: float) -> Result:
    known = [score or None for score in relevance]
    return named(known, least)


def _falls_too(relevance: Relevance, least: float) -> Result:
    gains = _gains(relevance)
    changes = map(abs, gains[-2:])
    little = max(changes) <= least
    return _result(relevance, little)


MISCONCEPTIONS = {
    "only the last retry is looked at": _last_only,
    "a gain of exactly `least` counts as growth": _must_be_less,
    "the gains of both retries are added up": _both_together,
    "the mean of both gains is looked at, and not each of them": _on_average,
    "every retry of the run has to bring little, and not only the last two": _every_retry,
    "a search that could not be judged is left out, and an older one counts": _without_none,
    "a relevance of 0 counts as one that could not be judged": _zero_is_none,
    "a loss of relevance counts as growth": _falls_too,
}
