"""26-three: how many questions without a false hit it takes to say that these are rare."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, log
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

OWN = Own(
    "The cache was already asked {before} questions, and none of its hits was false. Return how "
    "many more questions it takes, and 0 where these are enough.",
    before=(0, 4, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36),
)

SHARES = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2]
DOUBTS = [0.01, 0.02, 0.1, 0.2]


def needed(share: float, doubt: float) -> int:
    """The fewest questions of which none is a false hit, so that their share is lower.

    If it were `share`, so many questions would pass without one with a probability of `doubt` or
    less.

    >>> needed(0.01, 0.05), needed(0.1, 0.05)
    (299, 29)
    """
    n = _exact(share, doubt)
    return _more(ceil(n))


def _more(n: int) -> int:
    """How many of so many questions are still to be asked."""
    left = n - OWN.before
    return max(0, left)


def _exact(share: float, doubt: float) -> float:
    """The number of questions, not rounded."""
    kept = 1 - share
    return log(doubt) / log(kept)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A doubt that is not one in twenty first; then that one; then any."""
    share = rng.choice(SHARES[:4])
    doubt = rng.choice([0.01, 0.1])
    yield answer.against(needed, share, doubt)
    yield answer.against(needed, share, 0.05)
    for _ in range(8):
        share = rng.choice(SHARES)
        doubt = rng.choice(DOUBTS)
        yield answer.against(needed, share, doubt)


def _three(share: float, doubt: float) -> int:
    whole = ceil(3 / share)
    return _more(whole)


def _rounded_down(share: float, doubt: float) -> int:
    n = _exact(share, doubt)
    return _more(floor(n))


def _one(share: float, doubt: float) -> int:
    whole = ceil(1 / share)
    return _more(whole)


def _of_the_sure(share: float, doubt: float) -> int:
    sure = 1 - doubt
    return needed(share, sure)


def _both_sides(share: float, doubt: float) -> int:
    half = doubt / 2
    return needed(share, half)


def _turned(share: float, doubt: float) -> int:
    return needed(doubt, share)


MISCONCEPTIONS = {
    "3 divided by the share: that is near, for one doubt in twenty only": _three,
    "the last number is one too few: so many still pass too easily": _rounded_down,
    "1 divided by the share, after which one false hit is expected": _one,
    "the probability may be as large as 1 - doubt": _of_the_sure,
    "half of the doubt is kept for the other side, where nothing can be": _both_sides,
    "the share and the doubt are exchanged": _turned,
}
