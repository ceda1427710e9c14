"""How many seconds each part of an ingest took: reading, embedding, storing, finding words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

Item = TypeVar("Item")


@dataclass
class Seconds:
    """The seconds of each part; where workers do it, those that were spent on waiting for them.

    >>> print(Seconds(read=1.5, embed=20.25))
    read 1.5 s, embedded 20.2 s, stored 0.0 s, words 0.0 s
    """

    read: float = 0.0
    embed: float = 0.0
    store: float = 0.0
    words: float = 0.0

    def __str__(self) -> str:
        read = f"read {self.read:.1f} s"
        embedded = f"embedded {self.embed:.1f} s"
        stored = f"stored {self.store:.1f} s"
        words = f"words {self.words:.1f} s"
        return ", ".join([read, embedded, stored, words])

    @property
    def total(self) -> float:
        parts = vars(self)
        return sum(parts.values())

    @contextmanager
    def of(self, part: str) -> Iterator[None]:
        """Count what is done meanwhile to a part."""
        begin = perf_counter()
        try:
            yield
        finally:
            self._add(part, perf_counter() - begin)

    def waiting(self, part: str, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items, and count the time until each is there to a part."""
        begin = perf_counter()
        for item in items:
            self._add(part, perf_counter() - begin)
            yield item
            begin = perf_counter()

    def _add(self, part: str, seconds: float) -> None:
        before = getattr(self, part)
        setattr(self, part, before + seconds)
