"""The words of a text in one form: lower case, stemmed, without stop words.

Search, the checks of claims and the critics all compare words in this form. Some scripts have no
spaces between words, and others, such as Korean, join endings to them. Of those each pair of
neighbouring letters counts as a word, as in Lucene's analyser of Chinese, Japanese and Korean: it
needs no dictionary, and finds a word wherever it is written in the same way.

Left out: stems and stop words of other languages than English, and Chinese words of a single letter
beside others. To count each letter, too, would make a passage with a Chinese name in it longer than
it is for BM25.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import regex
import snowballstemmer
from bm25s.stopwords import STOPWORDS_EN

from ragkit.text.forms import folded

UNSPACED = "Han Hiragana Katakana Hangul Thai Lao Khmer Myanmar"
"""Scripts whose letters are taken in pairs, by their names in Unicode."""
# The long vowel sign of Japanese belongs to two scripts, and so to none.
_LETTERS = "ー" + "".join(rf"\p{{{script}}}" for script in UNSPACED.split())
WORD = regex.compile(r"[\w\p{No}]+")
"""A word with the marks on its letters: those of Hindi are vowels. m² is one, too."""
# A run of letters of these scripts, or of others.
_RUN = regex.compile(rf"(?P<unspaced>[{_LETTERS}][{_LETTERS}\p{{Mn}}]*)|[^{_LETTERS}]+")
# What a reader sees as one letter.
_LETTER = regex.compile(r"\X")
_STEMMER = snowballstemmer.stemmer("english")
_STOP = frozenset(STOPWORDS_EN)


def words(text: str) -> list[str]:
    """A text's stemmed words in lower case, without stop words.

    >>> words("The edges of Dijkstra's graphs are relaxed.")
    ['edg', 'dijkstra', 's', 'graph', 'relax']
    >>> words("水泵 pump")
    ['水泵', 'pump']
    """
    stems = []
    for word in all_words(text):
        if word not in _STOP:
            stems.append(_stem(word))
    return stems


def all_words(text: str) -> Iterator[str]:
    """A text's words in lower case, stop words included, as they are written.

    >>> list(all_words("The ﬂow: 最大流量"))
    ['the', 'flow', '最大', '大流', '流量']
    """
    for word in WORD.findall(folded(text)):
        if word.isascii():
            yield word
            continue
        for run in _RUN.finditer(word):
            yield from _pairs(run[0]) if run["unspaced"] else [run[0]]


def _pairs(run: str) -> list[str]:
    """Each two neighbouring letters of a run; one alone is itself."""
    letters = _LETTER.findall(run)
    if len(letters) == 1:
        return letters
    return [first + second for first, second in zip(letters, letters[1:])]


@cache
def _stem(word: str) -> str:
    stem = _STEMMER.stemWord(word)
    return str(stem)
