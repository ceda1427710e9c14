"""The tags of each document: the words that tell it from the others of its folder.

A word counts by how often a document has it, times its inverse document frequency among the
documents (bm25). Left out: phrases of several words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit.search.sparse import rarity
from ragkit.state import Passage
from ragkit.text.anchors import NO_NAMES
from ragkit.text.words import all_words, words

MOST = 5
"""Number of tags that a document has at most."""
OFTEN = 2
"""How often a document has to have a word that is one of its tags."""
DIGIT = re.compile(r"\d")
SHORTEST = 3
"""Number of letters of the shortest tag in Latin script."""


class Counted(NamedTuple):
    """The words of one document."""

    stems: Counter[str]
    """How often it has each stem."""
    spelt: dict[str, str]
    """The commonest spelling of each stem."""


def tags_of(passages: Sequence[Passage]) -> dict[str, tuple[str, ...]]:
    """The tags of each document by its source, the most telling first; at most five.

    >>> owl = Passage("a", "Owls hunt mice. An owl hunts at night.", source="owls.md")
    >>> cat = Passage("b", "Cats hunt mice. A cat hunts by day.", source="cats.md")
    >>> tags_of([owl, cat])   # both hunt
    {'owls.md': ('owls', 'hunt'), 'cats.md': ('cats', 'hunt')}
    """
    documents = {}
    holders: Counter[str] = Counter()
    for source, text in _texts(passages).items():
        counted = _counted(text)
        documents[source] = counted
        holders.update(set(counted.spelt))
    total = len(documents)
    found = {}
    for source, counted in documents.items():
        found[source] = _most_telling(counted, holders, total)
    return found


def _texts(passages: Sequence[Passage]) -> dict[str, str]:
    """The words of each document; each heading counts once."""
    parts: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for passage in passages:
        headings = passage.section.split(" > ")
        new = dict.fromkeys([*headings, passage.text])
        parts[passage.source].update(new)
    texts = {}
    for source, own in parts.items():
        texts[source] = "\n".join(own)
    return texts


def _counted(text: str) -> Counted:
    """How often a text has each word, and how it mostly spells it."""
    stems: Counter[str] = Counter()
    spelt: dict[str, str] = {}
    spellings = Counter(all_words(text))
    for word, count in spellings.most_common():
        if not _may_be_tag(word):
            continue
        for stem in words(word):
            stems[stem] += count
            spelt.setdefault(stem, word)
    return Counted(stems, spelt)


def _may_be_tag(word: str) -> bool:
    """Whether a word is long enough, has no digit, and is none that opens sentences or counts.

    >>> [_may_be_tag(word) for word in ("owls", "g7", "of", "how", "水泵")]
    [True, False, False, False, True]
    """
    if word in NO_NAMES:
        return False
    if DIGIT.search(word):
        return False
    return len(word) >= SHORTEST or not word.isascii()


def _most_telling(counted: Counted, holders: Mapping[str, int], documents: int) -> tuple[str, ...]:
    weights: defaultdict[str, float] = defaultdict(float)
    for stem, count in counted.stems.items():
        if count < OFTEN:
            continue
        word = counted.spelt[stem]
        weights[word] += count * rarity(holders[stem], documents)
    best_first = sorted(weights, key=weights.__getitem__, reverse=True)
    return tuple(best_first[:MOST])
