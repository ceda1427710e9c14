"""The vectors of a corpus in a Chroma folder, brought up to date by id: only new ones are embedded.

The process may be killed, and the files damaged, at any moment. So on start-up a sample of vectors
is checked. After a start that did not finish, all of them are, and each must be found by a search.
A damaged store is rebuilt from the documents, with a warning, so only time is lost. A full disk is
no damage.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ragkit.state import Passage
from ragkit.stores.server import ServerStore
from ragkit.stores.store import Store, StoreDamaged
from ragkit.stores.vectors import Embed, EmbedAll, batches, embedded

SAMPLE = 200
"""Number of vectors checked on start-up, about, when the last start finished."""
UNFINISHED = "unfinished"
"""A file that exists while a start is writing, and stays when the process is killed then."""
SAME = 1e-3
"""Cosine distance up to which two vectors count as the same."""


class ChromaVectors:
    """The vectors of passages, on disk. `SharedVectors` (`shared.py`) has them on a server."""

    store: Store | ServerStore
    collection: Any
    where: str
    """The place of the vectors, for messages."""

    def __init__(
        self,
        folder: Path,
        passages: Sequence[Passage],
        embed: Embed,
        quiet: bool = False,
        embed_all: EmbedAll | None = None,
    ) -> None:
        """Open or create the store in `folder`, and bring it up to date with `passages`.

        `embed` embeds a query, and passages too where there is no `embed_all`.
        While another process has it open, a copy is used. Raises `StoreBusy` while that one is
        writing it, and `NoRoom` when the disk is full.
        """
        self.folder = folder
        self.where = str(folder)
        self.embed = embed
        self.embed_all = embed_all or partial(map, embed)
        self.quiet = quiet
        self.passages = {passage.id: passage for passage in passages}
        remedy = "It is being written; wait until that is done, or set RAGKIT_INDEXES."
        self.store = Store(folder, "passages", "chroma", "the index", remedy, UNFINISHED)
        self._unfinished = self.store.folder / UNFINISHED
        try:
            self._open()
        except BaseException:
            # The next try finds it closed, in this process or in another one.
            self.store.close()
            raise

    @property
    def closed(self) -> bool:
        """Whether the store was closed, so that another process may have it open by now."""
        return self.store.closed

    def close(self) -> None:
        """Let another process open the store."""
        self.store.close()

    def nearest(
        self, vector: np.ndarray, k: int, only: Sequence[str] | None
    ) -> list[tuple[str, float]]:
        """The ids of the `k` nearest vectors, as Chroma's index finds them: approximately."""
        query = vector[None]
        results = self.collection.query(query_embeddings=query, n_results=k, ids=only)
        (ids,) = results["ids"]
        (distances,) = results["distances"]
        similarities = 1 - np.clip(distances, 0, 2)
        return list(zip(ids, similarities.tolist(), strict=True))

    def vectors(self, ids: Sequence[str]) -> np.ndarray:
        """The stored vectors of some passages, in the order of their ids."""
        rows = self.collection.get(list(ids), include=["embeddings"])
        # Chroma returns them in an order of its own.
        by_id = dict(zip(rows["ids"], rows["embeddings"], strict=True))
        return np.array([by_id[id] for id in ids])

    def _open(self) -> None:
        from chromadb.errors import ChromaError

        assert isinstance(self.store, Store)
        suspect = self._unfinished.exists()
        if not self.store.path.exists():
            size = len(self.passages)
            self._check_room(f"to write the {size} passages of", size)
            # Another process must not copy what has only begun.
            self._mark_unfinished()
        try:
            self.collection = self.store.open()
            self._bring_up_to_date(suspect)
        except (ChromaError, StoreDamaged) as damage:
            self._start_over(damage)
        self.store.remove_old()

    def _bring_up_to_date(self, suspect: bool) -> None:
        """Add and delete what changed, then check the vectors: all of them if suspect."""
        rows = self.collection.get(include=[])
        stored = set(rows["ids"])
        passages = self.passages.values()
        new = [passage for passage in passages if passage.id not in stored]
        gone = sorted(stored - set(self.passages))
        if new or gone:
            self._check_room(f"to add {len(new)} passages to", len(new))
            self._mark_unfinished()
            self._add(new)
            self._delete(gone)
        self._check(list(self.passages), suspect)
        self._unfinished.unlink(missing_ok=True)

    def _mark_unfinished(self) -> None:
        try:
            self._unfinished.touch()
        except OSError as error:
            self._check_room("to write", 0, error)
            raise

    def _check_room(self, asked: str, vectors: int, error: Exception | None = None) -> None:
        assert isinstance(self.store, Store)
        self.store.check_room(asked, vectors, error)

    def _add(self, passages: Sequence[Passage]) -> None:
        groups = batches(passages)
        self._add_groups(groups, len(groups))

    def _add_groups(self, groups: Iterable[Sequence[Passage]], most: int) -> None:
        for group, vectors in embedded(groups, most, self.embed_all, self.quiet):
            ids = [passage.id for passage in group]
            self.collection.add(ids, embeddings=vectors)

    def _delete(self, ids: Sequence[str]) -> None:
        for batch in batches(ids):
            self.collection.delete(batch)

    def _check(self, ids: Sequence[str], suspect: bool) -> None:
        """Fetch a sample of the vectors; if suspect, fetch all and search for each.

        To fetch a vector that the index has lost is an error of Chroma's.
        """
        wanted = ids if suspect else ids[:: len(ids) // SAMPLE + 1]
        lost = 0
        for batch in batches(wanted):
            rows = self.collection.get(batch, include=["embeddings"])
            if suspect:
                lost += self._not_found(rows["embeddings"])
        # Up to one in a hundred is no damage: the search of the index is approximate.
        if lost > len(ids) // 100:
            raise StoreDamaged(f"{lost} of {len(ids)} vectors do not find themselves")

    def _not_found(self, vectors: Any) -> int:
        """Number of vectors whose nearest neighbour in the index is not the vector itself."""
        results = self.collection.query(query_embeddings=vectors, n_results=1)
        count = 0
        for distances in results["distances"]:
            if not distances or distances[0] > SAME:
                count += 1
        return count

    def _start_over(self, damage: Exception) -> None:
        """Rebuild the store from the documents. Raises `NoRoom` instead when the disk is full."""
        from chromadb.errors import ChromaError

        assert isinstance(self.store, Store)
        size = len(self.passages)
        asked = f"to write the {size} passages of"
        self.store.check_room(asked, size, damage)
        message = f"the index {self.where} is damaged ({damage}) and is built anew"
        warnings.warn(message, stacklevel=5)
        self._mark_unfinished()
        try:
            self.collection = self.store.begin_again()
            self._bring_up_to_date(suspect=False)
        except ChromaError as error:
            self.store.check_room(asked, size, error)
            raise
