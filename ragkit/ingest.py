"""Read and embed documents on Dask workers (`RAGKIT_DASK`): this process gives and takes, in order.

A worker needs the documents at the same path and the model file of its own. It returns passages and
vectors, and this process alone writes the caches and the index. So what was written is not done
again, whatever is killed. Left out: sweeps (`evaluate/experiments/workers.py`).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import numpy as np

from ragkit.cluster import ClusterFailed, dask, fetched
from ragkit.documents.corpus import Found, ReadAll, fingerprint, pieces_of
from ragkit.documents.document import Unreadable
from ragkit.opening import embedder_folder, token_counter
from ragkit.search.embedder import SentenceEmbedder
from ragkit.settings import Mark, Settings
from ragkit.stores import Embed, EmbedAll

Item = TypeVar("Item")
Made = TypeVar("Made")
AHEAD = 64
"""Number of files or batches that workers may be ahead, so that not all results are in memory."""
KEPT = "the files that were read and the batches that were embedded"
ONE = Lock()
"""Held at work: a worker may have several threads, and they share tokeniser and model."""


@dataclass(frozen=True)
class Workers:
    """Who reads files and embeds batches of texts; None for this process."""

    read: ReadAll | None = None
    embed: EmbedAll | None = None


@contextmanager
def workers(settings: Settings) -> Iterator[Workers]:
    """The workers that the settings ask for, opened when there is something to do.

    Raises `ClusterFailed`.
    """
    if not settings.dask:
        yield Workers()
        return
    own = {name: getattr(settings, name) for name in Settings.marked(Mark.INDEX)}
    with ExitStack() as opened:

        @cache
        def client() -> Any:
            cores = os.cpu_count() or 1
            return opened.enter_context(dask(settings.dask, cores, KEPT))

        def read(root: Path, asked: Iterable[tuple[Path, str]]) -> Iterator[Found]:
            there = ((path.absolute(), key) for path, key in asked)
            do = partial(read_there, own, root.absolute())
            return in_order(client, do, there)

        def embed(batches: Iterable[Sequence[str]]) -> Iterator[np.ndarray]:
            do = partial(embed_there, settings.embedder)
            return in_order(client, do, batches)

        yield Workers(read, embed)


def in_order(
    client: Callable[[], Any], function: Callable[[Item], Made], items: Iterable[Item]
) -> Iterator[Made]:
    """Yield what a function makes of each item, in order and never more than `AHEAD` in advance.

    Raises `ClusterFailed`.
    """
    given: deque[Any] = deque()
    for item in items:
        given.append(client().submit(function, item, pure=False))
        if len(given) > AHEAD:
            yield fetched(given.popleft(), KEPT)
    while given:
        yield fetched(given.popleft(), KEPT)


def read_there(own: dict[str, Any], root: Path, asked: tuple[Path, str]) -> Found:
    """Read a file in a worker. Raises `ClusterFailed` where it is another file there."""
    path, key = asked
    settings = Settings(**own)
    if _fingerprint(path, root, settings) != key:
        raise ClusterFailed(
            f"RAGKIT_DASK: {path} is another file at the worker {_address()}, or its kit is of "
            "another version; make both the same there, and give the same command again"
        )
    with ONE:
        return pieces_of(path, root, settings, counter(settings.embedder))


def embed_there(model: str, texts: Sequence[str]) -> np.ndarray:
    """Embed texts in a worker."""
    with ONE:
        return embedder(model)(texts)


@cache
def counter(model: str) -> Callable[[str], int]:
    """The counter of an embedding model's tokens, made once in a process."""
    return token_counter(_folder(model))


@cache
def embedder(model: str) -> Embed:
    """An embedding model, loaded once in a process."""
    return SentenceEmbedder(_folder(model))


def _folder(model: str) -> Path:
    return embedder_folder(Settings(embedder=model), quiet=True)


def _fingerprint(path: Path, root: Path, settings: Settings) -> str:
    """The fingerprint of a file; empty where it is not there."""
    try:
        return fingerprint(path, root, settings)
    except Unreadable:
        return ""


def _address() -> str:
    from distributed import get_worker

    return str(get_worker().address)
