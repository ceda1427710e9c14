"""Dense retrieval: passages as vectors, nearest by cosine similarity (adaptive, eq. 8).

Where the vectors are, and how they are kept up to date, is in `ragkit/stores/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Self

import numpy as np

from ragkit.documents.tiers import is_in
from ragkit.state import Passage
from ragkit.stores import VectorStore


class Dense:
    """Dense retrieval over the vectors of a store."""

    is_part = False
    """Whether the store has vectors of other passages too, which are not searched."""

    def __init__(self, store: VectorStore) -> None:
        self.store = store
        self.embed = store.embed
        self.passages = store.passages

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def part(self, passages: Sequence[Passage]) -> Self:
        """Dense retrieval over some of the passages, in the same store."""
        part = copy(self)
        part.passages = {passage.id: passage for passage in passages}
        part.is_part = True
        return part

    def search(self, query: str, k: int, folder: str = "") -> list[Passage]:
        """The `k` passages nearest to the query, best first; with a folder, of its documents only.

        Scores are cosine similarities in [-1, 1].
        """
        if self.store.closed:
            raise RuntimeError(f"the index {self.store.where} was closed; open the kit again")
        only = self._in(folder) if folder or self.is_part else None
        most = min(k, len(self.passages if only is None else only))
        if not most:
            return []
        (vector,) = self.embed([query])
        hits = []
        for id, similarity in self.store.nearest(vector, most, only):
            # Another kit of this process may have changed the store meanwhile.
            if id not in self.passages:
                continue
            hits.append(replace(self.passages[id], score=similarity))
        return hits

    def _in(self, folder: str) -> list[str]:
        """Ids of the passages of a folder's documents."""
        return [id for id, passage in self.passages.items() if is_in(passage.source, folder)]

    def vectors(self) -> np.ndarray:
        """The stored vectors: a row of length one for each passage, in the order of the corpus."""
        return self.store.vectors(list(self.passages))
