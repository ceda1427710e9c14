"""07-anchors: the numbers of a claim that no single passage has all of (adaptive, section 4.7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

Passages = Sequence[str]
Arranged = Callable[[Sequence[str]], list[str]]

EQUAL = "Of 30, 10, 50, 20, 40 all are there."
HAVING_ONE = ["There are 20.", "There are 10.", "There are 50.", "There are 40."]
"""Passages that lack equally many numbers of this claim."""


def _backwards(texts: Sequence[str]) -> list[str]:
    return list(reversed(texts))


DECIDES: dict[str, Arranged] = {
    "the first one": list,
    "the last one": _backwards,
    "the one that `min(passages)` returns": sorted,
    "the one that `max(passages)` returns": partial(sorted, reverse=True),
}
"""What comes first decides."""
ORDERS: dict[str, Arranged] = {
    "in the order of the claim": list,
    "from the end of the claim to its beginning": _backwards,
    "from the smallest to the largest": partial(sorted, key=int),
    "from the largest to the smallest": partial(sorted, key=int, reverse=True),
}
OWN = Own(
    "Of passages that lack equally many, {decides} decides, and the numbers come {order}.",
    decides=tuple(DECIDES),
    order=tuple(ORDERS),
)


def numbers(text: str) -> list[str]:
    """The numbers of a text, each once, in order. The notebook gives learners the same function.

    >>> numbers("In 1962 it took 19 steps, and 19 again.")
    ['1962', '19']
    """
    found = re.findall(r"\d+", text)
    once = dict.fromkeys(found)
    return list(once)


def lacking(claim: str, passages: Passages) -> list[str]:
    """The numbers of a claim that the passage with most of them lacks; the first of equals.

    >>> lacking("In 1962 it took 19 steps.", ["It is of 1962.", "It took 19 steps."])
    ['19']
    """
    every = [_lacks(claim, passage) for passage in _deciding_first(passages)]
    wanted = _wanted(claim)
    return min(every, key=len, default=wanted)


def _deciding_first(passages: Passages) -> list[str]:
    return DECIDES[OWN.decides](passages)


def _wanted(claim: str) -> list[str]:
    """The numbers of a claim, in the order in which they are returned."""
    return ORDERS[OWN.order](numbers(claim))


def _lacks(claim: str, passage: str) -> list[str]:
    known = numbers(passage)
    return [number for number in _wanted(claim) if number not in known]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Facts of two passages joined; a number within another; the second passage; none; many."""
    year = rng.randint(1950, 1999)
    steps = rng.randint(100, 900)
    claim = f"It was published in {year} and took {steps} steps."
    apart = [f"It was published in {year}.", f"It took {steps} steps."]
    longer = f"It was published in 2{year} and took {steps} steps."
    whole = f"In {year} somebody counted {steps} steps."
    nothing = "Nobody knows."
    for passages in (apart, [longer], [nothing, whole], [whole, nothing], []):
        yield answer.against(lacking, claim, passages)
    yield answer.against(lacking, "It is old.", apart)
    yield answer.against(lacking, EQUAL, HAVING_ONE)
    for _ in range(10):
        claim, passages = _drawn(rng)
        yield answer.against(lacking, claim, passages)


def _drawn(rng: Random) -> tuple[str, list[str]]:
    """A claim with some numbers, and passages with some of the same."""
    pool = [str(number) for number in rng.sample(range(10, 100), 6)]
    three = ", ".join(rng.sample(pool, 3))
    passages = []
    for _ in range(rng.randint(1, 4)):
        count = rng.randint(0, 4)
        some = ", ".join(rng.sample(pool, count))
        passages.append(f"There are {some or 'none'}.")
    return f"Of {three} all are there.", passages


def _joined(claim: str, passages: Passages) -> list[str]:
    text = " ".join(passages)
    return _lacks(claim, text)


def _within(claim: str, passages: Passages) -> list[str]:
    wanted = _wanted(claim)
    every = []
    for passage in _deciding_first(passages):
        every.append([number for number in wanted if number not in passage])
    return min(every, key=len, default=wanted)


def _first_only(claim: str, passages: Passages) -> list[str]:
    first = passages[:1]
    return lacking(claim, first)


def _empty_is_fine(claim: str, passages: Passages) -> list[str]:
    if not passages:
        return []
    return lacking(claim, passages)


MISCONCEPTIONS = {
    "the passages are joined, so that two of them make one fact": _joined,
    "a number counts as found inside a longer one": _within,
    "only the first passage is looked at": _first_only,
    "a claim without any passage lacks nothing": _empty_is_fine,
}
