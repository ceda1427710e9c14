"""One Chroma collection on disk, open in one process at a time.

Dense search and the failure memory both use it. A folder contains numbered stores, `chroma-000`,
`chroma-001` and so on, of which the last one is current. When a store is damaged, a new one is
created beside it, because this process may still have the files of the old one open. A full disk is
no damage: it raises `NoRoom`, and the store stays as it is. Of a folder that must not be written
to, a copy in a temporary folder is used. So it is of one that another process has open, if its
owner allows it and nothing is being written. Left out: what a store contains, what its owner does
about damage, and collections on a server (`server.py`).

Chroma takes a second to import, so this room imports it where it is used: most kits do not.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import warnings
import weakref
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from ragkit.disk.room import NoRoom, free_bytes, is_disk_full, is_read_only, no_room
from ragkit.stores.holder import holder

HNSW = {"space": "cosine", "ef_construction": 400, "max_neighbors": 64}
"""Parameters of the index: a denser graph than Chroma's default.

In the default one, about one vector in a thousand cannot be found. The denser graph costs little
time, because most of the time is spent on embedding.
"""

RESERVE = 4_000_000
"""Bytes that stay free when a store is written to.

Chroma needs some for its journal. A write that fails midway may leave files behind that do not fit
together, so it is not begun where it might.
"""
PER_VECTOR = 6_000
"""Bytes on disk that a vector of 384 numbers takes, rounded up.

It is stored in the log and in the index, with its neighbours and what belongs to it.
"""
FULL = re.compile(r"\(code: (13|778|4874)\)|os error (28|122)\b|No space left|quota exceeded", re.I)
"""What Chroma's errors contain when the disk, or the user's share of it, is full.

The codes are SQLite's: a full disk, and writes that the system refused.
"""


class StoreBusy(RuntimeError):
    """Another process has this store open; a second writer would corrupt it without an error."""


class CopyUsed(UserWarning):
    """A copy of a store is used, and what is added to it is lost."""


class StoreDamaged(RuntimeError):
    """The store's files do not contain what was written."""


