"""Hybrid retrieval: dense and sparse side by side, and one ranking made of both.

Fusion by rank is that of (adaptive, section 4.3 and eq. 10); `blend.py` is the one in use.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Literal

from ragkit.search.blend import blend
from ragkit.search.copies import Copies
from ragkit.search.dense import Dense
from ragkit.search.sparse import Sparse
from ragkit.settings import Depth
from ragkit.state import Passage

Way = Literal["semantic", "keyword", "hybrid"]
"""How to search: by meaning (dense), by words (sparse), or by both."""


def rrf(rankings: Sequence[Sequence[Passage]], k: int = 60) -> list[Passage]:
    """Fuse rankings by position alone: a passage scores 1/(k + rank) in each ranking that has it.

    Ranks count from 1. A larger `k` makes the top places count less; 60 is the value chosen by the
    authors of the method (rrf). Passages with the same score keep the order in which they first
    appear. Returns every passage once, best first.

    >>> cat, dog, owl = (Passage(name, "") for name in ("cat", "dog", "owl"))
    >>> [p.id for p in rrf([[cat, dog], [dog, owl]])]   # dog: 1/62 + 1/61 beats cat: 1/61
    ['dog', 'cat', 'owl']
    """
    score: defaultdict[str, float] = defaultdict(float)
    passages: dict[str, Passage] = {}
    for ranking in rankings:
        for rank, passage in enumerate(ranking, start=1):
            score[passage.id] += 1 / (k + rank)
            passages.setdefault(passage.id, passage)
    best_first = sorted(score, key=lambda id: -score[id])
    return [replace(passages[id], score=score[id]) for id in best_first]


@dataclass(frozen=True)
class Retriever:
    """The two indexes of a corpus, and how their rankings are fused."""

    dense: Dense
    sparse: Sparse
    rrf_k: int = 60
    fusion: str = "rrf"
    """`rrf` or `blend`."""
    copies: Copies = field(default_factory=Copies)
    """Texts that several documents have, of which every ranking has one."""
    left_out: frozenset[str] = frozenset()
    """Ids of passages that are not found, as if the documents did not have them."""

    def nearest(self, query: str, k: int) -> list[Passage]:
        """The `k` passages nearest to a query, by dense retrieval alone."""
        return self._once(self.dense.search, query, k)

    def hybrid(self, query: str, depth: Depth, folder: str = "") -> dict[str, list[Passage]]:
        """The rankings of passages for a query, best first: `dense` and `sparse`, and from them
        `fused`. With a folder, only passages of its documents are ranked.
        """
        with ThreadPoolExecutor(2) as pool:
            dense = pool.submit(self._once, self.dense.search, query, depth.dense, folder)
            sparse = pool.submit(self._once, self.sparse.search, query, depth.sparse, folder)
        rankings = {"dense": dense.result(), "sparse": sparse.result()}
        fused = self.fuse(list(rankings.values()))
        return rankings | {"fused": fused[: depth.final]}

    def by(self, way: Way, query: str, depth: Depth) -> list[Passage]:
        """The passages for a query in one way, best first: at most as many as the depth keeps."""
        if way == "semantic":
            return self._once(self.dense.search, query, depth.dense)[: depth.final]
        if way == "keyword":
            return self._once(self.sparse.search, query, depth.sparse)[: depth.final]
        return self.hybrid(query, depth)["fused"]

    def _once(
        self, search: Callable[..., list[Passage]], query: str, k: int, folder: str = ""
    ) -> list[Passage]:
        """The `k` best passages that differ; copies are passed over, and it searches further."""
        # An index of one's own need not know of folders.
        only = {"folder": folder} if folder else {}
        most = k
        while True:
            ranking = search(query, most, **only)
            there = [passage for passage in ranking if passage.id not in self.left_out]
            differing = self.copies.once(there, folder)
            if len(differing) >= k or len(ranking) < most:
                return differing[:k]
            most *= 2

    def fuse(self, rankings: Sequence[Sequence[Passage]]) -> list[Passage]:
        """The rankings fused in the way that the kit chose."""
        if self.fusion == "blend":
            return blend(rankings)
        return rrf(rankings, self.rrf_k)
