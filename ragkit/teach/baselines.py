"""What could tell yes from no without reading: shared words and lengths.

Each baseline gives a number to one judgement. Where it is larger for the yes of a pair than for its
no, more often than not, a critic would learn the baseline.
"""

from __future__ import annotations

from collections.abc import Callable

from ragkit.evaluate.golden.answers import stems_of
from ragkit.teach.judgement import Judgement
from ragkit.teach.kinds import IN_ORDER, IN_SENTENCE
from ragkit.text.overlap import overlap
from ragkit.text.sentences import lower_words
from ragkit.text.words import words

Baseline = Callable[[Judgement], float]


def question_in_evidence(one: Judgement) -> float:
    """The share of the question's words that the evidence has."""
    evidence = _evidence(one)
    return overlap(one.question, evidence)


def question_in_passage(one: Judgement) -> float:
    """The share of the question's words that the best passage has."""
    best = 0.0
    for passage in one.passages:
        share = overlap(one.question, passage.searchable)
        best = max(best, share)
    return best


def asked_in_evidence(one: Judgement) -> float:
    """The share of the words of what is asked that the evidence has."""
    evidence = _evidence(one)
    return overlap(one.asked, evidence)


def asked_in_question(one: Judgement) -> float:
    """The share of the words of what is asked that the question has."""
    return overlap(one.asked, one.question)


def length_of_asked(one: Judgement) -> float:
    """The length of question and what is asked, in words."""
    text = f"{one.question} {one.asked}"
    spoken = text.split()
    return len(spoken)


def length_of_evidence(one: Judgement) -> float:
    """The length of the evidence, in words."""
    spoken = _evidence(one).split()
    return len(spoken)


def _evidence(one: Judgement) -> str:
    texts = [passage.searchable for passage in one.passages]
    return "\n".join(texts)


def question_in_sentence(one: Judgement) -> float:
    """The share of the question's words that the best sentence has."""
    wanted = set(words(one.question))
    most = 0
    for passage in one.passages:
        for stems in stems_of(passage.text):
            most = max(most, len(wanted & stems))
    return most / max(1, len(wanted))


def word_pairs_in_evidence(one: Judgement) -> float:
    """The share of the word pairs of what is asked that stand side by side in the evidence."""
    own = _word_pairs(one.asked)
    known = _word_pairs(_evidence(one))
    return len(own & known) / max(1, len(own))


def _word_pairs(text: str) -> set[tuple[str, str]]:
    spoken = lower_words(text)
    neighbours = zip(spoken, spoken[1:])
    return set(neighbours)


BASELINES: dict[str, Baseline] = {
    "question in evidence": question_in_evidence,
    "question in passage": question_in_passage,
    "asked in evidence": asked_in_evidence,
    "asked in question": asked_in_question,
    IN_SENTENCE: question_in_sentence,
    IN_ORDER: word_pairs_in_evidence,
    "length of asked": length_of_asked,
    "length of evidence": length_of_evidence,
}
"""Every baseline that reads a judgement by itself."""
