"""A cache of texts on disk: one SQLite file, which several threads and processes may share.

A cache is a convenience. What cannot be read is a miss, and what cannot be written is not kept; a
warning in the log says so once. A cache in a read-only folder is read. Only texts are stored, and
they come back as texts, so a cache that was copied from a stranger runs no code of his.

Every operation opens the file anew, which takes a fraction of a millisecond. So it makes no
difference when the file is damaged, replaced or removed in between, or the process forked. Left
out: entries that expire.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ragkit.disk.room import free_bytes, is_disk_full, megabytes
from ragkit.text.one_line import first_line

log = logging.getLogger(__name__)

NAME = "texts.db"
MOST_BYTES = 2**30
"""Size of the texts above which the oldest are deleted."""
AT_ONCE = 10
"""Number of texts that are deleted at a time."""
BROKEN = (sqlite3.Error, OSError)
"""The errors of a damaged, locked, read-only or full folder."""
READ = "can be read"
KEPT = "can be kept"
TABLE = "CREATE TABLE IF NOT EXISTS texts (key TEXT PRIMARY KEY, text TEXT NOT NULL)"
DELETE_OLDEST = "DELETE FROM texts WHERE rowid IN (SELECT rowid FROM texts ORDER BY rowid LIMIT ?)"


class TextCache:
    """Texts by key, in a folder."""

    def __init__(self, folder: Path, what: str, most_bytes: int = MOST_BYTES) -> None:
        """`what` is the noun for the texts in warnings, such as "replies"."""
        self.folder = folder
        self.file = folder / NAME
        self.what = what
        self.most_bytes = most_bytes
        self._said: set[str] = set()

    def get(self, key: str) -> str | None:
        """The text of a key; None when there is none, or when it cannot be read."""
        try:
            # A file in which nothing was stored yet has no table.
            if not self.file.exists() or not self.file.stat().st_size:
                return None
            rows = self._read("SELECT text FROM texts WHERE key = ?", key)
        except BROKEN as error:
            self._warn(READ, error)
            return None
        text = rows[0][0] if rows else None
        # SQLite keeps a value of any type in any column.
        return text if isinstance(text, str) else None

    def set(self, key: str, text: str) -> None:
        """Store a text, if that is possible."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._opened() as database:
                database.execute("BEGIN IMMEDIATE")
                database.execute(TABLE)
                database.execute("INSERT OR REPLACE INTO texts VALUES (?, ?)", (key, text))
                if _used_bytes(database) > self.most_bytes:
                    database.execute(DELETE_OLDEST, (AT_ONCE,))
                database.execute("COMMIT")
            # The next full disk is worth another warning.
            self._said.discard(KEPT)
        except (*BROKEN, UnicodeEncodeError) as error:
            self._warn(KEPT, error)

    def keys(self) -> list[str]:
        """The keys of all texts, in the order in which they were stored. Raises `sqlite3.Error`."""
        if not self.file.exists():
            return []
        return [key for (key,) in self._read("SELECT key FROM texts ORDER BY rowid")]

    def clear(self) -> None:
        """Delete every text. Raises `OSError`."""
        self.file.unlink(missing_ok=True)

    def _read(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises `sqlite3.Error`."""
        try:
            with self._opened(for_reading=True) as database:
                return database.execute(query, values).fetchall()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
        # A writer was killed, and who only reads may not undo what it left half done.
        with self._opened() as database:
            return database.execute(query, values).fetchall()

    @contextmanager
    def _opened(self, for_reading: bool = False) -> Iterator[sqlite3.Connection]:
        mode = "ro" if for_reading else "rwc"
        address = f"{self.file.absolute().as_uri()}?mode={mode}"
        # Transactions begin where they are written, and a file's views and triggers may do little.
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as database:
            database.execute("PRAGMA trusted_schema = OFF")
            yield database

    def _warn(self, could_not: str, error: Exception) -> None:
        """Log why no text can be read or kept, once for each of the two."""
        # Another process is writing.
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            return
        if could_not in self._said:
            return
        self._said.add(could_not)
        cause = first_line(error)
        advice = "make that folder usable, or delete it"
        if is_disk_full(error):
            cause = f"the disk is full, {megabytes(free_bytes(self.folder))} free"
            advice = "make room there, and they are kept again"
        log.warning("no %s %s: %s: %s; %s", self.what, could_not, self.folder, cause, advice)


def _used_bytes(database: sqlite3.Connection) -> int:
    """The size of what is in the file, without the pages that are free."""
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    (free,) = database.execute("PRAGMA freelist_count").fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    used: int = (pages - free) * size
    return used
