"""Copies: the same text in several documents, which a prompt needs once.

Two passages are copies when their text and the headings above it are alike: letter case, white
space and markup do not count, and every word and number does. The same text under other headings
may say something else (the limit of another pump, of another year), so both are shown. Under
`BOILERPLATE` headings or more it is a licence or a footer, and is shown once, too.

A note names the other documents. Left out: texts that differ in a word, and a text that is part of
a longer one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ragkit.documents.tiers import is_in
from ragkit.state import Passage
from ragkit.text.forms import likeness

BOILERPLATE = 3
"""Number of headings under which a text no longer says something about any of them."""
MOST_NAMED = 3
"""Number of other documents with the same text that a note names; the rest are counted."""


class Copies:
    """Which passages of a corpus are copies of each other."""

    def __init__(self, passages: Iterable[Passage] = ()) -> None:
        """Take all passages, in the order of the corpus."""
        self._groups: dict[str, Sequence[Passage]] = {}
        for alike in _grouped(passages, "text"):
            groups = _grouped(alike, "section")
            if len(groups) >= BOILERPLATE:
                groups = [alike]
            for group in groups:
                self._keep(group)

    def _keep(self, group: Sequence[Passage]) -> None:
        if len(group) == 1:
            return
        for passage in group:
            self._groups[passage.id] = group

    def once(self, ranking: Iterable[Passage], folder: str = "") -> list[Passage]:
        """A ranking in which the first of some copies, in the order of the corpus, stands for all.

        With a folder it is the first of that folder. It has the place and the score of the best.

        >>> owls = [Passage(name, "Owls hunt.", source=name) for name in ("a.md", "b.md")]
        >>> [one.source for one in Copies(owls).once(reversed(owls))]
        ['a.md']
        """
        shown: dict[str, Passage] = {}
        for passage in ranking:
            one = self._first(passage, folder)
            shown.setdefault(one.id, one)
        return list(shown.values())

    def _first(self, passage: Passage, folder: str) -> Passage:
        for one in self._groups.get(passage.id, ()):
            if is_in(one.source, folder):
                return replace(one, score=passage.score)
        return passage

    def notes(self, passages: Iterable[Passage]) -> list[str]:
        """A sentence for each document with passages that stand for copies in the same others.

        >>> owls = [Passage(name, "Owls hunt.", source=name) for name in ("a.md", "b.md")]
        >>> Copies(owls).notes(owls[:1])
        ['shown once: 1 of the passages of a.md, whose text is also in b.md']
        """
        counts: Counter[tuple[str, str]] = Counter()
        for passage in passages:
            group = self._groups.get(passage.id, ())
            others = {one.source for one in group} - {passage.source}
            if others:
                named = _named(sorted(others))
                counts[passage.source, named] += 1
        found = []
        for (source, named), count in counts.items():
            what = f"{count} of the passages of {source}"
            found.append(f"shown once: {what}, whose text is also in {named}")
        return found


def _named(sources: Sequence[str]) -> str:
    """The first of some documents, and the number of the others."""
    first = ", ".join(sources[:MOST_NAMED])
    more = len(sources) - MOST_NAMED
    return f"{first} and {more} more" if more > 0 else first


def _grouped(passages: Iterable[Passage], field: str) -> list[list[Passage]]:
    """The passages in groups that are alike in a field, in order."""
    groups: defaultdict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        text = getattr(passage, field)
        key = likeness(text)
        groups[key].append(passage)
    return list(groups.values())
