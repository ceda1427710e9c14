"""The vectors of a corpus in one file, each of which is compared with a query.

So every nearest neighbour is found, and there is no index that could be damaged. The file is named
by the passages that it has, and is never changed: when documents change, the next one is written
from its rows, and only new passages are embedded. Many processes may read it while one writes the
next. `docs/scaling.md` compares it with the other stores.
"""

from __future__ import annotations

import hashlib
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from itertools import count
from pathlib import Path

import numpy as np
from filelock import FileLock, Timeout

from ragkit.disk.room import is_read_only
from ragkit.state import Passage
from ragkit.stores.store import CopyUsed
from ragkit.stores.table import BadTable, Table, read
from ragkit.stores.vectors import Embed, EmbedAll, batches, embedded

DIGITS = 6
"""Number of decimals of a similarity that are compared."""
STEM = "vectors"
"""How the names of tables begin."""
SAMPLE = 200
"""Number of ids checked at the start, about."""
SAME = 0.01
"""How far the squared length of a vector may be from 1 for it to be used again."""


class ExactVectors:
    """The vectors of passages in a file."""

    def __init__(
        self,
        folder: Path,
        passages: Sequence[Passage],
        embed: Embed,
        quiet: bool = False,
        embed_all: EmbedAll | None = None,
    ) -> None:
        """Open the file of these passages in `folder`, or write it.

        `embed` embeds a query, and passages too where there is no `embed_all`.
        While another process writes there, this one waits. Of a folder that must not be written to
        and has no such file, a temporary one is used. Raises `NoRoom` when the disk is full.
        """
        self.folder = folder
        self.embed = embed
        self.embed_all = embed_all or partial(map, embed)
        self.quiet = quiet
        self.closed = False
        self.passages = {passage.id: passage for passage in passages}
        self.ids = list(self.passages)
        name = f"{STEM}-{_fingerprint(self.ids)}.npy"
        self.file = folder / name
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._table = self._opened()

    @property
    def where(self) -> str:
        """The place of the vectors, for messages."""
        return str(self.folder)

    @cached_property
    def _rows(self) -> dict[str, int]:
        """The row of each passage."""
        return {id: number for number, id in enumerate(self.ids)}

    def nearest(
        self, vector: np.ndarray, k: int, only: Sequence[str] | None
    ) -> list[tuple[str, float]]:
        """The ids of the `k` nearest vectors; of equally near ones those that come first."""
        # A query of 64-bit numbers would copy the whole table into such numbers.
        query = np.asarray(vector, np.float32)
        # Equal vectors may differ in the last digits, depending on where in the file they are.
        similarities = np.round(self._table["vector"] @ query, DIGITS)
        if only is not None:
            kept = [self._rows[id] for id in only if id in self._rows]
            outside = np.ones(len(similarities), bool)
            outside[kept] = False
            similarities[outside] = -np.inf
            k = min(k, len(kept))
        best = highest(similarities, k)
        return [(self.ids[number], float(np.clip(similarities[number], -1, 1))) for number in best]

    def vectors(self, ids: Sequence[str]) -> np.ndarray:
        """The stored vectors of some passages, in the order of their ids."""
        numbers = [self._rows[id] for id in ids]
        return np.array(self._table["vector"][numbers])

    def close(self) -> None:
        """Let go of the file."""
        self.closed = True
        self._table = self._table[:0].copy()
        if self._temporary is not None:
            self._temporary.cleanup()

    def _opened(self) -> np.ndarray:
        """The table, which is written if it is not there, or not sound."""
        if self.file.exists():
            with suppress(BadTable, FileNotFoundError):
                return self._sound()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with _alone(self.folder):
                return self._written()
        except OSError as error:
            if not is_read_only(error):
                raise
        warnings.warn(
            f"{self.folder} must not be written to, so the vectors are in a temporary folder, "
            "and are lost when the kit is closed",
            CopyUsed,
            stacklevel=5,
        )
        before = self.folder
        self._temporary = tempfile.TemporaryDirectory(prefix="ragkit-index-")
        self.folder = Path(self._temporary.name)
        self.file = self.folder / self.file.name
        return self._written(before)

    def _sound(self) -> np.ndarray:
        """The table, after a look at a sample of its ids. Raises `BadTable`."""
        table, is_complete = read(self.file)
        step = len(self.ids) // SAMPLE + 1
        expected = [id.encode() for id in self.ids[::step]]
        if not is_complete or table["id"][::step].tolist() != expected:
            raise BadTable(f"{self.file.name} has other passages than its name says")
        return table

    def _written(self, before: Path | None = None) -> np.ndarray:
        """The table, written from the rows of the tables before it and from new vectors."""
        if self.file.exists():
            # Another process has written it meanwhile, or it is damaged.
            try:
                return self._sound()
            except BadTable as damage:
                message = f"the index {self.where} is damaged ({damage}) and is built anew"
                warnings.warn(message, stacklevel=6)
        known = _known(before or self.folder)
        part = _new_name(self.file)
        try:
            self._write(part, known)
        except _OtherDimensions:
            message = f"the index {self.where} has vectors of another length and is built anew"
            warnings.warn(message, stacklevel=6)
            self._write(part, {})
        for other in self.folder.glob(f"{STEM}-*"):
            if other != self.file:
                # One that is open stays, where the system does not let go of it.
                with suppress(OSError):
                    other.unlink()
        return self._sound()

    def _write(self, part: Path, known: dict[str, tuple[np.ndarray, int]]) -> None:
        """Write the table row by row, in the order of the corpus."""
        new = [passage for passage in self.passages.values() if passage.id not in known]
        added = self._embedded(new)
        table: Table | None = None
        for group in batches(self.ids):
            vectors = [_vector(known[id]) if id in known else next(added) for id in group]
            if len({len(vector) for vector in vectors}) > 1:
                raise _OtherDimensions
            table = table or Table(part, self.ids, len(vectors[0]))
            table.append(np.array(vectors))
        if table is not None:
            table.finish(self.file)

    def _embedded(self, passages: Sequence[Passage]) -> Iterator[np.ndarray]:
        """Yield the vector of each passage, with a progress bar."""
        groups = batches(passages)
        for _, vectors in embedded(groups, len(groups), self.embed_all, self.quiet):
            yield from vectors


