"""A full disk, which is not damage.

What is stored stays readable, and writing succeeds again once there is room. So nothing is deleted,
set aside or rebuilt because a disk is full. The error says how much room is needed. Left out: how
Chroma says that its disk is full (`stores/store.py`).
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from pathlib import Path

FULL = (errno.ENOSPC, errno.EDQUOT)
"""Numbers of the errors of a full disk, and of a user's share of it that is used up."""
NOT_WRITTEN = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
)
"""SQLite's codes of a write that the system refused: a share that is used up has the second."""
READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)
"""Numbers of the errors of a folder that must not be written to."""


class NoRoom(OSError):
    """The disk, or the user's share of it, is full. Nothing was deleted, set aside or rebuilt.

    Once there is room, the same process can try again.
    """

    def __str__(self) -> str:
        return str(self.strerror)


def is_disk_full(error: BaseException | None) -> bool:
    """Whether an error, or the one that caused it, says that the disk is full.

    >>> full = OSError(errno.ENOSPC, "No space left on device")
    >>> is_disk_full(full), is_disk_full(OSError("else"))
    (True, False)
    """
    if error is None:
        return False
    if isinstance(error, OSError) and error.errno in FULL:
        return True
    # An error that SQLite did not raise itself has no code.
    code = getattr(error, "sqlite_errorcode", None)
    if code in NOT_WRITTEN:
        return True
    return is_disk_full(error.__cause__)


def is_read_only(error: OSError) -> bool:
    """Whether an error says that a file or folder must not be written to.

    >>> is_read_only(OSError(errno.EROFS, "Read-only file system"))
    True
    """
    return error.errno in READ_ONLY


def no_room(asked: str, place: Path, need: int) -> NoRoom:
    """The error of a full disk.

    `asked` is what could not be done, such as "to save a run", `place` is the folder, and `need` is
    the number of bytes that must be free for it.
    """
    free = free_bytes(place)
    message = (
        f"asked {asked}, got a full disk: {megabytes(free)} free at {place}, and "
        f"{megabytes(need)} are needed; make room there and try again; what was there is as it was"
    )
    return NoRoom(errno.ENOSPC, message)


def free_bytes(place: Path) -> int:
    """Number of bytes that this user may still write at a path, which need not exist."""
    existing = place.absolute()
    while not existing.exists():
        existing = existing.parent
    return shutil.disk_usage(existing).free


def megabytes(size: int) -> str:
    """A number of bytes in megabytes, rounded up to a tenth.

    >>> megabytes(0), megabytes(1), megabytes(12_340_000)
    ('0.0 MB', '0.1 MB', '12.4 MB')
    """
    tenths = -(-size // 100_000)
    return f"{tenths / 10:.1f} MB"
