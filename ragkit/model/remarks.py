"""Remarks on a reply: what was done to get it, such as waiting, for the notes of the trace.

The door (`door.py`) makes them, deep inside a chat model; the meter takes them when the call ends.
Both work in the thread that makes the call, and share nothing else.
"""

from __future__ import annotations

from threading import local


class _Here(local):
    def __init__(self) -> None:
        self.remarks: list[str] = []


_here = _Here()


def remark(text: str) -> None:
    """Add a remark on the reply that this thread is waiting for."""
    _here.remarks.append(text)


def take_remarks() -> list[str]:
    """The remarks of this thread; the next call begins without any.

    >>> remark("waited"), take_remarks(), take_remarks()
    (None, ['waited'], [])
    """
    found, _here.remarks = _here.remarks, []
    return found