class Store:
    """A collection of vectors in a folder.

    When another process has the folder open, the error message begins with `what` and ends with
    `remedy`.
    """

    def __init__(
        self,
        folder: Path,
        collection: str,
        stem: str,
        what: str,
        remedy: str,
        unfinished: str = "",
    ) -> None:
        """Lock the folder, and create it if it does not exist. Raises `StoreBusy` and `NoRoom`.

        `folder` is then the one that is used: a copy, if the one that was asked for must not be
        written to, or another process has it open. The latter only where `unfinished` names the
        file that is there while the store is being written, and it is not there.
        """
        self.folder = folder
        self.name = collection
        self.stem = stem
        self.what = what
        self.remedy = remedy
        self._unfinished = unfinished
        self._resources = ExitStack()
        # The resources are released when this process ends, at the latest.
        self._release = weakref.finalize(self, self._resources.close)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock()
        except OSError as error:
            if is_disk_full(error):
                raise self._no_room("to open", RESERVE) from error
            if not is_read_only(error):
                raise
            self._copy("must not be written to")
        except StoreBusy:
            if not self._may_be_copied():
                raise
            self._copy(f"is open in {self._holder()}")
        first = self.folder / f"{stem}-000"
        self.path = max(self.folder.glob(f"{stem}-*"), default=first)

    @property
    def closed(self) -> bool:
        """Whether the store was closed, so that another process may have it open by now."""
        return not self._release.alive

    def open(self) -> Any:
        """The collection of the current store, created if it does not exist.

        Raises `StoreDamaged`, and `NoRoom` when the disk is full.
        """
        from chromadb.errors import ChromaError

        if not self.path.exists():
            self.check_room("to begin", 0)
        try:
            client = _client(self.path)
            self._resources.callback(client.close)
            return self._collection(client)
        # Chroma raises `ValueError` when tables are missing.
        except (ChromaError, ValueError) as error:
            self.check_room("to open", 0, error)
            raise StoreDamaged(str(error)) from error

    def begin_again(self) -> Any:
        """The empty collection of a new store, which is current from now on. The old ones stay."""
        before = self.path
        current = int(before.name[-3:])
        self.path = self.folder / f"{self.stem}-{current + 1:03}"
        try:
            return self.open()
        except (StoreDamaged, NoRoom):
            # An empty store that did not begin would hide the one before it.
            shutil.rmtree(self.path, ignore_errors=True)
            self.path = before
            raise

    def remove_old(self) -> None:
        for store in self.folder.glob(f"{self.stem}-*"):
            if store != self.path:
                shutil.rmtree(store, ignore_errors=True)

    def check_room(self, asked: str, vectors: int, error: Exception | None = None) -> None:
        """Raise `NoRoom` if there is no room for so many more vectors.

        `asked` is a verb, such as "to add to". An `error` that says that the disk is full counts
        for more than the free bytes, because a user's share of a disk may be smaller.
        """
        need = vectors * PER_VECTOR + RESERVE
        if _says_full(error) or free_bytes(self.folder) < need:
            raise self._no_room(asked, need) from error

    def close(self) -> None:
        """Let another process open the store."""
        self._release()

    def _lock(self) -> None:
        lock = FileLock(self.folder / "lock", timeout=0, is_singleton=True, thread_local=False)
        owner = self.folder / "owner"
        try:
            lock.acquire()
        except Timeout:
            place = f"{self.what} {self.folder} is open in {self._holder()}"
            message = f"{place}, and two writers would corrupt it. {self.remedy}"
            raise StoreBusy(message) from None
        self._resources.callback(lock.release)
        # It is only for a message.
        with suppress(OSError):
            owner.write_text(str(os.getpid()))

    def _holder(self) -> str:
        """The process that has the folder open, in words."""
        owner = self.folder / "owner"
        return holder(owner.read_text() if owner.exists() else "")

    def _may_be_copied(self) -> bool:
        """Whether a store that is open elsewhere is whole, so that a copy of it is, too."""
        if not self._unfinished or (self.folder / self._unfinished).exists():
            return False
        return any(self.folder.glob(f"{self.stem}-*"))

    def _no_room(self, asked: str, need: int) -> NoRoom:
        return no_room(f"{asked} {self.what}", self.folder, need)

    def _copy(self, why: str) -> None:
        """Go on in a temporary folder, with a copy of what is in the folder."""
        message = (
            f"{self.what} {self.folder} {why}, so a copy of it is used; "
            "what is added is lost when the kit is closed"
        )
        warnings.warn(message, CopyUsed, stacklevel=5)
        temporary = tempfile.TemporaryDirectory(prefix="ragkit-", ignore_cleanup_errors=True)
        self._resources.callback(temporary.cleanup)
        copy = Path(temporary.name)
        # An index may have a memory beside it, which is a store of its own.
        for store in self.folder.glob(f"{self.stem}-*"):
            _copy_files(store, copy / store.name)
        self.folder = copy

    def _collection(self, client: Any) -> Any:
        from chromadb.errors import NotFoundError

        # No embedding function: Chroma's default one would try to download a model.
        try:
            return client.get_collection(self.name, embedding_function=None)
        except NotFoundError:
            return client.create_collection(
                self.name,
                configuration={"hnsw": HNSW},
                embedding_function=None,
            )


def _client(path: Path) -> Any:
    """Chroma in this process."""
    import chromadb
    from chromadb.api.shared_system_client import SharedSystemClient
    from chromadb.config import Settings as ChromaSettings

    settings = ChromaSettings(anonymized_telemetry=False)
    place = str(path)
    try:
        return chromadb.PersistentClient(place, settings)
    except Exception:
        # Chroma keeps a system that could not start, and would give it to the next client.
        if place not in SharedSystemClient._identifier_to_refcount:
            SharedSystemClient._identifier_to_system.pop(place, None)
        raise


def _copy_files(original: Path, copy: Path) -> None:
    """Copy the files below a folder, but not their permissions. Raises `NoRoom`."""
    files = [file for file in original.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    if free_bytes(copy) < size:
        raise no_room(f"to copy {original}", copy.parent, size)
    for file in files:
        place = copy / file.relative_to(original)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)


def _says_full(error: BaseException | None) -> bool:
    """Whether an error of Chroma's, or of the system's, says that the disk is full."""
    if error is None:
        return False
    if is_disk_full(error) or FULL.search(str(error)):
        return True
    return _says_full(error.__cause__)
