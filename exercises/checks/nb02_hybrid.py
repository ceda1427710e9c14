"""02-hybrid: two bugs in the fusion of two rankings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb02_rrf import ANIMALS, fused
from ragkit.course.exercises.own import Own

K = 60
DENSE, SPARSE = "abcdefg", "gefdabc"
"""Two rankings whose fusion begins with a, e, g. The first three of each, fused, begin with others.

In these letters stand animals, drawn anew for each check.
"""
APART = 1e-9
"""Least distance between two scores, so that rounding does not decide the order."""

OWN = Own(
    "It returns `final` names from place {place} of the fused ranking on. "
    "A name gets {times}/(60 + rank) from `dense`.",
    place=(1, 2, 3, 4),
    times=(1, 2, 3),
)


def best(dense: Sequence[str], sparse: Sequence[str], final: int) -> list[str]:
    """The first `final` animals of the fused ranking.

    >>> "".join(best(DENSE, SPARSE, final=3))
    'aeg'
    """
    scores = _scores(dense, sparse)
    return _first(scores, final)


def _scores(dense: Sequence[str], sparse: Sequence[str]) -> dict[str, float]:
    """The fused scores; the first ranking counts as often as the variant says."""
    rankings = [dense] * OWN.times
    rankings.append(sparse)
    return fused(rankings, K)


def _first(scores: dict[str, float], final: int) -> list[str]:
    """The names with the highest scores, from the place of the variant on."""
    ranked = sorted(scores, key=lambda name: -scores[name])
    start = OWN.place - 1
    end = start + final
    return ranked[start:end]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """The rankings above under other names, then drawn ones, where one ranker may find more."""
    animals = rng.sample(ANIMALS, len(DENSE))
    names = dict(zip(DENSE, animals, strict=True))
    dense = [names[letter] for letter in DENSE]
    sparse = [names[letter] for letter in SPARSE]
    yield answer.against(best, dense, sparse, 3)
    for _ in range(12):
        dense, sparse = _drawn(rng)
        yield answer.against(best, dense, sparse, rng.randint(1, 10))
    yield answer.against(best, [], [], 3)


def _drawn(rng: Random) -> tuple[list[str], list[str]]:
    """Two rankings whose fused scores are all different; one of them may have an animal more."""
    while True:
        pool = rng.sample(ANIMALS, rng.randint(2, 9))
        shorter = rng.sample(pool[1:], len(pool) - 1)
        pair = [pool, shorter]
        rng.shuffle(pair)
        dense, sparse = pair
        scores = sorted(_scores(dense, sparse).values())
        if all(high - low > APART for low, high in pairwise(scores)):
            return dense, sparse


def _still_cut_first(dense: Sequence[str], sparse: Sequence[str], final: int) -> list[str]:
    dense = dense[:final]
    sparse = sparse[:final]
    return best(dense, sparse, final)


def _still_overwrites(dense: Sequence[str], sparse: Sequence[str], final: int) -> list[str]:
    by_dense = _scores(dense, [])
    by_sparse = fused([sparse], K)
    scores = by_dense | by_sparse
    return _first(scores, final)


def _not_cut_at_all(dense: Sequence[str], sparse: Sequence[str], final: int) -> list[str]:
    every = len(dense) + len(sparse)
    return best(dense, sparse, every)


MISCONCEPTIONS = {
    "the rankings are still cut before they are fused": _still_cut_first,
    "the second ranking still overwrites the first": _still_overwrites,
    "nothing is cut any more": _not_cut_at_all,
}
