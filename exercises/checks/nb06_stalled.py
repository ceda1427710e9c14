"""06-stalled: whether retries still help.

The check computes the truth with `stalled` of `ragkit/nodes/retry.py` (adaptive, section 4.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.nodes.retry import stalled

Relevance = Sequence[float | None]

LEAST = 0.125
"""All numbers are eighths, so that no difference of two is rounded."""


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first stories is told wrongly by one misconception alone; then drawn ones."""
    low = rng.choice([0.0, 0.125, 0.25])
    step = low + LEAST
    high = low + rng.choice([0.375, 0.5, 0.625])
    yield answer.against(stalled, [0.0, 0.0, 0.0], LEAST)
    yield answer.against(stalled, [low, high, high], LEAST)
    yield answer.against(stalled, [low, low + 2 * LEAST, low + 2 * LEAST], LEAST)
    yield answer.against(stalled, [low, step, step], LEAST)
    yield answer.against(stalled, [low, step, step + LEAST], LEAST)
    yield answer.against(stalled, [low, high, high, high], LEAST)
    yield answer.against(stalled, [low, None, low, low], LEAST)
    yield answer.against(stalled, [high, low, low], LEAST)
    yield answer.against(stalled, [high, high], LEAST)
    yield answer.against(stalled, [], LEAST)
    for _ in range(10):
        yield answer.against(stalled, _drawn(rng), LEAST)


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
    """How much each retry brought; empty where the last three searches were not all judged."""
    last = relevance[-3:]
    if len(last) < 3 or None in last:
        return []
    known = [score for score in relevance if score is not None]
    gains = []
    for before, after in pairwise(known):
        gains.append(after - before)
    return gains


def _last_only(relevance: Relevance, least: float) -> bool:
    gains = _gains(relevance)
    if not gains:
        return False
    return gains[-1] <= least


def _must_be_less(relevance: Relevance, least: float) -> bool:
    gains = _gains(relevance)
    if not gains:
        return False
    return max(gains[-2:]) < least


def _both_together(relevance: Relevance, least: float) -> bool:
    gains = _gains(relevance)
    if not gains:
        return False
    return sum(gains[-2:]) <= least


def _on_average(relevance: Relevance, least: float) -> bool:
    gains = _gains(relevance)
    if not gains:
        return False
    return fmean(gains[-2:]) <= least


def _every_retry(relevance: Relevance, least: float) -> bool:
    gains = _gains(relevance)
    if not gains:
        return False
    return max(gains) <= least


def _without_none(relevance: Relevance, least: float) -> bool:
    known = [score for score in relevance if score is not None]
    return stalled(known, least)


def _zero_is_none(relevance: Relevance, least: float) -> bool:
    known = [score or None for score in relevance]
    return stalled(known, least)


def _falls_too(relevance: Relevance, least: float) -> bool:
    gains = _gains(relevance)
    if not gains:
        return False
    changes = map(abs, gains[-2:])
    return max(changes) <= least


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
