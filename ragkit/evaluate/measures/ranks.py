"""Where a ranking has the passages that carry an answer: the rank of one fact, and of each."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Protocol

from ragkit.state import Passage

Search = Callable[[str], Sequence[Passage]]
"""The passages found for a question, best first."""


class Needs(Protocol):
    """A question whose answer needs facts: `needs` has, for each one, the ids of the passages that
    carry it."""

    @property
    def question(self) -> str:
        """The words of the question."""

    @property
    def needs(self) -> Sequence[Collection[str]]:
        """The ids of the carrying passages, fact by fact."""


def rank(passages: Sequence[Passage], carriers: Collection[str]) -> int | None:
    """Rank of the first passage whose id is among `carriers`, from 1; None when none of them is.

    >>> found = [Passage("cat", "Cats sleep."), Passage("owl", "Owls hunt.")]
    >>> rank(found, {"owl", "bat"}), rank(found, {"bat"})
    (2, None)
    """
    for place, passage in enumerate(passages, start=1):
        if passage.id in carriers:
            return place
    return None


def ranks(passages: Sequence[Passage], needs: Sequence[Collection[str]]) -> list[int | None]:
    """Rank of each needed fact, in the order of `needs`.

    >>> found = [Passage("cat", "Cats sleep."), Passage("owl", "Owls hunt.")]
    >>> ranks(found, [{"owl"}, {"bat"}, {"cat", "owl"}])
    [2, None, 1]
    """
    return [rank(passages, carriers) for carriers in needs]


def coverage(ranking: Sequence[str], needs: Sequence[Collection[str]], k: int) -> float | None:
    """Recall of facts: fraction of the needed facts found in the first k passages.

    `needs` gives for each fact the ids of the passages that contain it. Any one of them is enough,
    and one passage may contain two facts. None where no fact is needed. Raises `ValueError` for k
    below 1.

    >>> coverage(["a", "x"], [{"a", "copy of a"}, {"b"}], k=2)
    0.5
    """
    if k < 1:
        raise ValueError(f"k is {k}; the cut counts ranks from 1")
    if not needs:
        return None
    first = set(ranking[:k])
    found = sum(not first.isdisjoint(need) for need in needs)
    return found / len(needs)


def ndcg(ranking: Sequence[str], needs: Sequence[Collection[str]], k: int) -> float | None:
    """Normalised discounted cumulative gain of facts in the first k passages, in [0, 1].

    A fact counts 1 / log2(1 + rank) at the first passage that contains it (ndcg). The sum is
    divided by that of the best order there could be, so two facts in one passage are no advantage.
    None where no fact is needed. Raises `ValueError` for k below 1.

    >>> ndcg(["x", "a"], [{"a"}], k=5)   # 1 / log2(3)
    0.6309297535714575
    >>> ndcg(["ab", "x"], [{"a", "ab"}, {"b", "ab"}], k=5)
    1.0
    """
    if k < 1:
        raise ValueError(f"k is {k}; the cut counts ranks from 1")
    if not needs:
        return None
    ideal = _gain(_best_order(needs), needs, k)
    if not ideal:
        return 0.0
    # The best order is looked for greedily, so another one may be a little better.
    return min(1.0, _gain(ranking, needs, k) / ideal)


def _gain(ranking: Sequence[str], needs: Sequence[Collection[str]], k: int) -> float:
    """The discounted gain of the facts in the first k passages."""
    gain = 0.0
    missing = list(needs)
    for place, id in enumerate(ranking[:k], start=1):
        still = [need for need in missing if id not in need]
        found = len(missing) - len(still)
        gain += found / math.log2(1 + place)
        missing = still
    return gain


def _best_order(needs: Sequence[Collection[str]]) -> list[str]:
    """Passages in the best order: each has as many of the facts still missing as any."""
    order = []
    missing = [need for need in needs if need]
    while missing:
        carriers: Counter[str] = Counter()
        for need in missing:
            carriers.update(sorted(need))
        (best, _), *_ = carriers.most_common(1)
        order.append(best)
        missing = [need for need in missing if best not in need]
    return order


def found_by(search: Search, questions: Iterable[Needs], k: int) -> list[float | None]:
    """Coverage of each question: the fraction of its facts in the first k passages of the search.

    None for a question that needs no fact.

    >>> from types import SimpleNamespace
    >>> asked = SimpleNamespace(question="Who hunts?", needs=[{"owl"}, {"bat"}])
    >>> found_by(lambda question: [Passage("cat", ""), Passage("owl", "")], [asked], k=2)
    [0.5]
    """
    shares = []
    for asked in questions:
        ids = [passage.id for passage in search(asked.question)]
        shares.append(coverage(ids, asked.needs, k))
    return shares
