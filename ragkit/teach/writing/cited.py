"""An answer as sentences, each with the numbers of the passages that it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ragkit.state import Passage
from ragkit.text.sentences import citations, sentences

ENDS = re.compile(r"((?: \[\d{1,6}\])+)(?: |$)")
"""The numbers behind a sentence, as `text/cite.py` writes them."""


class Stated(NamedTuple):
    """A sentence, with the passages that it rests on."""

    sentence: str
    passages: tuple[Passage, ...]


class Cited(NamedTuple):
    """A sentence of an answer, with the numbers behind it."""

    sentence: str
    numbers: tuple[int, ...]


def answer_of(stated: Iterable[Stated], passages: Sequence[Passage]) -> str:
    """The sentences as an answer from some passages, which are numbered from 1.

    >>> owls, cats = Passage("o", "Owls hunt."), Passage("c", "Cats sleep.")
    >>> answer_of([Stated("Owls hunt.", (owls,)), Stated("Both rest.", (cats, owls))], [cats, owls])
    'Owls hunt. [2] Both rest. [1] [2]'
    """
    places = {passage.id: number for number, passage in enumerate(passages, start=1)}
    said = []
    for sentence, sources in stated:
        numbers = sorted(places[source.id] for source in sources)
        behind = "".join(f" [{number}]" for number in numbers)
        said.append(sentence + behind)
    return " ".join(said)


def cited(answer: str) -> list[Cited]:
    """The sentences of an answer; one without a citation has no numbers.

    >>> cited("Owls hunt. [2] Cats sleep. They rest. [1] [2]")
    [Cited(sentence='Owls hunt.', numbers=(2,)), Cited(sentence='Cats sleep.', numbers=()),
     Cited(sentence='They rest.', numbers=(1, 2))]
    """
    found = []
    pieces = ENDS.split(answer)
    for text, numbers in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        own = sentences(text)
        for sentence in own[:-1]:
            found.append(Cited(sentence, ()))
        for sentence in own[-1:]:
            found.append(Cited(sentence, tuple(citations(numbers))))
    return found
