"""Sparse retrieval: BM25 over stemmed words (adaptive, eq. 9).

The tokeniser matters more than the formula: `benchmarks/retrieval.py` measures what lower case,
stop words and stemming contribute. The formula is in `word_index.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from tqdm.auto import tqdm

from ragkit.documents.tiers import is_in
from ragkit.search.word_index import (
    WordIndex,
    by_bm25s,
    in_memory,
    load,
    name_of,
    of_bm25s,
    save,
)
from ragkit.state import Passage
from ragkit.text.words import words


class Sparse:
    """The words of a corpus."""

    def __init__(
        self,
        passages: Sequence[Passage],
        k1: float = 1.5,
        b: float = 0.75,
        bm25s_above: int = 5_000,
        tokenise: Callable[[str], list[str]] = words,
        copies_once: bool = False,
        folder: Path | None = None,
        quiet: bool = True,
    ) -> None:
        """Index passages.

        `k1` limits the effect of repeated words, `b` corrects for length, and `tokenise` splits a
        text into words. With `copies_once`, twelve copies of a text do not make its words common.
        Above `bm25s_above` passages the index is kept in `folder`, where one is named.
        """
        self.passages = list(passages)
        self.tokenise = tokenise
        self.copies_once = copies_once
        self.quiet = quiet
        if len(self.passages) <= bm25s_above:
            self.index = in_memory(*self._texts(), k1, b)
            return
        kept = None if folder is None else folder / name_of(self.passages, k1, b, copies_once)
        self.index = (load(kept) if kept else None) or self._large(k1, b, kept)

    def _large(self, k1: float, b: float, kept: Path | None) -> WordIndex:
        """The index by bm25s, which is kept in a folder."""
        texts, rows = self._texts()
        if not any(texts):
            return in_memory(texts, rows, k1, b)
        made = by_bm25s(texts, k1, b)
        if kept is not None:
            save(made, rows, kept)
        return of_bm25s(made, rows)

    def _texts(self) -> tuple[list[list[str]], np.ndarray]:
        """The words of each text, and the text of each passage: copies may have one."""
        bar = tqdm(self.passages, desc="words", disable=self.quiet, leave=False, delay=1)
        found = [self.tokenise(passage.searchable) for passage in bar]
        if not self.copies_once:
            return found, np.arange(len(found))
        numbers: dict[tuple[str, ...], int] = {}
        rows = [numbers.setdefault(tuple(text), len(numbers)) for text in found]
        return list(map(list, numbers)), np.array(rows, int)

    def search(self, query: str, k: int, folder: str = "") -> list[Passage]:
        """The `k` passages with the highest BM25 score, best first; with a folder, of it.

        Passages with score 0 are left out: they share no word with the query, or only words found
        in most passages.
        """
        scores = self.index.score(self.tokenise(query))[self.index.rows]
        hits: list[Passage] = []
        for index in np.argsort(-scores, kind="stable"):
            passage, score = self.passages[index], float(scores[index])
            if len(hits) == k or score <= 0:
                break
            if is_in(passage.source, folder):
                hits.append(replace(passage, score=score))
        return hits

    def rarity(self, word: str) -> float:
        """How rare a stemmed word is: its inverse document frequency, which is always above 0."""
        return rarity(self.index.holders(word), self.index.texts)


def rarity(holders: int, texts: int) -> float:
    """The inverse document frequency of a word that `holders` of so many texts contain.

    It is always above 0 (bm25).

    >>> round(rarity(1, 100), 2), round(rarity(100, 100), 2)   # log(1 + 99.5 / 1.5)
    (4.21, 0.0)
    """
    others = texts - holders
    return math.log1p((others + 0.5) / (holders + 0.5))
