"""A kit in whose documents, file names, web or memory something hostile is planted.

The retriever searches the documents as they would be: the planted passages are embedded and
indexed like all others. No file and no index on disk is changed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ragkit import Kit
from ragkit.search.dense import Dense
from ragkit.search.fuse import Retriever
from ragkit.search.sparse import Sparse
from ragkit.state import Found, Memory, Passage


class PlantedDense(Dense):
    """Dense retrieval over the documents with some passages changed, added or gone."""

    def __init__(
        self, clean: Dense, changed: Sequence[Passage], gone: Collection[str] = ()
    ) -> None:
        """`changed` are new passages, or those that take the place of one with the same id."""
        vars(self).update(vars(clean))
        self._clean = clean
        self._changed = list(changed)
        self._hidden = {passage.id for passage in changed}.union(gone)
        texts = [passage.searchable for passage in changed]
        self._vectors = clean.embed(texts) if texts else np.zeros((0, 1))

    def search(self, query: str, k: int) -> list[Passage]:
        """The `k` nearest passages of all, best first."""
        hits = self._clean.search(query, k + len(self._hidden))
        found = [hit for hit in hits if hit.id not in self._hidden]
        if self._changed:
            similarities = self._vectors @ self.embed([query])[0]
            for passage, similarity in zip(self._changed, similarities, strict=True):
                found.append(replace(passage, score=float(similarity)))
        found.sort(key=lambda hit: -hit.score)
        return found[:k]


def with_documents(
    kit: Kit,
    edited: Mapping[str, Passage] | None = None,
    added: Sequence[Passage] = (),
    gone: Collection[str] = (),
) -> Kit:
    """The kit on its documents with some passages edited (by id), added or gone (ids)."""
    edits = edited or {}
    passages = []
    for passage in kit.corpus.passages:
        if passage.id not in gone:
            passages.append(edits.get(passage.id, passage))
    passages += added
    dense = PlantedDense(kit.retriever.dense, [*edits.values(), *added], gone)
    sparse = Sparse(passages)
    return replace(
        kit,
        corpus=replace(kit.corpus, passages=tuple(passages)),
        retriever=Retriever(dense, sparse, fusion=kit.settings.fusion),
    )


class PlantedWeb:
    """A web that finds the same pages for every question."""

    def __init__(self, pages: Sequence[Passage]) -> None:
        self._pages = list(pages)

    def search(self, query: str) -> Found:
        """The pages."""
        return Found(list(self._pages))


class PlantedMemory:
    """A failure memory with one entry, which resembles every question."""

    def __init__(self, entry: Memory) -> None:
        self._entry = entry

    def match(self, question: str) -> list[Memory]:
        """The entry."""
        return [self._entry]

    def tried(self, query: str) -> bool:
        """Whether a failed run used a similar query: no."""
        return False

    def failed(self, *args: Any) -> None:
        """Nothing is kept, so that no run depends on another."""

    def verified(self, *args: Any) -> None:
        """Nothing is kept, so that no run depends on another."""
