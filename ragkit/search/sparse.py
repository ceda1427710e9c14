"""Sparse retrieval: BM25 over stemmed words (adaptive, eq. 9).

The tokeniser matters more than the formula: `benchmarks/retrieval.py` measures what lower case,
stop words and stemming contribute. rank-bm25 is the readable default. Above some thousand passages
bm25s replaces it: its ranking is the same, and it is much faster (`benchmarks/sparse.py`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import bm25s
import numpy as np
from rank_bm25 import BM25Okapi

from ragkit.documents.tiers import is_in
from ragkit.state import Passage
from ragkit.text.words import words

Scores = Callable[[list[str]], np.ndarray]
"""A function from a query's words to one score per passage."""


class Sparse:
    """The words of a corpus, in memory; the index is rebuilt at every start."""

    def __init__(
        self,
        passages: Sequence[Passage],
        k1: float = 1.5,
        b: float = 0.75,
        bm25s_above: int = 5_000,
        tokenise: Callable[[str], list[str]] = words,
        copies_once: bool = False,
    ) -> None:
        """Index passages.

        `k1` limits the effect of repeated words, `b` corrects for length, and `tokenise` splits a
        text into words. With `copies_once`, twelve copies of a text do not make its words common.
        """
        self.passages = list(passages)
        self.tokenise = tokenise
        corpus = [tokenise(passage.searchable) for passage in self.passages]
        self._rows = list(range(len(corpus)))
        if copies_once:
            corpus = self._different(corpus)
        self._texts = len(corpus)
        # For each word, the number of different texts that contain it.
        self.holders: Counter[str] = Counter()
        for passage_words in corpus:
            self.holders.update(set(passage_words))
        self.score: Scores
        if not any(corpus):
            self.score = lambda _query: np.zeros(len(corpus))
        elif len(corpus) > bm25s_above:
            self.score = _bm25s(corpus, k1, b)
        else:
            self.score = _rank_bm25(corpus, k1, b)

    def search(self, query: str, k: int, folder: str = "") -> list[Passage]:
        """The `k` passages with the highest BM25 score, best first; with a folder, of it.

        Passages with score 0 are left out: they share no word with the query, or only words found
        in most passages.
        """
        scores = self.score(self.tokenise(query))[self._rows]
        hits: list[Passage] = []
        for index in np.argsort(-scores, kind="stable"):
            passage, score = self.passages[index], float(scores[index])
            if len(hits) == k or score <= 0:
                break
            if is_in(passage.source, folder):
                hits.append(replace(passage, score=score))
        return hits

    def _different(self, corpus: Sequence[list[str]]) -> list[list[str]]:
        """The words of each text, without copies; `_rows` says which text a passage has."""
        rows: dict[tuple[str, ...], int] = {}
        for number, text in enumerate(corpus):
            key = tuple(text)
            self._rows[number] = rows.setdefault(key, len(rows))
        return list(map(list, rows))

    def rarity(self, word: str) -> float:
        """How rare a stemmed word is: its inverse document frequency, which is always above 0."""
        return rarity(self.holders[word], self._texts)


def rarity(holders: int, texts: int) -> float:
    """The inverse document frequency of a word that `holders` of so many texts contain.

    It is always above 0 (bm25).

    >>> round(rarity(1, 100), 2), round(rarity(100, 100), 2)   # log(1 + 99.5 / 1.5)
    (4.21, 0.0)
    """
    others = texts - holders
    return math.log1p((others + 0.5) / (holders + 0.5))


def _rank_bm25(corpus: list[list[str]], k1: float, b: float) -> Scores:
    # With `epsilon` 0, a word found in most passages counts 0 instead of less.
    index = BM25Okapi(corpus, k1=k1, b=b, epsilon=0)
    return index.get_scores


def _bm25s(corpus: list[list[str]], k1: float, b: float) -> Scores:
    # Robertson's idf and ATIRE's term frequency are rank-bm25's formula.
    index = bm25s.BM25(method="atire", idf_method="robertson", k1=k1, b=b)
    index.index(corpus, show_progress=False)

    def score(query: list[str]) -> np.ndarray:
        # bm25s fails on a query without words.
        if not query:
            return np.zeros(len(corpus))
        return index.get_scores(query)

    return score
