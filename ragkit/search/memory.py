"""Failure memory: how earlier runs ended, in a second Chroma store (adaptive, section 4.9, eq. 17).

Left out: the paper lets a model summarise a verified answer. Here the summary consists of the
claims that the evidence supports, word for word, because a model could add one that it does not
support. Nothing remembered becomes evidence either: only failures are matched, so a wrong memory
can cost time but cannot change an answer's evidence.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from ragkit.disk.whole import write_whole
from ragkit.state import Claim, Memory, Mode
from ragkit.stores import Embed
from ragkit.stores.store import Store, StoreDamaged

FAILURES: list[Mode] = ["not in the corpus", "unsupported"]
"""The modes of failed runs."""
QUERY = "query"
"""The mode stored for a query of a failed run."""
MATCH_ABOVE = 0.85
"""Cosine above which an earlier failure is like a question (adaptive, eq. 17)."""
REPEAT_ABOVE = 0.9
"""Cosine above which a query was tried before (adaptive, eq. 7)."""
MATCHES = 5
"""Maximum number of memories that match a question or query."""
LONGEST = 2_000
"""Number of characters kept of a question, a query or a summary."""
VERIFIED_BELOW = 0.5
"""The risk h below which an answer is remembered (adaptive, section 4.7, step 3)."""


class FailureMemory:
    """The memory of earlier runs: which questions failed and how, and verified claims of answers.

    Write with `failed` and `verified`; look up with `match` and `tried`; list and remove with
    `entries`, `export`, `forget`, `clear` and `len()`. Each question has one entry, for its last
    run. Threads may share a memory, processes may not. While the disk is full, what writes raises
    `NoRoom`, and the entries stay.
    """

    def __init__(self, folder: Path, embed: Embed, corpus: str = "") -> None:
        """Open or create the memory in `folder`.

        `corpus` identifies the documents. When they change, a question that failed may succeed, so
        entries of another corpus stay listed but are not matched. Raises `StoreBusy` while another
        process has the memory open, and `NoRoom` when the disk is full.
        """
        self.folder = folder
        self.embed = embed
        self.corpus = corpus
        self._turn = Lock()
        remedy = "End that one, or set RAGKIT_MEMORIES to another folder."
        self.store = Store(folder, "memories", "memory", "the failure memory", remedy)
        try:
            self._open()
        except BaseException:
            self.store.close()
            raise

    def match(self, question: str, above: float = MATCH_ABOVE) -> list[Memory]:
        """Failures of similar questions, most similar first, at most `MATCHES` of them.

        A question is similar when its cosine similarity is > `above` (adaptive, eq. 17).
        """
        return self._nearest(question, FAILURES, above)

    def tried(self, query: str, above: float = REPEAT_ABOVE) -> bool:
        """Whether a failed run used a similar query.

        A query is similar when its cosine similarity is > `above` (adaptive, eq. 7).
        """
        similar = self._nearest(query, [QUERY], above)
        return bool(similar)

    def failed(self, question: str, mode: Mode, queries: Sequence[str] = ()) -> None:
        """Remember a failed question and its queries, by default the question itself.

        Queries of its earlier failures are kept.
        """
        if mode not in FAILURES:
            raise ValueError(f"{mode!r} is no failure; failures are {', '.join(FAILURES)}")
        texts = {_id(question): question}
        for query in queries or [question]:
            texts[_id(question, query)] = query
        self._use(lambda collection: self._write(collection, texts, mode))

    def verified(self, question: str, claims: Sequence[Claim], risk: float) -> None:
        """Remember the claims with support 1, in place of the question's failures.

        Without such a claim nothing changes. `risk` is the answer's hallucination risk in [0, 1]
        (adaptive, eq. 15). Raises `ValueError` unless it is below `VERIFIED_BELOW`.
        """
        if not 0 <= risk < VERIFIED_BELOW:
            raise ValueError(
                f"an answer is verified when its risk is below {VERIFIED_BELOW}, "
                f"and this one's is {risk}"
            )
        supported = [claim.text for claim in claims if claim.support == 1]
        summary = _clean(" ".join(supported))
        if not summary:
            return
        id = _id(question)
        texts = {id: question}
        queries = {"$and": [{"of": id}, {"mode": QUERY}]}

        def replace(collection: Any) -> None:
            # Written first, so that a write that fails leaves the failure as it was.
            self._write(collection, texts, "verified", summary)
            collection.delete(where=queries)

        self._use(replace)

    def entries(self) -> list[Memory]:
        """All entries, oldest first, including those of other corpora."""
        return [memory for memory, _ in self._listed()]

    def export(self, file: Path) -> int:
        """Write the entries as JSON Lines, all or none, and return how many there are.

        `current` says whether an entry is of the present corpus.
        """
        lines = []
        for memory, corpus in self._listed():
            row = asdict(memory) | {"current": corpus == self.corpus}
            lines.append(json.dumps(row, ensure_ascii=False) + "\n")
        write_whole(file, "".join(lines).encode())
        return len(lines)

    def forget(self, id: str) -> None:
        """Remove an entry and its queries.

        Their text stays on disk, in Chroma's log, until `clear` removes that too.
        """
        of_question = {"of": id}
        self._use(lambda collection: collection.delete(where=of_question))

    def clear(self) -> None:
        """Remove everything from the disk, including damaged stores that were set aside."""
        self._use(lambda _: self._begin())
        self.store.remove_old()

    def close(self) -> None:
        """Let another process open the memory."""
        with self._turn:
            self.store.close()

    def __len__(self) -> int:
        return len(self._listed())

    def __bool__(self) -> bool:
        """True, also for an empty memory.

        `if kit.memory` asks whether there is a memory; by its length, an empty one would be false.
        """
        return True

    def _open(self) -> None:
        # Chroma takes a second to import.
        from chromadb.errors import ChromaError

        try:
            self.collection = self.store.open()
            self._check()
        except (ChromaError, StoreDamaged) as damage:
            self._start_over(damage)

    def _write(self, collection: Any, texts: dict[str, str], mode: Mode, summary: str = "") -> None:
        """Store a question, the first of the texts, and its queries.

        `texts` are by id; an entry with the same id is replaced.
        """
        self.store.check_room("to write to", len(texts))
        ids = list(texts)
        question = ids[0]
        documents = [_clean(text) for text in texts.values()]
        shared = {
            "of": question,
            "summary": summary,
            "corpus": self.corpus,
            "at": datetime.now(UTC).timestamp(),
        }
        metadatas = []
        for id in ids:
            kind = mode if id == question else QUERY
            metadatas.append({**shared, "mode": kind})
        vectors = self.embed(documents)
        collection.upsert(ids, embeddings=vectors, documents=documents, metadatas=metadatas)

    def _nearest(self, text: str, modes: Sequence[str], above: float) -> list[Memory]:
        """Entries of these modes similar to a text, most similar first."""
        of_modes = {"mode": {"$in": list(modes)}}
        of_corpus = {"corpus": self.corpus}
        where = {"$and": [of_modes, of_corpus]}

        def query(collection: Any) -> Any:
            vector = self.embed([_clean(text)])
            return collection.query(vector, n_results=MATCHES, where=where)

        # Chroma returns a list for each vector, and there is one vector.
        results = self._use(query)
        ids = results["ids"][0]
        documents = results["documents"][0]
        metadatas = results["metadatas"][0]
        similarities = 1 - np.clip(results["distances"][0], 0, 2)
        memories = []
        for row in zip(ids, documents, metadatas, similarities, strict=True):
            similarity = row[-1]
            if similarity > above:
                memories.append(_memory(*row))
        return memories

    def _listed(self) -> list[tuple[Memory, str]]:
        """All entries with their corpora, oldest first."""
        no_query = {"mode": {"$ne": QUERY}}
        results = self._use(lambda collection: collection.get(where=no_query))
        columns = results["ids"], results["documents"], results["metadatas"]
        rows = sorted(zip(*columns, strict=True), key=lambda row: row[2]["at"])
        entries = []
        for id, document, metadata in rows:
            memory = _memory(id, document, metadata)
            entries.append((memory, metadata["corpus"]))
        return entries

    def _use(self, work: Callable[[Any], Any]) -> Any:
        """Do some work with the collection, one thread at a time.

        When the collection turns out to be damaged, the work is repeated with a new one.
        """
        from chromadb.errors import ChromaError

        with self._turn:
            if self.store.closed:
                message = f"the failure memory {self.folder} was closed; open the kit again"
                raise RuntimeError(message)
            try:
                return work(self.collection)
            except ChromaError as damage:
                self._start_over(damage)
            try:
                return work(self.collection)
            except ChromaError as damage:
                raise StoreDamaged(str(damage)) from damage

    def _check(self) -> None:
        """Search once, which fails when the index is lost."""
        rows = self.collection.get(limit=1, include=["embeddings"])
        vectors = rows["embeddings"]
        if len(vectors):
            self.collection.query(query_embeddings=vectors, n_results=1)

    def _start_over(self, damage: Exception) -> None:
        """Go on with an empty store. The damaged one stays on disk.

        Nothing is repaired, because no answer depends on the memory. Raises `NoRoom` instead when
        the disk is full.
        """
        self.store.check_room("to write to", 0, damage)
        message = f"the failure memory {self.store.path} is damaged ({damage}) and a new one begins"
        warnings.warn(message, stacklevel=5)
        self._begin()

    def _begin(self) -> None:
        self.collection = self.store.begin_again()


def _clean(text: str) -> str:
    """The beginning of a text, on one line; characters that do not print become spaces."""
    characters = [char if char.isprintable() else " " for char in text]
    words = "".join(characters).split()
    return " ".join(words)[:LONGEST]


def _id(*texts: str) -> str:
    cleaned = [_clean(text).casefold() for text in texts]
    joined = "\0".join(cleaned)
    return hashlib.sha256(joined.encode()).hexdigest()[:16]


def _memory(id: str, text: str, metadata: dict[str, Any], similarity: float = 1.0) -> Memory:
    at = datetime.fromtimestamp(metadata["at"], UTC)
    return Memory(
        id,
        text,
        metadata["mode"],
        metadata["summary"],
        at.isoformat(timespec="seconds"),
        float(similarity),
    )
