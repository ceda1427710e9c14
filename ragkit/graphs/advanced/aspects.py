"""Name what of a question the evidence does not have, before an answer is written (advanced, 15).

Names and numbers that no passage has are missing by rule. Of other words a passage may have a
synonym, and of a question in several parts it may answer one: there the judge decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragkit.judges import Judge
from ragkit.state import Passage
from ragkit.text.anchors import missing
from ragkit.text.excerpts import Rarity
from ragkit.text.joins import all_text
from ragkit.text.words import WORD, words

SAYS = 'Do the passages say something about "{aspect}"?'
STATES = "Do the passages state the answer to this part of the question: {aspect}"
MOST = 4
"""Maximum number of words that the judge is asked about."""
_QUESTION_WORDS = "which who whom whose what when where why how"
_AUXILIARIES = "do does did is are was were has have had can could will would may might must should"
ASKING = set(f"{_QUESTION_WORDS} {_AUXILIARIES}".split())
"""Words that ask, and that no answer needs to have."""
LIKELIER = 0.5
"""Odds below which no is the likelier answer."""
# Where a question goes on with another one: "Who built it and when?", "Who built it? When?"
_NEXT = re.compile(
    r",?\s+and\s+(?=(?:how|what|when|where|which|who|why)\b)|(?<=\?)\s+(?=.*\?)", re.IGNORECASE
)


def absent_names(question: str, passages: Sequence[Passage]) -> list[str]:
    """The names and numbers of a question that no passage has, as they are written.

    >>> owls = [Passage("o", "Barn owls hunt mice.")]
    >>> absent_names("Did Kahn see barn owls hunt 12 voles?", owls)
    ['Kahn', '12']
    """
    return new_names(question, all_text(tuple(passages)))


def new_names(question: str, text: str) -> list[str]:
    """The names and numbers of a question that a text does not have.

    >>> new_names("Did Kahn hunt?", "Owls hunt.")
    ['Kahn']
    """
    names = missing(question, text)
    return [name for name in names if name.casefold() not in ASKING]


def absent_words(question: str, passages: Sequence[Passage], rarity: Rarity) -> list[str]:
    """The other words of a question that no passage has, the rarest first; at most four.

    >>> owls = [Passage("o", "Barn owls hunt mice.")]
    >>> absent_words("Did Kahn see barn owls hunt 12 voles?", owls, {"vole": 2.0, "see": 1.0}.get)
    ['voles', 'see']
    """
    names = " ".join(absent_names(question, passages))
    known = set(words(all_text(tuple(passages))) + words(names))
    found = {}
    for word in WORD.findall(question):
        stems = words(word)
        is_content = bool(stems) and word.casefold() not in ASKING
        if is_content and not known.issuperset(stems):
            found[word] = rarity(stems[0])
    return sorted(found, key=lambda word: -found[word])[:MOST]


def parts_of(question: str) -> list[str]:
    """The parts of a question that asks for several things; none where it asks for one.

    >>> parts_of("Who built the dam, and when was it opened?"), parts_of("Who built the dam?")
    (['Who built the dam', 'when was it opened?'], [])
    >>> parts_of("What is a heap? An area of memory.")
    []
    """
    parts = [part.strip() for part in _NEXT.split(question) if part.strip()]
    return parts if len(parts) > 1 else []


def denied(
    judge: Judge, question: str, passages: Sequence[Passage], asked: str, aspects: Sequence[str]
) -> tuple[list[str], str]:
    """Those aspects that the judge does not find in the passages, and a note where it failed.

    `asked` is what it is asked about each, such as `SAYS`. What could not be judged is not denied.
    """
    if not aspects:
        return [], ""
    questions = [asked.format(aspect=aspect) for aspect in aspects]
    odds, note = judge.verdicts(question, passages, questions)
    found = []
    for aspect, one in zip(aspects, odds, strict=True):
        if one is not None and one < LIKELIER:
            found.append(aspect)
    return found, note