class _OtherDimensions(Exception):
    """The rows of an earlier table are of another embedding model."""


def highest(values: np.ndarray, k: int) -> np.ndarray:
    """The positions of the `k` highest values, highest first; of equal ones the first.

    >>> highest(np.array([0.2, 0.9, 0.2, 0.5]), 3).tolist()
    [1, 3, 0]
    """
    if k < len(values):
        least = np.partition(values, -k)[-k] if k else np.inf
        candidates = np.flatnonzero(values >= least)
    else:
        candidates = np.arange(len(values))
    order = np.argsort(-values[candidates], kind="stable")
    return candidates[order][:k]


def _fingerprint(ids: Sequence[str]) -> str:
    digest = hashlib.sha256("\n".join(ids).encode())
    return digest.hexdigest()[:16]


def _known(folder: Path) -> dict[str, tuple[np.ndarray, int]]:
    """The rows of all tables of a folder, also of those that a killed process left unfinished."""
    found: dict[str, tuple[np.ndarray, int]] = {}
    for file in sorted(folder.glob(f"{STEM}-*")):
        try:
            table, _ = read(file)
        except (BadTable, OSError):
            continue
        # Without a copy of the table, which may be larger than the memory.
        squares = np.einsum("ij,ij->i", table["vector"], table["vector"])
        for number in np.flatnonzero(np.abs(squares - 1) < SAME):
            id = table["id"][number].decode(errors="replace")
            found[id] = (table, int(number))
    return found


def _vector(place: tuple[np.ndarray, int]) -> np.ndarray:
    table, number = place
    vector: np.ndarray = table["vector"][number]
    return vector


def _new_name(file: Path) -> Path:
    """A name for a table that is not finished, which no file has."""
    for number in count():
        name = file.with_name(f"{file.name}.part-{number:03}")
        if not name.exists():
            return name
    raise AssertionError("there is always another number")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Write in a folder while no other process does; who waits for one is told."""
    lock = FileLock(folder / f"{STEM}.lock")
    try:
        lock.acquire(timeout=1)
    except Timeout:
        warnings.warn(f"another process writes the index in {folder}; waiting for it", stacklevel=7)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
