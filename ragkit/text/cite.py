"""Cite a passage after each sentence of an answer, by rule.

A small model that is asked to cite writes the numbers first, builds odd sentences around them, and
often cites the wrong passage (docs/decisions.md). So the model is asked for the answer alone, and a
rule finds the citation: the passage that shares most words with the sentence. Where that passage
lacks a number or a name, and one that may be joined to it (`joins.py`) has it, both are cited. An
answer that has citations already keeps them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ragkit.state import Passage
from ragkit.text.anchors import missing
from ragkit.text.joins import Base, all_text, bases
from ragkit.text.overlap import carrier
from ragkit.text.sentences import citations, cited_sentences, sentences

MOST = 2
"""Maximum number of cited passages by which an answer is judged."""


def cite(answer: str, passages: Sequence[Passage], hopped: Collection[str] = ()) -> str:
    """The answer with the numbers of one or two passages, from 1, after each sentence.

    A sentence that shares no word with a passage gets no number. `hopped` are the ids of passages
    that a second hop found, which may be joined to the others.

    >>> night = Passage("n", "Owls hunt at night.")
    >>> day = Passage("d", "Owls sleep by day, in trees.")
    >>> cite("They hunt at night. By day they sleep.", [day, night])
    'They hunt at night. [2] By day they sleep. [1]'
    """
    if citations(answer):
        return answer
    found = sentences(answer)
    # An endpoint may repeat itself a thousand times.
    numbered = {sentence: _with_number(sentence, passages, hopped) for sentence in set(found)}
    return " ".join(numbered[sentence] for sentence in found)


def recited(answer: str, passages: Sequence[Passage], hopped: Collection[str] = ()) -> str:
    """An answer whose writer was taught to cite: every sentence of it has a passage behind it.

    A sentence keeps its citations if all of them are of passages; otherwise it is cited as by
    `cite`, and one that shares no word with a passage is left out.

    >>> night = Passage("n", "Owls hunt at night.")
    >>> recited("They hunt at night. [1] At night they hunt. [7] Cats purr.", [night])
    'They hunt at night. [1] At night they hunt. [1]'
    """
    kept = []
    for sentence, numbers in cited_sentences(answer):
        if numbers and all(1 <= number <= len(passages) for number in numbers):
            kept.append(" ".join([sentence, *(f"[{number}]" for number in numbers)]))
        else:
            again = cite(sentence, passages, hopped)
            kept += [again] if citations(again) else []
    return " ".join(kept)


def cited(answer: str, passages: Sequence[Passage]) -> list[Passage]:
    """The first passages that an answer cites, at most `MOST`; without citations, all passages.

    >>> night = Passage("n", "Owls hunt at night.")
    >>> day = Passage("d", "Owls sleep by day, in trees.")
    >>> [passage.id for passage in cited("They hunt at night. [2]", [day, night])]
    ['n']
    """
    found: list[Passage] = []
    for number in dict.fromkeys(citations(answer)):
        if 1 <= number <= len(passages):
            found.append(passages[number - 1])
    return found[:MOST] or list(passages)


def _with_number(sentence: str, passages: Sequence[Passage], hopped: Collection[str]) -> str:
    numbers = ""
    for passage in _sources(sentence, passages, hopped):
        number = list(passages).index(passage) + 1
        numbers += f" [{number}]"
    return sentence + numbers


def _sources(sentence: str, passages: Sequence[Passage], hopped: Collection[str]) -> Base:
    """The passage that a sentence rests on, with the one that has what it lacks."""
    best = carrier(sentence, passages)
    if best is None:
        return ()
    if not missing(sentence, all_text((best,))):
        return (best,)
    for base in bases(passages, hopped):
        if best in base and not missing(sentence, all_text(base)):
            return base
    return (best,)
