"""Claims about the documents of the part test, in all of their passages, to report on.

`material.py` leaves out what golden questions of *test* and *locked* quote, because what measures
the kit must not teach it. Nothing is taught on a document of the part test. So nothing has to be
left out of it either, and a small corpus has enough pairs to show an interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragkit.documents.corpus import Corpus
from ragkit.state import Passage
from ragkit.teach.build import judgements
from ragkit.teach.judgement import Judgement
from ragkit.teach.split import Split, groups, split_of


def unseen_claims(corpus: Corpus) -> list[Judgement]:
    """Judgements about claims, of all passages of the documents of the part test.

    A lesson takes them in the place of its own pairs of that part. Raises `NothingToTeach` where
    no claim can be made of these documents, or no document is in the part.
    """
    passages = passages_of("test", corpus.passages)
    kept = replace(corpus, passages=tuple(passages))
    return judgements(kept, questions=[], quiet=True)


def passages_of(split: Split, passages: Sequence[Passage]) -> list[Passage]:
    """The passages of the documents in a part of the data, by their titles.

    >>> owls = Passage("o", "Owls hunt.", source="1.md", section="Owls")
    >>> newts = Passage("n", "Newts swim.", source="2.md", section="Newts > Food")
    >>> [passage.source for passage in passages_of("dev", [owls, newts])]
    ['1.md']
    """
    group_of = groups(passages)
    found = []
    for passage in passages:
        group = group_of[passage.source]
        if split_of(group) == split:
            found.append(passage)
    return found
