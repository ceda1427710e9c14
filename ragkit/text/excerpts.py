"""The sentences and table rows of the evidence that share most with a question.

Word overlap finds them, weighted by how rare each word is; no model is asked. They are what the
baseline `extract` copies, what a second hop starts from, and what is quoted under an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ragkit.state import Passage
from ragkit.text.sentences import citations, without_citations
from ragkit.text.tables import Row, rows_and_sentences
from ragkit.text.words import words

HEADING = 0.4
"""Weight of a word that only the passage's headings contain, as a fraction of its full weight."""

Rarity = Callable[[str], float]
"""The weight of a stemmed word."""


@dataclass(frozen=True)
class Excerpt:
    """A sentence or row of the evidence."""

    text: str
    number: int
    """The number of its passage, from 1."""
    weight: float
    """The weight of the words that it shares with the question."""
    is_row: bool = False

    @property
    def cited(self) -> str:
        return f"{self.text} [{self.number}]"


def excerpts(question: str, passages: Sequence[Passage], rarity: Rarity) -> list[Excerpt]:
    """The sentences and rows that share a word with the question, best first.

    Of a row, only the cells under the column that the question names are copied, or all cells where
    it names none. Excerpts of equal weight keep the order of the evidence; a repeated text counts
    once.

    >>> owls = Passage("o", "Owls sleep by day. They hunt mice.", section="Owls")
    >>> [excerpt.cited for excerpt in excerpts("What do owls hunt?", [owls], lambda word: 1.0)]
    ['They hunt mice. [1]', 'Owls sleep by day. [1]']
    """
    wanted = set(words(question))
    found: dict[str, Excerpt] = {}
    for number, passage in enumerate(passages, start=1):
        headings = words(passage.section)
        for piece in _pieces(passage.text, wanted, rarity):
            weight = _weight(wanted, piece.searched, headings, rarity)
            if weight:
                excerpt = Excerpt(piece.text, number, weight, piece.is_row)
                found.setdefault(piece.text, excerpt)
    return sorted(found.values(), key=lambda excerpt: -excerpt.weight)


def rests_on(answer: str, passages: Sequence[Passage]) -> dict[int, str]:
    """For each passage that an answer cites, its sentence or row that shares most words with it.

    The keys are the numbers of the passages, from 1. A citation of a passage that is not there is
    left out, and so is one that shares no word with the answer.

    >>> owls = Passage("o", "Owls sleep by day. They hunt mice.")
    >>> rests_on("Owls hunt mice. [1]", [owls])
    {1: 'They hunt mice.'}
    """
    statement = without_citations(answer)
    found = {}
    for number in sorted(set(citations(answer))):
        cited = passages[number - 1 : number] if number else []
        best_first = excerpts(statement, cited, lambda word: 1.0)
        if best_first:
            found[number] = best_first[0].text
    return found


class _Piece(NamedTuple):
    """A sentence or row, with the text in which its words are looked for."""

    text: str
    searched: str
    is_row: bool


def _pieces(text: str, wanted: set[str], rarity: Rarity) -> list[_Piece]:
    rows, prose = rows_and_sentences(text)
    pieces = []
    for row in rows:
        columns = _named_columns(row, wanted, rarity)
        pieces.append(_Piece(row.sentence(columns), row.sentence(), is_row=True))
    for sentence in prose:
        pieces.append(_Piece(sentence, sentence, is_row=False))
    return pieces


def _named_columns(row: Row, wanted: set[str], rarity: Rarity) -> set[int] | None:
    """The columns whose names share most with the question; None where none shares a word."""
    weights = [_shared(wanted, words(name), rarity) for name in row.head]
    highest = max(weights[1:], default=0.0)
    if not highest:
        return None
    return {number for number, weight in enumerate(weights) if weight == highest}


def _weight(wanted: set[str], text: str, headings: Sequence[str], rarity: Rarity) -> float:
    own = words(text)
    weight = _shared(wanted, own, rarity)
    # The headings alone make no sentence fit: they are the same for all sentences of a passage.
    if not weight:
        return 0.0
    only_above = set(headings).difference(own)
    by_headings = _shared(wanted, only_above, rarity)
    return weight + HEADING * by_headings


def _shared(wanted: set[str], own: Iterable[str], rarity: Rarity) -> float:
    """The weight of the wanted words among these."""
    shared = wanted.intersection(own)
    total = 0.0
    # Sorted, because the last digit of a sum of floats depends on the order of its terms.
    for word in sorted(shared):
        total += rarity(word)
    return total
