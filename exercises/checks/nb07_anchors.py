"""07-anchors: the numbers of a claim that no single passage has all of (adaptive, section 4.7)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial

Passages = Sequence[str]


def numbers(text: str) -> list[str]:
    """The numbers of a text, each once, in order. The notebook gives learners the same function.

    >>> numbers("In 1962 it took 19 steps, and 19 again.")
    ['1962', '19']
    """
    found = re.findall(r"\d+", text)
    return list(dict.fromkeys(found))


def lacking(claim: str, passages: Passages) -> list[str]:
    """The numbers of a claim that the passage with most of them lacks; the first of equals.

    >>> lacking("In 1962 it took 19 steps.", ["It is of 1962.", "It took 19 steps."])
    ['19']
    """
    every = [_lacks(claim, passage) for passage in passages]
    return min(every, key=len, default=numbers(claim))


def _lacks(claim: str, passage: str) -> list[str]:
    known = numbers(passage)
    return [number for number in numbers(claim) if number not in known]


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
    return _lacks(claim, " ".join(passages))


def _within(claim: str, passages: Passages) -> list[str]:
    wanted = numbers(claim)
    every = []
    for passage in passages:
        every.append([number for number in wanted if number not in passage])
    return min(every, key=len, default=wanted)


def _first_only(claim: str, passages: Passages) -> list[str]:
    return lacking(claim, passages[:1])


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
