"""What can be answered: golden questions of *fit*, with the sentences to write and their passages.

Where the golden answer is whole sentences it is written. A dataset's gold phrase, or an answer of a
few words, becomes the sentence of the document that has it. A question that needs two passages gets
one sentence of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragkit.evaluate.golden.answers import is_verdict
from ragkit.evaluate.golden.correct import correct
from ragkit.evaluate.golden.questions import PHRASED
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.state import Passage
from ragkit.teach.forms import SHORTEST, usable
from ragkit.teach.material import Answered
from ragkit.teach.writing.cited import Stated
from ragkit.teach.writing.example import ANSWER, SENTENCE, TWO
from ragkit.text.anchors import missing
from ragkit.text.joins import all_text
from ragkit.text.overlap import carrier
from ragkit.text.sentences import citations, sentences

LONGEST = 60
"""Maximum number of words of an answer, of which one or two sentences are asked for."""
BARE = re.compile(r"\d|(?:To|From|By|Since|On|In|At|With|For|After|Before|Because)\b")
"""The start of an answer that is a phrase, and no sentence."""
VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|cannot|could|may|might|must|will|would|"
    r"need|[a-z]{2,}(?:ed|s))\b"
)
"""What may be the verb of a sentence."""
HOPS = ("multi-hop", "bridge")
"""Kinds of questions whose answer is put together of two passages."""
LEFT_OUT = ("follow-up", "comparison")
"""Kinds of questions that cannot be understood alone, or whose quotes are not the whole reason."""
QUOTE = re.compile(r"[\"“”]")
TITLED = re.compile(r"\w+:\s")
"""The start of a sentence without a verb, as in "Champions: Brenholt United."."""


@dataclass(frozen=True)
class Asked:
    """A question, and what is to be written."""

    kind: str
    answered: Answered
    stated: tuple[Stated, ...]

    @property
    def question(self) -> str:
        """The text of the question."""
        return self.answered.question.question

    @property
    def needed(self) -> tuple[Passage, ...]:
        """The passages that the answer rests on, each once."""
        found: dict[str, Passage] = {}
        for _, passages in self.stated:
            for passage in passages:
                found[passage.id] = passage
        return tuple(found.values())


def asked(one: Answered) -> Asked | None:
    """What is to be written for a golden question; None where no rule gives a right answer."""
    if one.question.kind in LEFT_OUT:
        return None
    for kind, stated in _answers(one):
        if stated and _is_right(one, stated):
            return Asked(kind, one, stated)
    return None


def _answers(one: Answered) -> Iterator[tuple[str, tuple[Stated, ...]]]:
    """The answers that the rules give, the best first."""
    kind = one.question.kind
    if kind in HOPS:
        yield TWO, _of_each(one)
    if kind not in PHRASED:
        yield ANSWER, _golden(one)
    if kind not in HOPS and one.is_located and not is_verdict(one.question):
        yield SENTENCE, _sentence(*one.main)


def _is_right(one: Answered, stated: tuple[Stated, ...]) -> bool:
    """Whether an answer is short, correct by its question's keys, and in its passages."""
    text = " ".join(sentence for sentence, _ in stated)
    is_long = len(text.split()) > LONGEST
    if is_long or citations(text):
        return False
    question = one.question.question
    for sentence, passages in stated:
        source = all_text(passages)
        if missing(sentence, source, question):
            return False
    return correct(one.question, text) == 1


def _golden(one: Answered) -> tuple[Stated, ...]:
    """The golden answer, if it is no mere phrase."""
    answer = one.question.answer or ""
    if len(answer.split()) < SHORTEST or BARE.match(answer):
        return ()
    if not VERB.search(answer):
        return ()
    found = []
    for sentence in sentences(answer):
        sources = _sources(sentence, one)
        found.append(Stated(sentence, sources))
    return tuple(found)


def _sources(sentence: str, one: Answered) -> tuple[Passage, ...]:
    """The passage that a sentence rests on, or all of the question's where one is not enough."""
    passages = list({passage.id: passage for passage, _ in one.places}.values())
    best = carrier(sentence, passages) or passages[0]
    if missing(sentence, all_text((best,)), one.question.question):
        return tuple(passages)
    return (best,)


def _sentence(passage: Passage, quote: str) -> tuple[Stated, ...]:
    """The sentence of a passage that has a quote, or the most of it; empty if it needs others."""
    wanted = letters_of(quote)
    for sentence in sentences(passage.text):
        own = letters_of(sentence)
        is_quoted = wanted in own or own in wanted
        if is_quoted and _stands_alone(sentence):
            return (Stated(sentence, (passage,)),)
    return ()


def _stands_alone(sentence: str) -> bool:
    """Whether a sentence states something by itself; it may have quotation marks in pairs."""
    bare, count = QUOTE.subn("", sentence)
    return count % 2 == 0 and not TITLED.match(bare) and usable(bare)


def _of_each(one: Answered) -> tuple[Stated, ...]:
    """A sentence of each of two passages, the one with the answer last; else empty."""
    main = one.main[0]
    found: dict[str, Stated] = {}
    for passage, quote in sorted(one.places, key=lambda place: place[0].id == main.id):
        stated = _sentence(passage, quote)
        if not stated:
            return ()
        found.setdefault(passage.id, stated[0])
    return tuple(found.values()) if len(found) == 2 else ()
