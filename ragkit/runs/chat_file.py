"""The file of chats: one SQLite database, which several kernels may write at the same time.

It is opened anew for each operation, so nothing is lost when another process writes in between, or
this one is killed. It may come from a stranger: what is read from it is text, and no code. What is
deleted is overwritten.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ragkit.disk.room import is_disk_full, no_room
from ragkit.text.one_line import first_line
from ragkit.text.printable import shown_name

OURS = 0x52414743
"""The application id by which a file of chats is known."""
VERSION = 1
PATIENCE = 10.0
"""Seconds for which another program's writing is waited for."""
NEED = 2_000_000
"""Bytes that a turn takes in the file at most, but for very long evidence."""
TABLES = (
    "CREATE TABLE IF NOT EXISTS threads (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, "
    "folder TEXT NOT NULL, fingerprint TEXT NOT NULL, created TEXT NOT NULL, used TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS turns (id TEXT PRIMARY KEY, thread TEXT NOT NULL, "
    "parent TEXT NOT NULL, question TEXT NOT NULL, changed TEXT NOT NULL, state TEXT NOT NULL, "
    "trace TEXT NOT NULL, asked TEXT NOT NULL, digest TEXT NOT NULL)",
    f"PRAGMA application_id = {OURS}",
    f"PRAGMA user_version = {VERSION}",
)


class ChatFileError(ValueError):
    """A chat cannot be read or kept; the message says why and what to do."""


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """The database, in one transaction, which is kept whole or not at all.

    A file that is not there is created, for this user alone. Raises `ChatFileError` and `NoRoom`.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            os.close(os.open(file, os.O_CREAT, 0o600))
        with closing(sqlite3.connect(file, PATIENCE, isolation_level=None)) as database:
            _prepare(database, file)
            database.execute("BEGIN IMMEDIATE")
            with database:
                yield database
    except (sqlite3.Error, OSError) as error:
        raise _explained(error, file) from error


def _prepare(database: sqlite3.Connection, file: Path) -> None:
    """Make the tables in an empty file. Raises `ChatFileError` for a file of something else."""
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA secure_delete = ON")
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (owner,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if owner == OURS and version == VERSION:
        return
    if owner == OURS:
        remedy = "update ragkit, or name another file"
        raise _cannot(file, f"chats of version {version}, where this kit reads {VERSION}", remedy)
    if tables:
        raise _cannot(file, "a database of another program", "name another file")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("BEGIN IMMEDIATE")
    with database:
        for command in TABLES:
            database.execute(command)


def _cannot(file: Path, got: str, remedy: str) -> ChatFileError:
    name = shown_name(str(file))
    return ChatFileError(f"asked to open the chats in {name}, got {got}; {remedy}")


def _explained(error: Exception, file: Path) -> Exception:
    """An error of SQLite or the system in the kit's words."""
    if is_disk_full(error):
        return no_room("to save a turn of a chat", file, NEED)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        got = f"a file that another program has been writing for {PATIENCE:g} s"
        return _cannot(file, got, "ask again when it is done")
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        got = f"a file that is damaged, or no database: {first_line(error)}"
        return _cannot(file, got, "move it away, or name another file")
    remedy = "check that the folder is there and may be written to, or name another file"
    return _cannot(file, first_line(error), remedy)
