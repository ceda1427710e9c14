"""01-cite: the passage that shares most words with a sentence, as in `ragkit/text/overlap.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb02_rrf import ANIMALS
from ragkit.course.exercises.own import Own
from ragkit.text.words import words

Passages = Sequence[str]

OWN = Own(
    "Passages are counted from {first}. "
    "The result is `None` where the largest number of shared words is below {least}.",
    first=(1, 4, 5, 7, 10, 11, 21, 101),
    least=(1, 2),
)


def cite(sentence: str, passages: Passages) -> int | None:
    """The number, from 1, of the passage that shares most words with a sentence.

    The first of equals is cited, and None where no passage shares a word.

    >>> cite("Owls hunt mice.", ["Bats sleep.", "A mouse hides.", "An owl hunts."])
    3
    """
    counts = _shared(sentence, passages)
    return _first_of_most(counts)


def _shared(sentence: str, passages: Passages) -> list[int]:
    """How many different words each passage shares with a sentence."""
    wanted = set(words(sentence))
    counts = []
    for passage in passages:
        both = wanted.intersection(words(passage))
        counts.append(len(both))
    return counts


def _first_of_most(counts: Sequence[int]) -> int | None:
    most = max(counts, default=0)
    if most < OWN.least:
        return None
    return counts.index(most) + OWN.first


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A word repeated, stop words, the right one last; a tie; no word; another ending; drawn."""
    a, b, c, d = rng.sample(ANIMALS, 4)
    sentence = f"The {a} and the {b} saw it with the {c}."
    repeated = f"The {a}: the {a}, the {a}, the {a}."
    stop_words = f"It is with the {d} and the {d}."
    nothing = "Nobody knows."
    right = f"The {b} met the {c}."
    yield answer.against(cite, sentence, [repeated, stop_words, nothing, right])
    yield answer.against(cite, sentence, [nothing, f"{a}, {b}.", f"{b}, {c}.", f"{c}."])
    yield answer.against(cite, sentence, [nothing, stop_words])
    yield answer.against(cite, "It is swimming.", [nothing, f"One {a} can swim."])
    yield answer.against(cite, sentence, [])
    for _ in range(10):
        sentence, passages = _drawn(rng)
        yield answer.against(cite, sentence, passages)


def _drawn(rng: Random) -> tuple[str, list[str]]:
    """A sentence of three animals, and passages with some of the same."""
    pool = rng.sample(ANIMALS, 7)
    passages = []
    for _ in range(rng.randint(1, 5)):
        count = rng.randint(0, 4)
        animals = rng.sample(pool, count) or ["end"]
        some = _and(animals)
        passages.append(f"Here is the {some}.")
    asked = rng.sample(pool, 3)
    sentence = f"There is the {_and(asked)}."
    return sentence, passages


def _and(animals: Sequence[str]) -> str:
    return " and the ".join(animals)


def _from_zero(sentence: str, passages: Passages) -> int | None:
    number = cite(sentence, passages)
    if number is None:
        return None
    return number - OWN.first


def _every_occurrence(sentence: str, passages: Passages) -> int | None:
    wanted = words(sentence)
    counts = []
    for passage in passages:
        hits = [word for word in words(passage) if word in wanted]
        counts.append(len(hits))
    return _first_of_most(counts)


def _stop_words_too(sentence: str, passages: Passages) -> int | None:
    wanted = _plain(sentence)
    counts = []
    for passage in passages:
        both = wanted & _plain(passage)
        counts.append(len(both))
    return _first_of_most(counts)


def _plain(text: str) -> set[str]:
    found = re.findall(r"\w+", text.lower())
    return set(found)


def _last_of_equals(sentence: str, passages: Passages) -> int | None:
    counts = _shared(sentence, passages)
    most = max(counts, default=0)
    if most < OWN.least:
        return None
    backwards = counts[::-1]
    behind = backwards.index(most)
    last = len(counts) - behind - 1
    return OWN.first + last


def _always(sentence: str, passages: Passages) -> int | None:
    number = cite(sentence, passages)
    return number or OWN.first


def _its_text(sentence: str, passages: Passages) -> str | None:
    number = cite(sentence, passages)
    if number is None:
        return None
    place = number - OWN.first
    return passages[place]


def _zero_for_none(sentence: str, passages: Passages) -> int:
    return cite(sentence, passages) or 0


MISCONCEPTIONS = {
    "the text of the passage is returned, and not its number": _its_text,
    "the result is 0, and not `None`, where no passage shares a word": _zero_for_none,
    "the passages are counted from 0": _from_zero,
    "a word that a passage repeats counts each time": _every_occurrence,
    "words such as `the` and `with` count as well": _stop_words_too,
    "of passages that share equally many words, the last one is cited": _last_of_equals,
    "a passage is cited though it shares no word with the sentence": _always,
}
