"""One Chroma collection on disk, open in one process at a time.

Dense search and the failure memory both use it. A folder contains numbered stores, `chroma-000`,
`chroma-001` and so on, of which the last one is current. When a store is damaged, a new one is
created beside it, because this process may still have the files of the old one open. Left out: what
a store contains, what its owner does about damage, and collections on a server (`server.py`).
"""

from __future__ import annotations

import os
import shutil
import weakref
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings as ChromaSettings
from chromadb.errors import ChromaError
from filelock import FileLock, Timeout

HNSW = {"space": "cosine", "ef_construction": 400, "max_neighbors": 64}
"""Parameters of the index: a denser graph than Chroma's default.

In the default one, about one vector in a thousand cannot be found. The denser graph costs little
time, because most of the time is spent on embedding.
"""


class StoreBusy(RuntimeError):
    """Another process has this store open; a second writer would corrupt it without an error."""


class StoreDamaged(RuntimeError):
    """The store's files do not contain what was written."""


class Store:
    """A collection of vectors in a folder.

    When another process has the folder open, the error message begins with `what` and ends with
    `remedy`.
    """

    def __init__(self, folder: Path, collection: str, stem: str, what: str, remedy: str) -> None:
        """Lock the folder, and create it if it does not exist. Raises `StoreBusy`."""
        self.folder = folder
        self.name = collection
        self.stem = stem
        self.what = what
        self.remedy = remedy
        folder.mkdir(parents=True, exist_ok=True)
        self._resources = ExitStack()
        # The resources are released when this process ends, at the latest.
        self._release = weakref.finalize(self, self._resources.close)
        self._lock()
        first = folder / f"{stem}-000"
        self.path = max(folder.glob(f"{stem}-*"), default=first)

    @property
    def closed(self) -> bool:
        """Whether the store was closed, so that another process may have it open by now."""
        return not self._release.alive

    def open(self) -> Any:
        """The collection of the current store, created if it does not exist.

        Raises `StoreDamaged`.
        """
        try:
            client = _client(self.path)
            self._resources.callback(client.close)
            # No embedding function: Chroma's default one would try to download a model.
            return client.get_or_create_collection(
                self.name,
                configuration={"hnsw": HNSW},
                embedding_function=None,
            )
        # Chroma raises `ValueError` when tables are missing.
        except (ChromaError, ValueError) as error:
            raise StoreDamaged(str(error)) from error

    def begin_again(self) -> Any:
        """The empty collection of a new store, which is current from now on. The old ones stay."""
        current = int(self.path.name[-3:])
        name = f"{self.stem}-{current + 1:03}"
        self.path = self.folder / name
        return self.open()

    def remove_old(self) -> None:
        """Remove every store but the current one."""
        for store in self.folder.glob(f"{self.stem}-*"):
            if store != self.path:
                shutil.rmtree(store, ignore_errors=True)

    def close(self) -> None:
        """Let another process open the store."""
        self._release()

    def _lock(self) -> None:
        lock = FileLock(self.folder / "lock", timeout=0, is_singleton=True, thread_local=False)
        owner = self.folder / "owner"
        try:
            lock.acquire()
        except Timeout:
            pid = owner.read_text() if owner.exists() else "unknown"
            raise StoreBusy(
                f"{self.what} {self.folder} is open in process {pid}, and two writers would "
                f"corrupt it. {self.remedy}"
            ) from None
        self._resources.callback(lock.release)
        owner.write_text(str(os.getpid()))


def _client(path: Path) -> Any:
    """Chroma in this process."""
    settings = ChromaSettings(anonymized_telemetry=False)
    place = str(path)
    return chromadb.PersistentClient(place, settings)
