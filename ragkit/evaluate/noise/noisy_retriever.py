"""A kit's retriever that finds noisy evidence for one question (tiny, section IV-A).

It takes the place of the kit's own one, so no graph knows of it. Every search of the run is noisy,
whatever its query: a retry finds the same falsified passages, and a second hop no passage that
holds the answer. Only what does not use this retriever is clean: the web, and tools with an index
of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ragkit.documents.tiers import is_in
from ragkit.evaluate.golden.correct import keys_held
from ragkit.evaluate.golden.questions import Question, folded_passages, relevant
from ragkit.search.dense import Dense
from ragkit.search.fuse import Retriever
from ragkit.settings import Depth
from ragkit.state import Passage

FIRST, LAST = 10, 20
"""Dense ranks of the hard negatives, counted from 1 (tiny, section IV-A)."""
Rankings = dict[str, list[Passage]]


class Noise(Protocol):
    """What a noisy retriever finds in the place of what a clean one does."""

    @property
    def clean(self) -> Retriever: ...

    def search(self, query: str, k: int) -> list[Passage]: ...

    def hybrid(self, query: str, depth: Depth) -> Rankings: ...


@dataclass(frozen=True)
class HardNegatives:
    """The passages of dense rank 10 to 20, without those that hold a key or a golden quote.

    There are at most eleven, and fewer in a corpus of fewer than twenty passages.
    """

    clean: Retriever
    question: Question

    def search(self, query: str, k: int) -> list[Passage]:
        """The first `k` of them, best first."""
        ranking = self.clean.dense.search(query, LAST)
        found = []
        for passage in ranking[FIRST - 1 :]:
            if not self._tells(passage):
                found.append(passage)
        return found[:k]

    def hybrid(self, query: str, depth: Depth) -> Rankings:
        """The same, as the dense and as the fused ranking; the sparse one is empty."""
        found = self.search(query, depth.final)
        return {"dense": found, "sparse": [], "fused": found}

    def _tells(self, passage: Passage) -> bool:
        """Whether a passage holds some key of the answer, or a golden quote."""
        if keys_held(self.question, passage.searchable):
            return True
        letters = folded_passages([passage])
        return any(relevant(self.question, letters))


@dataclass(frozen=True)
class Conflict:
    """What the clean retriever finds, with falsified passages in the place of the true ones.

    A ranking that has no such passage gets the first one at its head, so that the evidence is
    falsified whatever was searched for.
    """

    clean: Retriever
    lies: Mapping[str, Passage]
    """The falsified passages, each by the id of the true one."""

    def search(self, query: str, k: int) -> list[Passage]:
        """The dense ranking with falsified passages."""
        ranking = self.clean.dense.search(query, k)
        return self._falsified(ranking)

    def hybrid(self, query: str, depth: Depth) -> Rankings:
        """All rankings with falsified passages."""
        rankings = self.clean.hybrid(query, depth)
        found = {}
        for name, ranking in rankings.items():
            found[name] = self._falsified(ranking)
        return found

    def _falsified(self, ranking: Sequence[Passage]) -> list[Passage]:
        found = []
        for passage in ranking:
            lie = self.lies.get(passage.id, passage)
            found.append(replace(lie, score=passage.score))
        ids = {passage.id for passage in ranking}
        if ids.intersection(self.lies):
            return found
        first, *_ = self.lies.values()
        best = max((passage.score for passage in ranking), default=0.0)
        head = replace(first, score=best)
        return [head, *found[:-1]]


class NoisyDense(Dense):
    """Dense retrieval that finds something else, with the store of a clean one."""

    def __init__(self, clean: Dense, found: Callable[[str, int], list[Passage]]) -> None:
        """`found` is the search. The store of `clean` is shared, and not opened again."""
        vars(self).update(vars(clean))
        self._found = found

    def search(self, query: str, k: int, folder: str = "") -> list[Passage]:
        """What the noise finds, best first; of a folder, what of it is in that folder."""
        return _of(folder, self._found(query, k))


@dataclass(frozen=True)
class NoisyRetriever(Retriever):
    """A retriever whose every ranking is noisy."""

    noise: Noise | None = None

    @classmethod
    def of(cls, noise: Noise) -> NoisyRetriever:
        """The clean retriever of some noise, with it."""
        clean = noise.clean
        dense = NoisyDense(clean.dense, noise.search)
        return cls(dense, clean.sparse, clean.rrf_k, clean.fusion, noise=noise)

    def hybrid(self, query: str, depth: Depth, folder: str = "") -> Rankings:
        """The rankings that the noise finds; of a folder, what of them is in that folder."""
        assert self.noise is not None  # by `of`
        rankings = self.noise.hybrid(query, depth)
        return {name: _of(folder, ranking) for name, ranking in rankings.items()}


def _of(folder: str, ranking: Sequence[Passage]) -> list[Passage]:
    """The passages of a folder's documents, in the order of the ranking."""
    return [passage for passage in ranking if is_in(passage.source, folder)]
