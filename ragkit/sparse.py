"""Sparse retrieval: BM25 over stemmed words (papers/000, eq. 9).

The tokeniser matters more than the formula: `benchmarks/retrieval.py` measures what lower case, stop words and
stemming are worth. rank-bm25 is the readable default; above some thousand passages bm25s ranks the same and answers
far sooner (`benchmarks/sparse.py`).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import bm25s
import numpy as np
import snowballstemmer
from bm25s.stopwords import STOPWORDS_EN
from rank_bm25 import BM25Okapi

from ragkit.state import Passage

Scores = Callable[[list[str]], np.ndarray]
"""A query's words to one score a passage."""

WORD = re.compile(r"\w+")
_STEMMER = snowballstemmer.stemmer("english")
_STOP = frozenset(STOPWORDS_EN)


def words(text: str) -> list[str]:
    """A text's stemmed words in lower case, stop words left out.

    >>> words("The edges of Dijkstra's graphs are relaxed.")
    ['edg', 'dijkstra', 's', 'graph', 'relax']
    """
    return [_stem(word) for word in WORD.findall(text.lower()) if word not in _STOP]


@cache
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word))


class Sparse:
    """The words of a corpus, in memory; built anew at every start."""

    def __init__(
        self, passages: Sequence[Passage], k1: float = 1.5, b: float = 0.75, bm25s_above: int = 5_000,
        tokenise: Callable[[str], list[str]] = words,
    ) -> None:  # fmt: skip
        """Index passages. `k1` damps repeated words, `b` corrects for length, `tokenise` says what a word is."""
        self.passages, self.tokenise = list(passages), tokenise
        corpus = [tokenise(passage.searchable) for passage in passages]
        self.holders = Counter(word for one in corpus for word in set(one))
        if not any(corpus):
            self.score = lambda _query: np.zeros(len(corpus))
        else:
            self.score = (_bm25s if len(corpus) > bm25s_above else _rank_bm25)(corpus, k1, b)

    def search(self, query: str, k: int) -> list[Passage]:
        """The `k` passages with the highest BM25 score, best first; those that share no telling word are left out."""
        scores = self.score(self.tokenise(query))
        best = np.argsort(-scores, kind="stable")[:k]
        return [replace(self.passages[i], score=float(scores[i])) for i in best if scores[i] > 0]

    def rarity(self, word: str) -> float:
        """How telling a stemmed word is: BM25's inverse document frequency, which is above 0 for every word."""
        held = self.holders[word]
        return math.log1p((len(self.passages) - held + 0.5) / (held + 0.5))


def _rank_bm25(corpus: list[list[str]], k1: float, b: float) -> Scores:
    index = BM25Okapi(corpus, k1=k1, b=b, epsilon=0)  # a word in most passages counts nothing, not less than nothing
    return index.get_scores


def _bm25s(corpus: list[list[str]], k1: float, b: float) -> Scores:
    # Robertson's idf and ATIRE's term frequency are rank-bm25's formula.
    index = bm25s.BM25(method="atire", idf_method="robertson", k1=k1, b=b)
    index.index(corpus, show_progress=False)
    return lambda query: index.get_scores(query) if query else np.zeros(len(corpus))
