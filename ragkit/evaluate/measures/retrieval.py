"""Retrieval metrics: how well one question's ranking finds what is relevant, each in [0, 1].

A ranking is a list of ids, best first, without duplicates; `relevant` is the set that should be
found. Without any relevant id a question cannot be graded, and each metric is None. The definitions
are those of Manning, Raghavan and Schuetze, "Introduction to Information Retrieval", chapter 8;
nDCG is with binary gains (Jarvelin, Kekalainen 2002).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from math import log2

Metric = Callable[[Sequence[str], Collection[str], int], float | None]
"""A function of a ranking, the relevant ids and the cut k."""


def _top(ranking: Sequence[str], k: int) -> Sequence[str]:
    """The first k places of a ranking. Raises `ValueError` for k below 1."""
    if k < 1:
        raise ValueError(f"k is {k}; the cut counts ranks from 1")
    return ranking[:k]


def _hits(ranking: Sequence[str], relevant: Collection[str], k: int) -> int:
    """The number of relevant ids in the first k places."""
    hits = 0
    for id in _top(ranking, k):
        if id in relevant:
            hits += 1
    return hits


def recall(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Fraction of the relevant ids that are in the first k places.

    >>> recall(["a", "x", "b"], {"a", "b"}, k=2)
    0.5
    """
    if not relevant:
        return None
    return _hits(ranking, relevant, k) / len(relevant)


def coverage(ranking: Sequence[str], needs: Sequence[Collection[str]], k: int) -> float | None:
    """Recall of facts: fraction of the needed facts found in the first k passages.

    `needs` gives for each fact the ids of the passages that contain it. Any one of them is enough,
    and one passage may contain two facts.

    >>> coverage(["a", "x"], [{"a", "copy of a"}, {"b"}], k=2)
    0.5
    """
    if not needs:
        return None
    found = 0
    for need in needs:
        if _hits(ranking, need, k) > 0:
            found += 1
    return found / len(needs)


def precision(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Fraction of the first k places that are relevant; an empty place is not.

    >>> precision(["a", "x"], {"a", "b"}, k=4)
    0.25
    """
    if not relevant:
        return None
    return _hits(ranking, relevant, k) / k


def f1(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """The harmonic mean of precision and recall.

    >>> f1(["a", "x"], {"a"}, k=2)   # precision 1/2, recall 1
    0.6666666666666666
    """
    if not relevant:
        return None
    hits = _hits(ranking, relevant, k)
    return 2 * hits / (k + len(relevant))


def hit_rate(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """1 when any of the first k is relevant, else 0.

    >>> hit_rate(["x", "a"], {"a", "b"}, k=2)
    1.0
    """
    if not relevant:
        return None
    return float(_hits(ranking, relevant, k) > 0)


def mrr(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Reciprocal rank: 1 / rank of the first relevant id within k, 0 when there is none.

    >>> mrr(["x", "a"], {"a"}, k=5)
    0.5
    """
    if not relevant:
        return None
    for rank, id in enumerate(_top(ranking, k), start=1):
        if id in relevant:
            return 1 / rank
    return 0.0


def ndcg(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Normalised discounted gain: the ranking's gain divided by that of the best possible ranking.

    A relevant id at a rank adds 1/log2(rank + 1) to the gain.

    >>> round(ndcg(["x", "a"], {"a"}, k=2), 3)   # 1/log2(3) over 1/log2(2)
    0.631
    """
    if not relevant:
        return None
    top = _top(ranking, k)
    ranks = [rank for rank, id in enumerate(top, start=1) if id in relevant]
    most = min(k, len(relevant))
    best_ranks = range(1, most + 1)
    return _gain(ranks) / _gain(best_ranks)


def _gain(ranks: Iterable[int]) -> float:
    """The discounted gain of relevant ids at these ranks."""
    discounts = [log2(rank + 1) for rank in ranks]
    return sum(1 / discount for discount in discounts)


METRICS: dict[str, Metric] = {
    "recall": recall,
    "precision": precision,
    "f1": f1,
    "ndcg": ndcg,
    "mrr": mrr,
    "hit_rate": hit_rate,
}
"""The metrics by name."""
