"""07-split: the claims of a draft whose sentences stand alone (adaptive, section 4.7)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.state import REFUSAL
from ragkit.text.sentences import sentences, without_citations

FACTS = [
    *("Owls hunt at night", "Mice eat seeds", "Newts swim well", "Hares run fast"),
    *("Toads eat 3 slugs", "Moles dig tunnels", "Bats sleep by day", "Herons wait for fish"),
]
QUESTIONS = ["Is that so?", "Why is that?", "Who knows?"]
HEDGES = [
    *("Perhaps", "Maybe", "Possibly", "Probably", "Apparently", "Allegedly"),
    *("Reportedly", "Supposedly", "Presumably", "Seemingly", "Usually", "Arguably"),
]
"""Words with which a sentence may begin that only guesses."""

OWN = Own(
    "There is one more exception: a sentence that begins with the word `{hedge}` is a guess, and "
    "no claim.",
    hedge=("", *HEDGES),
)


def split(draft: str) -> list[str]:
    """The sentences that state something, each once, without citations.

    >>> split("Owls hunt [1]. Why? Owls hunt [2].")
    ['Owls hunt.']
    """
    if draft == REFUSAL:
        return []
    stated = _stated(without_citations(draft))
    return list(dict.fromkeys(stated))


def _stated(text: str) -> list[str]:
    stated = []
    for sentence in sentences(text):
        if not sentence.endswith("?"):
            stated.append(sentence)
    return _certain(stated)


def _certain(found: list[str]) -> list[str]:
    """The sentences that are no guess."""
    certain = []
    for sentence in found:
        first, *_ = sentence.split()
        if first != OWN.hedge:
            certain.append(sentence)
    return certain


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A fact twice, and a question; the refusal; nothing; a citation at the end; and mixtures."""
    first, second = rng.sample(FACTS, 2)
    asks = rng.choice(QUESTIONS)
    yield answer.against(split, f"{first} [1]. {asks} {first} [2]. {second} [1, 3].")
    yield answer.against(split, REFUSAL)
    yield answer.against(split, "")
    yield answer.against(split, f"{first}. [1] {second}. [2]")
    guesses = [f"{hedge} mice hide." for hedge in HEDGES]
    yield answer.against(split, " ".join(guesses))
    for _ in range(10):
        yield answer.against(split, _drawn(rng))


def _drawn(rng: Random) -> str:
    """One fact or some, which may repeat, with citations before or after the full stop."""
    pool = rng.sample(FACTS, 3)
    parts = []
    for fact in rng.choices(pool, k=rng.randint(1, 5)):
        number = rng.randint(1, 12)
        parts.append(rng.choice([f"{fact} [{number}].", f"{fact}. [{number}]", f"{fact}."]))
    if rng.random() < 0.3:
        parts.append(rng.choice(QUESTIONS))
    return " ".join(parts)


def _twice(draft: str) -> list[str]:
    if draft == REFUSAL:
        return []
    return _stated(without_citations(draft))


def _with_citations(draft: str) -> list[str]:
    if draft == REFUSAL:
        return []
    return list(dict.fromkeys(_stated(draft)))


def _citations_last(draft: str) -> list[str]:
    if draft == REFUSAL:
        return []
    claims = [without_citations(sentence).strip() for sentence in _stated(draft)]
    once = dict.fromkeys(claims)
    return list(once)


def _with_questions(draft: str) -> list[str]:
    if draft == REFUSAL:
        return []
    found = sentences(without_citations(draft))
    return list(dict.fromkeys(_certain(found)))


def _only_without_citations(draft: str) -> list[str]:
    return sentences(without_citations(draft))


def _refusal_is_a_claim(draft: str) -> list[str]:
    if draft == REFUSAL:
        return [draft]
    return split(draft)


MISCONCEPTIONS = {
    "a sentence that is there twice becomes two claims": _twice,
    "the citations stay in the claims": _with_citations,
    "a citation that stands alone at the end becomes an empty claim": _citations_last,
    "a question counts as a claim": _with_questions,
    "the draft is cut into sentences, and citations, questions and repetitions stay": sentences,
    "questions, repetitions and the refusal count as claims": _only_without_citations,
    "the refusal counts as a claim": _refusal_is_a_claim,
}
