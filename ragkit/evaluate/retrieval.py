"""Retrieval metrics: how well a ranking finds what is relevant, for one question, each in [0, 1].

A ranking is a list of ids, best first, each at most once; `relevant` is the set that should be found. Without any
relevant id a question cannot be graded, and each metric says so by None. Definitions as in Manning, Raghavan and
Schuetze, "Introduction to Information Retrieval", chapter 8; nDCG with binary gains (Jarvelin, Kekalainen 2002).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import log2

Metric = Callable[[Sequence[str], Collection[str], int], float | None]


def _hits(ranking: Sequence[str], relevant: Collection[str], k: int) -> int:
    if k < 1:
        raise ValueError(f"k is {k}; the cut counts ranks from 1")
    return sum(id in relevant for id in ranking[:k])


def recall(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """The share of what is relevant that stands in the first k.

    >>> recall(["a", "x", "b"], {"a", "b"}, k=2)
    0.5
    """
    return _hits(ranking, relevant, k) / len(relevant) if relevant else None


def coverage(ranking: Sequence[str], needs: Sequence[Collection[str]], k: int) -> float | None:
    """Recall of facts: the share of the needed facts that some passage in the first k carries.

    `needs` gives for each fact the ids of the passages that carry it: any one will do, and one passage may carry two.

    >>> coverage(["a", "x"], [{"a", "copy of a"}, {"b"}], k=2)
    0.5
    """
    return sum(_hits(ranking, need, k) > 0 for need in needs) / len(needs) if needs else None


def precision(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """The share of the first k places that is relevant; an empty place is not.

    >>> precision(["a", "x"], {"a", "b"}, k=4)
    0.25
    """
    return _hits(ranking, relevant, k) / k if relevant else None


def f1(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """The harmonic mean of precision and recall.

    >>> f1(["a", "x"], {"a"}, k=2)   # precision 1/2, recall 1
    0.6666666666666666
    """
    return 2 * _hits(ranking, relevant, k) / (k + len(relevant)) if relevant else None


def hit_rate(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """1 when anything relevant stands in the first k, else 0.

    >>> hit_rate(["x", "a"], {"a", "b"}, k=2)
    1.0
    """
    return float(_hits(ranking, relevant, k) > 0) if relevant else None


def mrr(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """One over the rank of the first relevant id within k, 0 when there is none (reciprocal rank).

    >>> mrr(["x", "a"], {"a"}, k=5)
    0.5
    """
    if not relevant:
        return None
    _hits(ranking, relevant, k)
    return next((1 / rank for rank, id in enumerate(ranking[:k], start=1) if id in relevant), 0.0)


def ndcg(ranking: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Discounted gain, 1/log2(rank + 1) a relevant place, over that of the best possible ranking.

    >>> round(ndcg(["x", "a"], {"a"}, k=2), 3)   # 1/log2(3) over 1/log2(2)
    0.631
    """
    if not relevant:
        return None
    gain = sum(1 / log2(rank + 1) for rank, id in enumerate(ranking[:k], start=1) if id in relevant)
    return gain / sum(1 / log2(rank + 1) for rank in range(1, min(_at_least_one(k), len(relevant)) + 1))


def _at_least_one(k: int) -> int:
    _hits([], (), k)
    return k


METRICS: dict[str, Metric] = {
    "recall": recall, "precision": precision, "f1": f1, "ndcg": ndcg, "mrr": mrr, "hit_rate": hit_rate,
}  # fmt: skip
