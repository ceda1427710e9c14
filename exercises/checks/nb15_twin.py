"""15-twin: false claims that differ from a true one in a number of the same passage."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

NAMES = ["Ada", "Bob", "Eva", "Tom"]
BIRDS = ["owls", "rooks", "gulls"]
NUMBER = re.compile(r"\d+")
OWN = Own(
    "Leave out numbers that differ from the claim's own by less than {gap}, and go through the "
    "numbers of the passage {order}.",
    gap=(1, 2, 3, 4, 5, 6),
    order=("forwards", "backwards"),
)
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
    """The claim with each number of the passage that is far enough, as they come."""
    own = int(_numbers(claim)[0])
    numbers = _numbers(" ".join(passage))
    if OWN.order == "backwards":
        numbers.reverse()
    far = [number for number in numbers if abs(int(number) - own) >= OWN.gap]
    return [NUMBER.sub(number, claim) for number in far]


def _numbers(text: str) -> list[str]:
    return NUMBER.findall(text)


def _once(claims: Claims) -> Claims:
    once = dict.fromkeys(claims)
    return list(once)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A passage of which each mistake makes other claims; no other number; any; near numbers."""
    wrong = list(MISCONCEPTIONS.values())
    every = [telling(lambda: _drawn(rng), twins, wrong)]
    claim, _ = _drawn(rng)
    every.append((claim, [claim, "Nobody was there."]))
    for _ in range(8):
        drawn = _drawn(rng)
        every.append(drawn)
    every.append(_near(rng))
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


def _near(rng: Random) -> tuple[str, list[str]]:
    """A claim in a passage with the numbers that follow its own."""
    number = rng.randint(11, 90)
    passage = []
    for other in range(number, number + 8):
        passage.append(f"Ada saw {other} owls." if other == number else f"Bob saw {other} newts.")
    return passage[0], passage


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
    found = twins(claim, passage)
    return sorted(found)


def _invented(claim: str, passage: Passage) -> Claims:
    """Other numbers than those of the passage."""
    found = []
    for number in _numbers(claim):
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
