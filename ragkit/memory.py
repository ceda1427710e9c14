"""Failure memory: what earlier runs left behind, in a second Chroma store (papers/000, section 4.9, eq. 17).

Left out: the paper lets a model summarise a verified answer. Here the summary is the claims that the evidence
supports, word for word: a model could add one that it does not. And nothing remembered becomes evidence: only
failures are matched, so that a wrong memory costs a detour and never an answer.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import warnings
import weakref
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

import chromadb
import numpy as np
from chromadb.config import Settings as ChromaSettings
from chromadb.errors import ChromaError
from filelock import FileLock, Timeout

from ragkit.dense import HNSW, Embed, StoreBusy
from ragkit.state import Claim, Memory, Mode

FAILURES: list[Mode] = ["not in the corpus", "unsupported"]
QUERY = "query"
"""Stands in the place of a mode for what a failed run searched for."""
MATCHES = 5
LONGEST = 2_000
"""Characters kept of a question, a query or a summary."""
VERIFIED_BELOW = 0.5  # h, below which an answer is remembered (section 4.7, step 3)


class FailureMemory:
    """What earlier runs left behind: questions that failed and how, and the verified claims of answers.

    Write with `failed` and `verified`; look up with `match` and `tried`; see and remove with `entries`, `export`,
    `forget`, `clear` and `len()`. A question has one entry: how it last ended. Threads may share a memory,
    processes may not.
    """

    def __init__(self, folder: Path, embed: Embed, corpus: str = "") -> None:
        """Open the memory in `folder`, or begin one. Raises `StoreBusy` while another process has it open.

        `corpus` identifies the documents. When they change, what failed may succeed: entries of another corpus stay
        listed but are not matched.
        """
        self.folder, self.embed, self.corpus = folder, embed, corpus
        folder.mkdir(parents=True, exist_ok=True)
        self._turn = Lock()
        self._held = ExitStack()
        self._let_go = weakref.finalize(self, self._held.close)  # at the latest when this process ends
        self._claim()
        self._store = max(folder.glob("memory-*"), default=folder / "memory-000")
        try:
            self._open()
        except (ChromaError, ValueError) as damage:  # the latter when tables are missing
            self._start_over(damage)

    def match(self, question: str, above: float = 0.85) -> list[Memory]:
        """Failures of questions like this one, best first, at most five: cosine similarity > `above` (eq. 17)."""
        return self._nearest(question, FAILURES, above)

    def tried(self, query: str, above: float = 0.9) -> bool:
        """Whether a failed run searched for a query like this one: cosine similarity > `above` (eq. 7)."""
        return bool(self._nearest(query, [QUERY], above))

    def failed(self, question: str, mode: Mode, queries: Sequence[str] = ()) -> None:
        """Remember a failed question and what was searched for, itself by default. Queries of old failures stay."""
        if mode not in FAILURES:
            raise ValueError(f"{mode!r} is no failure; failures are {', '.join(FAILURES)}")
        texts = {_id(question): question} | {_id(question, query): query for query in queries or [question]}
        self._use(lambda collection: self._write(collection, texts, mode))

    def verified(self, question: str, claims: Sequence[Claim], risk: float) -> None:
        """Remember the claims with support 1, and that the question no longer fails; without such a claim, nothing.

        `risk` is the answer's hallucination risk in [0, 1] (eq. 15). Raises `ValueError` unless it is low enough.
        """
        if not 0 <= risk < VERIFIED_BELOW:
            raise ValueError(f"an answer is verified when its risk is below {VERIFIED_BELOW}, and this one's is {risk}")
        summary = _clean(" ".join(claim.text for claim in claims if claim.support == 1))
        if summary:
            self.forget(_id(question))
            self._use(lambda collection: self._write(collection, {_id(question): question}, "verified", summary))

    def entries(self) -> list[Memory]:
        """Everything remembered, oldest first; entries of other corpora too."""
        return [memory for memory, _ in self._listed()]

    def export(self, file: Path) -> int:
        """Write the entries as JSON Lines, all or none, and return how many; `current`: of the present corpus."""
        rows = [asdict(memory) | {"current": corpus == self.corpus} for memory, corpus in self._listed()]
        part = file.with_name(f"{file.name}.part")
        part.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        part.replace(file)
        return len(rows)

    def forget(self, id: str) -> None:
        """Remove an entry and its queries. Chroma's log keeps the text on disk; `clear` removes that too."""
        self._use(lambda collection: collection.delete(where={"of": id}))

    def clear(self) -> None:
        """Remove everything from the disk, stores that were set aside as damaged too."""
        self._use(lambda _: self._begin())
        for old in self.folder.glob("memory-*"):
            if old != self._store:
                shutil.rmtree(old, ignore_errors=True)

    def close(self) -> None:
        """Let another process open the memory."""
        with self._turn:
            self._let_go()

    def __len__(self) -> int:
        return len(self._listed())

    def __bool__(self) -> bool:
        """True when empty too: `if kit.memory` asks whether there is a memory, and `len` would say no."""
        return True

    def _write(self, collection: Any, texts: dict[str, str], mode: Mode, summary: str = "") -> None:
        """Store a question, which comes first, and what was searched for; the same id again replaces."""
        of, cleaned = next(iter(texts)), [_clean(text) for text in texts.values()]
        shared = {"of": of, "summary": summary, "corpus": self.corpus, "at": datetime.now(UTC).timestamp()}
        facts = [shared | {"mode": mode if id == of else QUERY} for id in texts]
        collection.upsert(list(texts), embeddings=self.embed(cleaned), documents=cleaned, metadatas=facts)

    def _nearest(self, text: str, modes: Sequence[str], above: float) -> list[Memory]:
        where = {"$and": [{"mode": {"$in": list(modes)}}, {"corpus": self.corpus}]}
        found = self._use(lambda stored: stored.query(self.embed([_clean(text)]), n_results=MATCHES, where=where))
        similar = 1 - np.clip(found["distances"][0], 0, 2)
        rows = zip(found["ids"][0], found["documents"][0], found["metadatas"][0], similar, strict=True)
        return [_memory(*row) for row in rows if row[3] > above]

    def _listed(self) -> list[tuple[Memory, str]]:
        found = self._use(lambda collection: collection.get(where={"mode": {"$ne": QUERY}}))
        rows = zip(found["ids"], found["documents"], found["metadatas"], strict=True)
        return [(_memory(*row), row[2]["corpus"]) for row in sorted(rows, key=lambda row: row[2]["at"])]

    def _use(self, work: Callable[[Any], Any]) -> Any:
        """Do something with the collection, one thread at a time; with a new one when this one turns out damaged."""
        with self._turn:
            if not self._let_go.alive:
                raise RuntimeError(f"the failure memory {self.folder} was closed; open the kit again")
            try:
                return work(self.collection)
            except ChromaError as damage:
                self._start_over(damage)
                return work(self.collection)

    def _claim(self) -> None:
        lock = FileLock(self.folder / "lock", timeout=0, is_singleton=True, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            raise StoreBusy(f"{self.folder} is open in another process: end that, or set RAGKIT_MEMORIES") from None
        self._held.callback(lock.release)

    def _open(self) -> None:
        client: Any = chromadb.PersistentClient(str(self._store), ChromaSettings(anonymized_telemetry=False))
        self._held.callback(client.close)
        # No embedding function: Chroma's default one would try to download a model.
        options: Any = {"configuration": {"hnsw": HNSW}, "embedding_function": None}
        self.collection = client.get_or_create_collection("memories", **options)
        vectors = self.collection.get(limit=1, include=["embeddings"])["embeddings"]
        if len(vectors):
            self.collection.query(query_embeddings=vectors, n_results=1)  # fails when the index is lost

    def _start_over(self, damage: Exception) -> None:
        """Leave the damaged store to whoever wants to look, and go on with an empty one: no answer hangs on it."""
        warnings.warn(f"the failure memory {self._store} is damaged ({damage}) and a new one begins", stacklevel=4)
        self._begin()

    def _begin(self) -> None:
        self._store = self.folder / f"memory-{int(self._store.name[-3:]) + 1:03}"  # the old one may be in use
        self._open()


def _clean(text: str) -> str:
    """The first characters of a text, on one line: whatever does not print, a lone surrogate too, is a space."""
    printed = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(printed.split())[:LONGEST]


def _id(*texts: str) -> str:
    return hashlib.sha256("\0".join(_clean(text).casefold() for text in texts).encode()).hexdigest()[:16]


def _memory(id: str, text: str, facts: dict[str, Any], similarity: float = 1.0) -> Memory:
    when = datetime.fromtimestamp(facts["at"], UTC).isoformat(timespec="seconds")
    return Memory(id, text, facts["mode"], facts["summary"], when, float(similarity))
