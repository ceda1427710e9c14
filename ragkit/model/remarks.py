"""Remarks on a reply: what was done to get it, such as waiting, for the notes of the trace.

The door (`door.py`) makes them, deep inside a chat model; the meter takes them when the call ends.
Both work in the thread that makes the call, and share nothing else.
"""

from __future__ import annotations

from threading import local

_here = local()


def remark(text: str) -> None:
    """Add a remark on the reply that this thread is waiting for."""
    _here.remarks = [*remarks(), text]


def remarks() -> list[str]:
    """The remarks that this thread has made and that were not taken yet.

    >>> remark("waited"), take_remarks(), remarks()
    (None, ['waited'], [])
    """
    found: list[str] = getattr(_here, "remarks", [])
    return found


def take_remarks() -> list[str]:
    """The remarks of this thread; the next call begins without any."""
    found = remarks()
    _here.remarks = []
    return found
