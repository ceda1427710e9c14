"""Hybrid retrieval: dense and sparse side by side, fused by rank (papers/000, section 4.3 and eq. 10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from ragkit.dense import Dense
from ragkit.settings import Depth
from ragkit.sparse import Sparse
from ragkit.state import Passage


def rrf(rankings: Sequence[Sequence[Passage]], k: int = 60) -> list[Passage]:
    """Fuse rankings by position alone: a passage scores 1/(k + rank) in each ranking that has it.

    Ranks count from 1. `k` damps the top places; 60 is the value of Cormack et al. (SIGIR 2009). Ties keep the
    order in which the passages were first seen. Returns every passage once, best first.

    >>> cat, dog, owl = (Passage(name, "") for name in ("cat", "dog", "owl"))
    >>> [p.id for p in rrf([[cat, dog], [dog, owl]])]   # dog: 1/62 + 1/61 beats cat: 1/61
    ['dog', 'cat', 'owl']
    """
    score: defaultdict[str, float] = defaultdict(float)
    seen: dict[str, Passage] = {}
    for ranking in rankings:
        for rank, passage in enumerate(ranking, start=1):
            score[passage.id] += 1 / (k + rank)
            seen.setdefault(passage.id, passage)
    return [replace(seen[id], score=score[id]) for id in sorted(score, key=lambda id: -score[id])]


@dataclass(frozen=True)
class Retriever:
    """The two indexes of a corpus, and how their rankings are fused."""

    dense: Dense
    sparse: Sparse
    rrf_k: int = 60

    def hybrid(self, query: str, depth: Depth, parts: Sequence[str] = ()) -> dict[str, list[Passage]]:
        """The rankings of passages for a query, best first: `dense` and `sparse`, and from them `fused`.

        The sub-questions in `parts` are searched for side by side with it; their rankings are `dense 2`, `sparse 2` and
        so on. In the fusion the whole question counts as much as all its parts together, so that a bad decomposition
        cannot crowd it out.
        """
        wanted = dict(zip(["", *(f" {number}" for number in range(2, len(parts) + 2))], [query, *parts], strict=True))
        with ThreadPoolExecutor(2 * len(wanted)) as side_by_side:
            found = {
                f"{ranker}{name}": side_by_side.submit(search, text, k)
                for name, text in wanted.items()
                for ranker, search, k in (
                    ("dense", self.dense.search, depth.dense), ("sparse", self.sparse.search, depth.sparse),
                )
            }  # fmt: skip
        rankings = {name: ranking.result() for name, ranking in found.items()}
        whole = [rankings["dense"], rankings["sparse"]] * max(1, len(parts))
        fused = rrf([*whole, *list(rankings.values())[2:]], self.rrf_k)
        return rankings | {"fused": fused[: depth.final]}
