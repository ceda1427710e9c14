"""An answer as sentences, each with the numbers of the passages that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ragkit.state import Passage


class Stated(NamedTuple):
    """A sentence, with the passages that it rests on."""

    sentence: str
    passages: tuple[Passage, ...]


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
