"""A file of vectors: a table in NumPy's own format (`.npy`), written row by row to its end.

A row has the id of a passage and its vector. A complete table is never changed, so any number of
processes may read it without a lock. What was written of one that is incomplete can be read too.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ragkit.disk.room import free_bytes, is_disk_full, no_room

RESERVE = 4_000_000
"""Bytes that stay free when a table is begun."""
LETTERS = 16
"""Number of bytes of an id: that of the kit's own passages. A longer id makes all rows longer."""


class BadTable(ValueError):
    """A file is not the table that it should be."""


def row(ids: Sequence[str], dimensions: int) -> np.dtype[np.void]:
    """The type of a row that is wide enough for each of these ids.

    >>> row(["owl"], 384).itemsize   # bytes: 16 + 4 * 384
    1552
    """
    lengths = [len(id.encode()) for id in ids]
    longest = max([LETTERS, *lengths])
    # Vectors begin at a multiple of four bytes, so they need not be copied to be multiplied.
    width = longest + -longest % 4
    id = ("id", f"S{width}")
    vector = ("vector", "<f4", (dimensions,))
    return np.dtype([id, vector])


def read(file: Path) -> tuple[np.ndarray, bool]:
    """The rows that a table has, mapped into memory, and whether it is complete.

    Raises `BadTable`, and `OSError` for a file that cannot be opened.
    """
    try:
        with file.open("rb") as opened:
            np.lib.format.read_magic(opened)
            shape, _, kind = np.lib.format.read_array_header_1_0(opened)
            start = opened.tell()
        if kind.names != ("id", "vector") or kind.hasobject:
            raise ValueError("it has other columns than id and vector")
        there = (file.stat().st_size - start) // kind.itemsize
        rows = np.memmap(file, kind, "r", start, (min(there, *shape),))
    except (ValueError, TypeError) as error:
        raise BadTable(f"{file.name}: {error}") from error
    return rows, len(rows) == shape[0]


class Table:
    """A table that is being written."""

    def __init__(self, file: Path, ids: Sequence[str], dimensions: int) -> None:
        """Begin the table that will have these ids. Raises `NoRoom`, or another `OSError`."""
        self.file = file
        self.ids = ids
        self.type = row(ids, dimensions)
        self.written = 0
        need = RESERVE + len(ids) * self.type.itemsize
        if free_bytes(file.parent) < need:
            raise no_room(f"to write {len(ids)} vectors to {file.parent}", file.parent, need)
        with file.open("wb") as opened:
            head = {
                "descr": np.lib.format.dtype_to_descr(self.type),
                "fortran_order": False,
                "shape": (len(ids),),
            }
            np.lib.format.write_array_header_1_0(opened, head)

    def append(self, vectors: np.ndarray) -> None:
        """Append the vectors of the next ids. Raises `NoRoom`, or another `OSError`."""
        end = self.written + len(vectors)
        rows = np.empty(len(vectors), self.type)
        rows["id"] = [id.encode() for id in self.ids[self.written : end]]
        rows["vector"] = vectors
        try:
            with self.file.open("ab") as opened:
                opened.write(rows.tobytes())
        except OSError as error:
            if is_disk_full(error):
                raise no_room(f"to append to {self.file}", self.file.parent, rows.nbytes) from error
            raise
        self.written = end

    def finish(self, name: Path) -> None:
        """Give the table its name, now that it is complete and on disk."""
        with self.file.open("ab") as opened:
            os.fsync(opened.fileno())
        self.file.replace(name)
