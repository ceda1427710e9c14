"""What every store of vectors does: in a file, in a Chroma folder, or on a Chroma server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import tee
from typing import Protocol, TypeVar

import numpy as np
from tqdm.auto import tqdm

from ragkit.state import Passage

Embed = Callable[[Sequence[str]], np.ndarray]
"""A function from texts to unit vectors, an array of shape (texts, dimensions)."""
EmbedAll = Callable[[Iterable[Sequence[str]]], Iterable[np.ndarray]]
"""A function from batches of texts to the vectors of each batch, in order and one by one."""
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


def embedded(
    groups: Iterable[Sequence[Passage]], most: int, embed_all: EmbedAll, quiet: bool
) -> Iterator[tuple[Sequence[Passage], np.ndarray]]:
    """Yield the groups of passages with their vectors, one by one.

    A progress bar over `most` groups shows the time left, if it takes longer than a second.
    """
    kept, asked = tee(groups)
    texts = ([passage.searchable for passage in group] for group in asked)
    done = zip(kept, embed_all(texts), strict=True)
    yield from tqdm(
        done,
        total=most,
        desc="embedding",
        unit=f"x{BATCH} passages",
        disable=quiet,
        leave=False,
        delay=1,
    )
