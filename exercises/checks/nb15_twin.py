"""15-twin: false claims that differ from a true one in a number of the same passage."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.telling import telling

NAMES = ["Ada", "Bob", "Eva", "Tom"]
BIRDS = ["owls", "rooks", "gulls"]
NUMBER = re.compile(r"\d+")
Passage = Sequence[str]
"""The sentences of a passage."""
Claims = list[str]


def twins(claim: str, passage: Passage) -> Claims:
    """The claim with each other number of its passage, each once, where that is not true.

    >>> passage = ["Ada saw 12 owls.", "Bob saw 15 gulls.", "Ada saw 18 owls.", "Eva saw 15."]
    >>> twins("Ada saw 12 owls.", passage)
    ['Ada saw 15 owls.']
    """
    found = []
    for other in _once(_told(claim, passage)):
        if other not in passage:
            found.append(other)
    return found


def _told(claim: str, passage: Passage) -> Claims:
    """The claim with each number of the passage, as they come."""
    everything = " ".join(passage)
    numbers = NUMBER.findall(everything)
    return [NUMBER.sub(number, claim) for number in numbers]


def _once(claims: Claims) -> Claims:
    return list(dict.fromkeys(claims))


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A passage of which each mistake makes other claims; one without another number; any."""
    wrong = list(MISCONCEPTIONS.values())
    every = [telling(lambda: _drawn(rng), twins, wrong)]
    claim, _ = _drawn(rng)
    every.append((claim, [claim, "Nobody was there."]))
    for _ in range(8):
        drawn = _drawn(rng)
        every.append(drawn)
    for claim, passage in every:
        yield answer.against(twins, claim, passage)


def _drawn(rng: Random) -> tuple[str, list[str]]:
    """A claim, and its passage, in which a number may come twice and the claim's birds, too."""
    numbers = rng.sample(range(11, 99), 4)
    passage = []
    for number in [*numbers, rng.choice(numbers)]:
        sentence = _sentence(number, rng)
        passage.append(sentence)
    claim = rng.choice(passage)
    again = rng.choice(numbers)
    passage.append(NUMBER.sub(str(again), claim))
    rng.shuffle(passage)
    return claim, passage


def _sentence(number: int, rng: Random) -> str:
    name = rng.choice(NAMES)
    birds = rng.choice(BIRDS)
    return f"{name} saw {number} {birds}."


def _true_ones_too(claim: str, passage: Passage) -> Claims:
    """What the passage states elsewhere is called false; only the claim itself is left out."""
    found = _once(_told(claim, passage))
    return [other for other in found if other != claim]


def _twice(claim: str, passage: Passage) -> Claims:
    found = _told(claim, passage)
    return [other for other in found if other not in passage]


def _itself(claim: str, passage: Passage) -> Claims:
    """The claim is among its twins."""
    found = twins(claim, passage)
    return [claim, *found]


def _only_one(claim: str, passage: Passage) -> Claims:
    return twins(claim, passage)[:1]


def _sorted(claim: str, passage: Passage) -> Claims:
    """By the number, and not in the order of the passage."""
    return sorted(twins(claim, passage))


def _invented(claim: str, passage: Passage) -> Claims:
    """Other numbers than those of the passage."""
    found = []
    for number in NUMBER.findall(claim):
        following = int(number) + 1
        found.append(NUMBER.sub(str(following), claim))
    return found


MISCONCEPTIONS: dict[str, Callable[[str, Passage], Claims]] = {
    "a claim that the passage states elsewhere is called false": _true_ones_too,
    "a number that the passage has twice makes two claims": _twice,
    "the true claim is among the false ones": _itself,
    "only the first false claim is there": _only_one,
    "the claims are sorted, and not in the order of the passage": _sorted,
    "the number is invented, so that whoever looks for it sees that it is missing": _invented,
}
