"""02-rrf: fuse rankings by rank (rrf).

The scores are compared, and not only the order: most mistakes leave the order of a few animals as
it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

ANIMALS = [
    *("ant", "bat", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis"),
    *("jay", "koi", "lynx", "mole", "newt", "owl", "pig", "ram", "seal"),
]
LENGTHS = ((2, 1), (3, 3), (4, 2, 3), (6,), (0, 2), (5, 5, 5), (9, 7))
"""The lengths of the rankings, for each trial. One ranking is empty."""

OWN = Own(
    "A name gets {times}/(k + rank) from each ranking that has it.",
    times=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
)

Rankings = Sequence[Sequence[str]]


def fused(rankings: Rankings, k: int) -> dict[str, float]:
    """Every animal with its score: 1/(k + rank) in each ranking that has it, added up.

    >>> fused([["cat", "dog"], ["dog"]], k=1)
    {'cat': 0.5, 'dog': 0.8333333333333333}
    """
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, start=1):
            scores[name] = scores.get(name, 0) + OWN.times / (k + rank)
    return scores


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """The first trial has an animal in both rankings, so it is the one that tells most."""
    shared, other = rng.sample(ANIMALS, 2)
    yield answer.against(fused, [[other, shared], [shared]], 60)
    for lengths in LENGTHS:
        pool = rng.sample(ANIMALS, max(lengths) + 2)
        rankings = [rng.sample(pool, length) for length in lengths]
        yield answer.against(fused, rankings, rng.choice([1, 10, 60]))
    yield answer.against(fused, [], 60)


def _from_zero(rankings: Rankings, k: int) -> dict[str, float]:
    less = k - 1
    return fused(rankings, less)


def _last_ranking_wins(rankings: Rankings, k: int) -> dict[str, float]:
    scores: dict[str, float] = {}
    for ranking in rankings:
        scores |= fused([ranking], k)
    return scores


def _rank_without_k(rankings: Rankings, k: int) -> dict[str, float]:
    return fused(rankings, 0)


def _only_in_all(rankings: Rankings, k: int) -> dict[str, float]:
    kept = {}
    for name, score in fused(rankings, k).items():
        if all(name in ranking for ranking in rankings):
            kept[name] = score
    return kept


def _names_alone(rankings: Rankings, k: int) -> list[str]:
    scores = fused(rankings, k)
    return sorted(scores, key=lambda name: -scores[name])


def _mean(rankings: Rankings, k: int) -> dict[str, float]:
    scores = fused(rankings, k)
    return {name: score / len(rankings) for name, score in scores.items()}


MISCONCEPTIONS = {
    "the names are returned, best first, and not a dict with their scores": _names_alone,
    "the scores are divided by the number of rankings": _mean,
    "ranks are counted from 0": _from_zero,
    "a later ranking overwrites the score of an earlier one": _last_ranking_wins,
    "k is left out": _rank_without_k,
    "only animals that every ranking has get a score": _only_in_all,
}
