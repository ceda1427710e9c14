"""Copies: the same text in several documents, which a prompt needs once.

Two passages are copies when their text and the headings above it are alike: letter case, white
space and markup do not count, and every word and number does. The same text under other headings
may say something else (the limit of another pump, of another year), so both are shown. Under
`BOILERPLATE` headings or more it is a licence or a footer, and is shown once, too.

What is shown names the other documents (`Passage.also_in`). Left out: texts that differ in a word,
and a text that is part of a longer one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ragkit.documents.tiers import is_in
from ragkit.state import Passage
from ragkit.text.forms import likeness

BOILERPLATE = 3
"""Number of headings under which a text no longer says something about any of them."""


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
        >>> [(one.source, one.also_in) for one in Copies(owls).once(reversed(owls))]
        [('a.md', ('b.md',))]
        """
        shown: dict[str, Passage] = {}
        for passage in ranking:
            one = self._first(passage, folder)
            shown.setdefault(one.id, one)
        return list(shown.values())

    def _first(self, passage: Passage, folder: str) -> Passage:
        group = self._groups.get(passage.id)
        if group is None:
            return passage
        first = passage
        for one in reversed(group):
            if is_in(one.source, folder):
                first = one
        sources = dict.fromkeys(one.source for one in group)
        del sources[first.source]
        return replace(first, score=passage.score, also_in=tuple(sources))


def _grouped(passages: Iterable[Passage], field: str) -> list[list[Passage]]:
    """The passages in groups that are alike in a field, in order."""
    groups: defaultdict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        text = getattr(passage, field)
        key = likeness(text)
        groups[key].append(passage)
    return list(groups.values())
