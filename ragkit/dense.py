"""Dense retrieval: passages as vectors in Chroma, nearest by cosine similarity (papers/000, eq. 8).

The store is brought up to date by id: only passages that are new are embedded. It may be killed or damaged at any
moment. A start looks whether the index still holds its vectors (after one that did not finish: all of them, and that
they are found); a store that fails is built anew, with a warning. Only time is lost: it all comes from the documents.
"""

from __future__ import annotations

import os
import shutil
import warnings
import weakref
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import chromadb
import numpy as np
from chromadb.config import Settings as ChromaSettings
from chromadb.errors import ChromaError
from filelock import FileLock, Timeout
from tqdm.auto import tqdm

from ragkit.state import Passage

Embed = Callable[[Sequence[str]], np.ndarray]
"""Texts to unit vectors, an array of shape (texts, dimensions)."""

BATCH = 64
SAMPLE = 200
"""Vectors that a start looks for when the last one finished."""
HNSW = {"space": "cosine", "ef_construction": 400, "max_neighbors": 64}
"""A denser graph than Chroma's own, in which one vector in a thousand cannot be found; embedding takes the time."""


class StoreBusy(RuntimeError):
    """Another process has this store open; a second writer would corrupt it without any error."""


class StoreDamaged(RuntimeError):
    """The store's files do not hold what was written."""


class Dense:
    """The vectors of a corpus, on disk."""

    def __init__(self, folder: Path, passages: Sequence[Passage], embed: Embed, quiet: bool = False) -> None:
        """Open the store in `folder`, create it when there is none, and bring it up to date with `passages`."""
        self.folder, self.embed, self.quiet = folder, embed, quiet
        self.passages = {passage.id: passage for passage in passages}
        folder.mkdir(parents=True, exist_ok=True)
        self._held = ExitStack()
        self._let_go = weakref.finalize(self, self._held.close)  # at the latest when this process ends
        self._claim()
        self._unfinished = folder / "unfinished"  # there while a start is writing, and after it was killed
        store = max(folder.glob("chroma-*"), default=folder / "chroma-000")
        try:
            self._open(store, suspect=self._unfinished.exists())
        except (ChromaError, StoreDamaged) as damage:
            self._start_over(store, damage)

    def search(self, query: str, k: int) -> list[Passage]:
        """The `k` passages nearest to the query, best first; scores are cosine similarities in [-1, 1]."""
        if not self._let_go.alive:
            raise RuntimeError(f"the index {self.folder} was closed; open the kit again")
        found = self.collection.query(query_embeddings=self.embed([query]), n_results=min(k, len(self.passages)))
        hits = zip(found["ids"][0], 1 - np.clip(found["distances"][0], 0, 2))
        # Another kit of this process may have changed the store since.
        return [replace(self.passages[id], score=float(score)) for id, score in hits if id in self.passages]

    def close(self) -> None:
        """Let another process open the store."""
        self._let_go()

    def _claim(self) -> None:
        lock = FileLock(self.folder / "lock", timeout=0, is_singleton=True, thread_local=False)
        owner = self.folder / "owner"
        try:
            lock.acquire()
        except Timeout:
            pid = owner.read_text() if owner.exists() else "unknown"
            raise StoreBusy(
                f"the index {self.folder} is open in process {pid}, and two writers would corrupt it. "
                "Shut that notebook's kernel down, or set RAGKIT_INDEXES to another folder."
            ) from None
        self._held.callback(lock.release)
        owner.write_text(str(os.getpid()))

    def _open(self, store: Path, suspect: bool) -> None:
        try:
            client: Any = chromadb.PersistentClient(str(store), ChromaSettings(anonymized_telemetry=False))
        except ValueError as error:  # so Chroma says that its tables are missing
            raise StoreDamaged(str(error)) from error
        self._held.callback(client.close)
        # No embedding function: Chroma's default one would try to download a model.
        self.collection = client.get_or_create_collection(
            "passages", configuration={"hnsw": HNSW}, embedding_function=None
        )
        self._bring_up_to_date()
        self._check(list(self.passages), suspect)
        self._unfinished.unlink(missing_ok=True)

    def _bring_up_to_date(self) -> None:
        stored = set(self.collection.get(include=[])["ids"])
        new = [passage for passage in self.passages.values() if passage.id not in stored]
        gone = sorted(stored - set(self.passages))
        if new or gone:
            self._unfinished.touch()
            self._add(new)
            self._delete(gone)

    def _add(self, passages: Sequence[Passage]) -> None:
        starts = range(0, len(passages), BATCH)
        for i in tqdm(starts, desc="embedding", unit=f"x{BATCH} passages", disable=self.quiet, leave=False, delay=1):
            batch = passages[i : i + BATCH]
            self.collection.add([p.id for p in batch], embeddings=self.embed([p.searchable for p in batch]))

    def _delete(self, ids: Sequence[str]) -> None:
        for i in range(0, len(ids), BATCH):
            self.collection.delete(ids[i : i + BATCH])

    def _check(self, ids: Sequence[str], suspect: bool) -> None:
        """Get a sample of the vectors, which fails for one that the index lost; if suspect, search for each of them."""
        looked_for = ids if suspect else ids[:: len(ids) // SAMPLE + 1]
        lost = 0
        for i in range(0, len(looked_for), BATCH):
            vectors = self.collection.get(looked_for[i : i + BATCH], include=["embeddings"])["embeddings"]
            if suspect:
                found = self.collection.query(query_embeddings=vectors, n_results=1)["distances"]
                lost += sum(not nearest or nearest[0] > 1e-3 for nearest in found)
        if lost > len(ids) // 100:  # fewer are the index's own misses: its search is approximate
            raise StoreDamaged(f"{lost} of {len(ids)} vectors do not find themselves")

    def _start_over(self, store: Path, damage: Exception) -> None:
        """Build the store anew beside the damaged one, whose files this process may still hold, and remove that."""
        warnings.warn(f"the index {self.folder} is damaged ({damage}) and is built anew", stacklevel=4)
        self._unfinished.touch()
        self._open(store.with_name(f"chroma-{int(store.name[-3:]) + 1:03}"), suspect=False)
        for old in self.folder.glob("chroma-*"):
            if old <= store:
                shutil.rmtree(old, ignore_errors=True)


class SentenceEmbedder:
    """The sentence-transformers model in a folder, loaded at first use: its import alone takes some seconds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def model(self) -> Any:
        """The model, in memory."""
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # a bar for the third of a second that loading takes
        return SentenceTransformer(str(self.folder), local_files_only=True)

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """Unit vectors, an array of shape (texts, dimensions)."""
        return np.asarray(self.model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False))
