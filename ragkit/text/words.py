"""The words of a text in one form: lower case, stemmed, without stop words.

Search, the checks of claims and the critics all compare words in this form.
"""

from __future__ import annotations

import re
from functools import cache

import snowballstemmer
from bm25s.stopwords import STOPWORDS_EN

WORD = re.compile(r"\w+")
_STEMMER = snowballstemmer.stemmer("english")
_STOP = frozenset(STOPWORDS_EN)


def words(text: str) -> list[str]:
    """A text's stemmed words in lower case, without stop words.

    >>> words("The edges of Dijkstra's graphs are relaxed.")
    ['edg', 'dijkstra', 's', 'graph', 'relax']
    """
    stems = []
    for word in WORD.findall(text.lower()):
        if word not in _STOP:
            stems.append(_stem(word))
    return stems


@cache
def _stem(word: str) -> str:
    stem = _STEMMER.stemWord(word)
    return str(stem)
