"""An index of words: which texts contain a word, and how much each counts (adaptive, eq. 9).

rank-bm25 is the readable default. For many passages bm25s replaces it: its ranking is the same, and
it is much faster (`benchmarks/sparse.py`). Such an index is kept in a folder and mapped into memory
at the next start, so that the words of all passages are not found again.
"""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import bm25s
import numpy as np
from rank_bm25 import BM25Okapi

from ragkit.state import Passage

Scores = Callable[[list[str]], np.ndarray]
"""A function from a query's words to one score per text."""
ROWS = "rows.npy"
"""The file that has the text of each passage."""
STEM = "words"
"""How the names of folders with an index begin."""
VERSION = 1
"""Part of those names; raise it when words are found in another way."""


@dataclass(frozen=True)
class WordIndex:
    """The words of some texts. Passages that are copies of each other may share a text."""

    score: Scores
    holders: Callable[[str], int]
    """For a word, the number of texts that contain it."""
    texts: int
    rows: np.ndarray
    """For each passage, the number of its text."""


def in_memory(texts: Sequence[list[str]], rows: np.ndarray, k1: float, b: float) -> WordIndex:
    """An index by rank-bm25, of the words of each text."""
    holders: Counter[str] = Counter()
    for words in texts:
        holders.update(set(words))
    if not holders:
        return WordIndex(lambda _query: np.zeros(len(texts)), lambda _word: 0, len(texts), rows)
    # With `epsilon` 0, a word found in most passages counts 0 instead of less.
    index = BM25Okapi(texts, k1=k1, b=b, epsilon=0)
    return WordIndex(index.get_scores, holders.__getitem__, len(texts), rows)


def by_bm25s(texts: Sequence[list[str]], k1: float, b: float) -> bm25s.BM25:
    """The same index by bm25s; some text has to have a word."""
    # Robertson's idf and ATIRE's term frequency are rank-bm25's formula.
    index = bm25s.BM25(method="atire", idf_method="robertson", k1=k1, b=b)
    index.index(texts, show_progress=False)
    return index


def of_bm25s(index: bm25s.BM25, rows: np.ndarray) -> WordIndex:
    """The index that bm25s made, or mapped into memory."""
    texts = int(index.scores["num_docs"])
    ends = index.scores["indptr"]

    def score(query: list[str]) -> np.ndarray:
        # bm25s fails on a query without words.
        if not query:
            return np.zeros(texts)
        return np.asarray(index.get_scores(query))

    def holders(word: str) -> int:
        number = index.vocab_dict.get(word)
        if number is None or number + 1 >= len(ends):
            return 0
        return int(ends[number + 1] - ends[number])

    return WordIndex(score, holders, texts, rows)


def name_of(passages: Sequence[Passage], *parameters: object) -> str:
    """The name of the folder of an index of these passages, made with these parameters."""
    ids = "\n".join(passage.id for passage in passages)
    digest = hashlib.sha256(repr((VERSION, ids, parameters)).encode())
    return f"{STEM}-{digest.hexdigest()[:16]}"


def load(folder: Path) -> WordIndex | None:
    """The index in a folder, mapped into memory; None if there is none that can be read."""
    try:
        index = bm25s.BM25.load(folder, mmap=True, show_progress=False)
        rows = np.load(folder / ROWS, mmap_mode="r")
        # A file that is cut short is found here, and not by a question.
        complete = index.scores["indptr"][-1] == len(index.scores["data"])
    except (OSError, ValueError, KeyError, IndexError, EOFError):
        return None
    return of_bm25s(index, rows) if complete else None


def save(index: bm25s.BM25, rows: np.ndarray, folder: Path) -> None:
    """Write an index to a folder, whole or not at all, in the place of those before it.

    Where it cannot be written, the next start makes it again.
    """
    with suppress(OSError), TemporaryDirectory(dir=folder.parent, prefix=".") as made:
        part = Path(made) / folder.name
        index.save(part, show_progress=False)
        np.save(part / ROWS, rows)
        for before in folder.parent.glob(f"{STEM}-*"):
            shutil.rmtree(before, ignore_errors=True)
        part.rename(folder)
