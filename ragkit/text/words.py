"""The words of a text in one form: lower case, stemmed, without stop words.

Search, the checks of claims and the critics all compare words in this form. Some scripts have no
spaces between words, and others, such as Korean, join endings to them. Of those each pair of
neighbouring letters counts as a word, as in Lucene's analyser of Chinese, Japanese and Korean: it
needs no dictionary, and finds a word wherever it is written in the same way. A Chinese letter is
often a word, so it counts alone, too.

Left out: stems and stop words of other languages than English, but for single Chinese letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import regex
import snowballstemmer
from bm25s.stopwords import STOPWORDS_CHINESE, STOPWORDS_EN

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
_CHINESE = regex.compile(r"\p{Han}")
_STEMMER = snowballstemmer.stemmer("english")
_STOP = {*STOPWORDS_EN, *(word for word in STOPWORDS_CHINESE if len(word) == 1)}


def words(text: str) -> list[str]:
    """A text's stemmed words in lower case, without stop words.

    >>> words("The edges of Dijkstra's graphs are relaxed.")
    ['edg', 'dijkstra', 's', 'graph', 'relax']
    >>> words("水泵 pump")
    ['水', '水泵', '泵', 'pump']
    """
    stems = []
    for word in all_words(text):
        if word not in _STOP:
            stems.append(_stem(word))
    return stems


def all_words(text: str) -> Iterator[str]:
    """A text's words in lower case, stop words included, as they are written.

    >>> list(all_words("The ﬂow: 最大流量"))
    ['the', 'flow', '最', '最大', '大', '大流', '流', '流量', '量']
    """
    for word in WORD.findall(folded(text)):
        if word.isascii():
            yield word
            continue
        for run in _RUN.finditer(word):
            yield from _pairs(run[0]) if run["unspaced"] else [run[0]]


def _pairs(run: str) -> list[str]:
    """Each two neighbouring letters of a run, and the Chinese letters; one alone is itself."""
    letters = _LETTER.findall(run)
    if len(letters) == 1:
        return letters
    found = []
    for first, second in zip(letters, [*letters[1:], ""]):
        if _CHINESE.match(first):
            found.append(first)
        if second:
            found.append(first + second)
    return found


@cache
def _stem(word: str) -> str:
    stem = _STEMMER.stemWord(word)
    return str(stem)
