"""What every store of vectors does: in a file, in a Chroma folder, or on a Chroma server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from tqdm.auto import tqdm

from ragkit.state import Passage

Embed = Callable[[Sequence[str]], np.ndarray]
"""A function from texts to unit vectors, an array of shape (texts, dimensions)."""
Item = TypeVar("Item")

BATCH = 64
"""Number of passages that are embedded, deleted or checked at a time."""


class VectorStore(Protocol):
    """The vectors of a corpus, by the id of the passage."""

    embed: Embed
    passages: dict[str, Passage]

    @property
    def where(self) -> str:
        """The place of the vectors, for messages."""
        ...

    @property
    def closed(self) -> bool:
        """Whether the store was closed, so that it must not be searched any more."""
        ...

    def nearest(
        self, vector: np.ndarray, k: int, only: Sequence[str] | None
    ) -> list[tuple[str, float]]:
        """The ids of the `k` vectors nearest to a vector, best first, with cosine similarities.

        `only` names the ids among which to search; None is all of them.
        """
        ...

    def vectors(self, ids: Sequence[str]) -> np.ndarray:
        """The vectors of some passages: a row of length one for each."""
        ...

    def close(self) -> None:
        """Let go of the files or the connection."""
        ...


def batches(items: Sequence[Item]) -> list[Sequence[Item]]:
    """The items in groups of `BATCH`, in order."""
    starts = range(0, len(items), BATCH)
    return [items[start : start + BATCH] for start in starts]


def with_bar(groups: Sequence[Sequence[Passage]], quiet: bool) -> Iterable[Sequence[Passage]]:
    """The groups one by one, with a progress bar if that takes longer than a second."""
    return tqdm(
        groups,
        desc="embedding",
        unit=f"x{BATCH} passages",
        disable=quiet,
        leave=False,
        delay=1,
    )
