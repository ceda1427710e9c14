"""Fuse rankings by their scores, and trust the ranking more whose best passages stand out.

Reciprocal rank fusion looks at places alone, so a ranker that knows nothing about a question
counts as much as one that found the answer. Here each ranking's scores are scaled to 0 to 1, and
the sum is weighted by how steeply they fall: a ranker that finds one passage far better than the
rest has recognised something. No label is needed for that.

The weighted sum of scaled scores is the convex combination of (blend); the weights are our own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ragkit.state import Passage

HEAD = 10
"""Number of places over which the fall of the scores is taken."""
POWER = 2
"""How much a steeper ranking counts: its steepness to this power."""


def blend(rankings: Sequence[Sequence[Passage]]) -> list[Passage]:
    """Every passage of the rankings once, best first, with its blended score in [0, 1].

    A passage that a ranking does not have gets 0 from it. Passages with the same score keep the
    order in which they first appear.

    >>> def ranked(**scores):
    ...     return [Passage(name, "", score=score) for name, score in scores.items()]
    >>> steep = ranked(owl=9.0, cat=2.0, dog=1.0)    # the owl stands out here
    >>> flat = ranked(dog=0.52, cat=0.51, owl=0.40)
    >>> [passage.id for passage in blend([steep, flat])]
    ['owl', 'cat', 'dog']
    """
    by_steepness = weights(rankings)
    blended: defaultdict[str, float] = defaultdict(float)
    passages: dict[str, Passage] = {}
    for ranking, weight in zip(rankings, by_steepness, strict=True):
        for passage, share in zip(ranking, scaled(ranking), strict=True):
            blended[passage.id] += weight * share
            passages.setdefault(passage.id, passage)
    best_first = sorted(blended, key=lambda id: -blended[id])
    return [replace(passages[id], score=blended[id]) for id in best_first]


def scaled(ranking: Sequence[Passage]) -> list[float]:
    """The scores of a ranking, scaled so that the best is 1 and the last is 0.

    Where all are equal they are all 1.
    """
    if not ranking:
        return []
    scores = [passage.score for passage in ranking]
    lowest = min(scores)
    spread = max(scores) - lowest
    if spread == 0:
        return [1.0] * len(scores)
    return [(score - lowest) / spread for score in scores]


def steepness(ranking: Sequence[Passage]) -> float:
    """How far the places behind the first fall below it, on average, in [0, 1].

    >>> steepness([Passage("owl", "", score=9.0), Passage("cat", "", score=0.0)])
    1.0
    """
    shares = scaled(ranking)
    behind = shares[1:HEAD]
    if not behind:
        # A single passage stands out from all that the ranker did not find.
        return float(bool(ranking))
    return 1 - sum(behind) / len(behind)


def weights(rankings: Sequence[Sequence[Passage]]) -> list[float]:
    """A weight for each ranking, the larger the steeper it is; they add up to 1."""
    powers = [steepness(ranking) ** POWER for ranking in rankings]
    total = sum(powers)
    if total == 0:
        # No ranking knows better than the others.
        powers = [1.0 for _ in rankings]
        total = sum(powers)
    return [power / total for power in powers]
