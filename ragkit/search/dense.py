"""Dense retrieval: passages as vectors in Chroma, nearest by cosine similarity (adaptive, eq. 8).

How the vectors are kept up to date, in a folder or on a server, is in `ragkit/stores/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np

from ragkit.documents.tiers import is_in
from ragkit.state import Passage
from ragkit.stores import SharedVectors, Vectors


class Dense(Vectors):
    """Dense retrieval over the vectors in a folder."""

    is_part = False
    """Whether the index has vectors of other passages too, which are not searched."""

    def part(self, passages: Sequence[Passage]) -> Self:
        """Dense retrieval over some of the passages, in the same index."""
        part = copy(self)
        part.passages = {passage.id: passage for passage in passages}
        part.is_part = True
        return part

    def search(self, query: str, k: int, folder: str = "") -> list[Passage]:
        """The `k` passages nearest to the query, best first; with a folder, of its documents only.

        Scores are cosine similarities in [-1, 1].
        """
        if self.store.closed:
            raise RuntimeError(f"the index {self.where} was closed; open the kit again")
        vector = self.embed([query])
        only = self._in(folder) if folder or self.is_part else None
        most = min(k, len(self.passages if only is None else only))
        if not most:
            return []
        results = self.collection.query(query_embeddings=vector, n_results=most, ids=only)
        ids = results["ids"][0]
        similarities = 1 - np.clip(results["distances"][0], 0, 2)
        hits = []
        for id, similarity in zip(ids, similarities, strict=True):
            # Another kit of this process may have changed the store meanwhile.
            if id not in self.passages:
                continue
            hit = replace(self.passages[id], score=float(similarity))
            hits.append(hit)
        return hits

    def _in(self, folder: str) -> list[str]:
        """Ids of the passages of a folder's documents."""
        return [id for id, passage in self.passages.items() if is_in(passage.source, folder)]

    def vectors(self) -> np.ndarray:
        """The stored vectors: a row of length one for each passage, in the order of the corpus."""
        ids = list(self.passages)
        rows = self.collection.get(ids, include=["embeddings"])
        # Chroma returns them in an order of its own.
        by_id = dict(zip(rows["ids"], rows["embeddings"], strict=True))
        return np.array([by_id[id] for id in ids])


class SharedDense(SharedVectors, Dense):
    """Dense retrieval over the vectors on a server."""


class SentenceEmbedder:
    """The sentence-transformers model in a folder.

    It is loaded at first use, because its import alone takes some seconds.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def model(self) -> Any:
        """The model, in memory."""
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        # Loading takes a third of a second, for which a progress bar is no use.
        disable_progress_bar()
        return SentenceTransformer(str(self.folder), local_files_only=True)

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """The texts as unit vectors, an array of shape (texts, dimensions)."""
        vectors = self.model.encode(
            list(texts),
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        return np.asarray(vectors)
