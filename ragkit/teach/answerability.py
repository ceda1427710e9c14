"""Minimal pairs for the context critic, which asks whether the answer is in the evidence.

A critic that is taught with answerable and other questions learns whether the topic is right. So
both members of a pair have the same question and topic. Only the answer is gone: its sentence, its
passage, or the name or number that the question asks about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from ragkit.evaluate.golden.answers import hints, is_verdict
from ragkit.evaluate.golden.other_questions import other_questions
from ragkit.evaluate.golden.quotes import find_quote
from ragkit.nodes.context_critic import ANSWERABLE, SUFFICIENT
from ragkit.state import Passage
from ragkit.teach.judgement import Pair
from ragkit.teach.material import Answered
from ragkit.teach.pairs import Case, made
from ragkit.text.overlap import overlap
from ragkit.text.sentences import END, LEANING, cut, lower_words
from ragkit.text.tables import LINE

ASKED = (ANSWERABLE, SUFFICIENT)
"""The questions of the context critic whose right answer follows from how a pair is made."""
ALIKE = (0.6, 1.6)
"""How much shorter or longer what is in the place of something else may be."""
Span = tuple[int, int]


def answerability_pairs(case: Case, rng: Random) -> list[Pair]:
    """The pairs of a case with an answered question."""
    one = case.answered
    if one is None or not one.is_located or is_verdict(one.question):
        return []
    twins = [
        ("sentence removed", without_sentence(case, one)),
        ("passage exchanged", without_passage(case, one)),
        ("other subject", other_question(case, one, rng, names=True)),
        ("false premise", other_question(case, one, rng, names=False)),
    ]
    found = []
    for kind, twin in twins:
        if twin is not None:
            yes, no = twin
            found += [made(kind, yes, asked, asked, no) for asked in ASKED]
    return found


def without_sentence(case: Case, one: Answered) -> tuple[Case, Case] | None:
    """The case without another sentence of the answering passage, and without the one that answers.

    Both have a gap of about the same length, so neither a gap nor the length tells. None where the
    answer is stated elsewhere too, or the passage has no other sentence of such a length.
    """
    passage, quote = one.main
    own = _sentence_span(passage.text, quote)
    no = without_answer(case, one)
    if own is None or no is None:
        return None
    spans = [span for span in _spans(passage.text) if _may_go(span, own, passage.text)]
    if not spans:
        return None
    other = _most_like(own, spans, passage.text, case.question)
    gapped = _without(passage, other)
    return case.about(_exchange(case.passages, passage, gapped)), no


def without_answer(case: Case, one: Answered) -> Case | None:
    """The case without the sentence that answers; None where the answer is stated elsewhere too."""
    passage, quote = one.main
    own = _sentence_span(passage.text, quote)
    if own is None:
        return None
    no = case.about(_exchange(case.passages, passage, _without(passage, own)))
    return None if hints(one.question, no.passages) else no


def _most_like(own: Span, spans: Sequence[Span], text: str, question: str) -> Span:
    """The sentence that is most like another one in length and in the words of the question."""

    def shared(span: Span) -> float:
        start, end = span
        return overlap(question, text[start:end])

    def distance(span: Span) -> float:
        longer = _length(span) / _length(own)
        more = shared(span) - shared(own)
        return abs(longer - 1) + abs(more)

    return min(spans, key=distance)


def without_passage(case: Case, one: Answered) -> tuple[Case, Case] | None:
    """The case, and the case with the nearest other passage in the place of the answering one.

    The other passage has about the same length, and is in none of the two beside it. None where
    there is none without the answer.
    """
    passage, _ = one.main
    nearest = _nearest(case, one, passage)
    if nearest is None:
        return None
    beside = [other for other in case.passages if other.id != nearest.id]
    rest = [other for other in beside if other.id != passage.id]
    if hints(one.question, rest):
        return None
    return case.about(beside), case.about(_exchange(beside, passage, nearest))


def _nearest(case: Case, one: Answered, passage: Passage) -> Passage | None:
    """The passage without the answer that has most of the question's words."""
    needed = {place.id for place, _ in one.places}
    candidates = []
    for other in case.pool.nearest(case.question):
        alike = _is_alike(len(other.text), len(passage.text))
        if alike and other.id not in needed and not hints(one.question, [other]):
            candidates.append(replace(other, score=0.0))
    return max(
        candidates,
        key=lambda other: overlap(case.question, other.searchable),
        default=None,
    )


def other_question(case: Case, one: Answered, rng: Random, names: bool) -> tuple[Case, Case] | None:
    """The case, and the case with another name or number of its passages in the question."""
    found = list(_other_questions(case, one, names))
    if not found:
        return None
    rng.shuffle(found)
    texts = [passage.searchable for passage in case.passages]

    # Not the answering passage alone should have the words of the new question.
    def nearness(question: str) -> float:
        return max(overlap(question, text) for text in texts)

    nearest = max(found, key=nearness)
    return case, replace(case, question=nearest)


def _other_questions(case: Case, one: Answered, names: bool) -> Iterator[str]:
    """The question with each of its names, or else numbers, exchanged."""
    quotes = [quote for _, quote in one.places]
    said = " ".join([one.question.answer or "", *quotes])
    for found in other_questions(case.question, said, case.context, names):
        yield found.question


def _exchange(passages: Sequence[Passage], old: Passage, new: Passage) -> tuple[Passage, ...]:
    changed = [new if passage.id == old.id else passage for passage in passages]
    return tuple(changed)


def _without(passage: Passage, span: Span) -> Passage:
    """A passage without a piece of its text."""
    start, end = span
    before = passage.text[:start].rstrip()
    rest = passage.text[end:]
    after = rest.lstrip(" ")
    is_line = after.startswith("\n")
    gap = "" if is_line else " "
    text = f"{before}{gap}{after}"
    return replace(passage, text=text.strip())


def _sentence_span(text: str, quote: str) -> Span | None:
    """The whole sentences, or rows of a table, that a quote is in."""
    place = find_quote(text, quote)
    if place is None:
        return None
    start, end = place
    touched = []
    for span in _spans(text):
        if span[0] < end and start < span[1]:
            touched.append(span)
    first, last = touched[0], touched[-1]
    return first[0], last[1]


def _spans(text: str) -> list[Span]:
    """Start and end of each sentence, and of each line of a table."""
    found = []
    end = 0
    for piece in cut(text, END):
        for line in _lines(piece):
            start = text.index(line, end)
            end = start + len(line)
            if line.strip():
                found.append((start, end))
    return found


def _lines(piece: str) -> list[str]:
    """The lines of a table, or the piece as it is."""
    lines = piece.split("\n")
    has_rows = any(map(LINE.match, lines))
    return lines if has_rows else [piece]


def _may_go(span: Span, own: Span, text: str) -> bool:
    """Whether a sentence is about as long as the answering one, which does not lean on it."""
    start, end = span
    if start < own[1] and own[0] < end:
        return False
    if text[start:].startswith(("#", "|")):
        return False
    between = text[end : own[0]]
    is_before = end <= own[0] and not between.strip()
    first_word = lower_words(text[slice(*own)])[:1]
    if is_before and LEANING.intersection(first_word):
        return False
    return _is_alike(_length(span), _length(own))


def _is_alike(length: float, other: float) -> bool:
    least, most = ALIKE
    ratio = length / other
    return least <= ratio <= most


def _length(span: Span) -> int:
    start, end = span
    return end - start
