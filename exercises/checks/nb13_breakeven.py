"""13-breakeven: the price of a wrong answer from which on a careful system is worth as much."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

NEVER = {"math.inf": math.inf, "None": None, "math.nan": math.nan}
OWN = Own(
    "Over all questions the careful system has to be worth at least {ahead} more than the bold "
    "one. Where no price will do, return `{never}`.",
    ahead=(0, 1, 2, 3, 4),
    never=tuple(NEVER),
)
Counts = Mapping[str, int]
Price = float | None
QUESTIONS = 40
LOSING = [(1, 4), (1, 5), (1, 6), (2, 7), (2, 8), (2, 9)]
"""Correct answers given up and wrong ones avoided, so that no misconception has the same result."""


def break_even(careful: Counts, bold: Counts) -> Price:
    """The lowest price from which on the careful system is worth at least as much as the bold one.

    It is 0 where every price will do, and infinite where none does. The rule is that of
    `_crossing` in `evaluate/measures/value.py`.

    >>> break_even({"correct": 4, "wrong": 0}, {"correct": 6, "wrong": 4})
    0.5
    """
    price = _price(careful, bold)
    return _told(price)


def _told(price: float) -> Price:
    if price < math.inf:
        return price
    never = OWN.never
    return NEVER[never]


def _price(careful: Counts, bold: Counts) -> float:
    """As `break_even`, and infinite where no price will do."""
    given_up, avoided = _changes(careful, bold)
    if avoided < 0:
        return math.inf
    if given_up <= 0:
        return 0.0
    return math.inf if avoided == 0 else given_up / avoided


def _changes(careful: Counts, bold: Counts) -> tuple[int, int]:
    """What the careful system has to make up for, and how many wrong answers it avoids."""
    given_up = bold["correct"] - careful["correct"] + OWN.ahead
    avoided = bold["wrong"] - careful["wrong"]
    return given_up, avoided


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """It loses and avoids; it only loses; it is better; it is wrong more often; ties; then any."""
    yield _trial(answer, rng, *rng.choice(LOSING))
    yield _trial(answer, rng, rng.randint(1, 4), 0)
    yield _trial(answer, rng, -rng.randint(1, 4), rng.randint(1, 4))
    yield _trial(answer, rng, -rng.randint(1, 4), -rng.randint(1, 4))
    yield _trial(answer, rng, rng.randint(1, 4), -rng.randint(1, 4))
    yield _trial(answer, rng, 0, 0)
    yield _trial(answer, rng, -rng.randint(1, 4), 0)
    yield _trial(answer, rng, 0, rng.randint(1, 4))
    for _ in range(8):
        yield _trial(answer, rng, rng.randint(-4, 6), rng.randint(-4, 9))


def _trial(answer: Answer, rng: Random, given_up: int, avoided: int) -> Trial:
    """A question about two systems that differ by so many correct and so many wrong answers."""
    correct, wrong = rng.randint(9, 12), rng.randint(4, 6)
    careful = _counts(correct, wrong)
    correct += given_up - OWN.ahead
    bold = _counts(correct, wrong + avoided)
    return answer.against(break_even, careful, bold)


def _counts(correct: int, wrong: int) -> dict[str, int]:
    return {"correct": correct, "wrong": wrong, "abstained": QUESTIONS - correct - wrong}


def _upside_down(careful: Counts, bold: Counts) -> float:
    price = _price(careful, bold)
    return 1 / price if 0 < price < math.inf else price


def _swapped(careful: Counts, bold: Counts) -> float:
    return _price(bold, careful)


def _sign(careful: Counts, bold: Counts) -> float:
    price = _price(careful, bold)
    return -price if price < math.inf else price


def _bold_alone(careful: Counts, bold: Counts) -> float:
    price = _price(careful, bold)
    return bold["correct"] / bold["wrong"] if 0 < price < math.inf else price


def _own_answers(careful: Counts, bold: Counts) -> float:
    """Of its answers, what a system has more correct it has less wrong, so the ratio is -1."""
    price = _price(careful, bold)
    return -1.0 if 0 < price < math.inf else price


def _below_0(careful: Counts, bold: Counts) -> float:
    given_up, avoided = _changes(careful, bold)
    return given_up / avoided if avoided > 0 else _price(careful, bold)


def _never_is_0(careful: Counts, bold: Counts) -> float:
    price = _price(careful, bold)
    return price if price < math.inf else 0.0


def _up_to(careful: Counts, bold: Counts) -> float:
    given_up, avoided = _changes(careful, bold)
    if given_up < 0 and avoided < 0:
        return given_up / avoided
    return _price(careful, bold)


def _nothing_avoided(careful: Counts, bold: Counts) -> float:
    _, avoided = _changes(careful, bold)
    return math.inf if avoided == 0 else _price(careful, bold)


WRONG = {
    "the fraction is upside down": _upside_down,
    "the two systems are swapped": _swapped,
    "one of the two differences has the wrong sign": _sign,
    "the bold system alone decides, by its correct answers over its wrong ones": _bold_alone,
    "each count is divided by the number of answers, as in precision": _own_answers,
    "a price below 0 is returned, where every price will do": _below_0,
    "0 is returned where no price will do": _never_is_0,
    "the price is that up to which the careful system is ahead, not from which on": _up_to,
    "a system that avoids no wrong answer is never preferred, though it loses nothing": (
        _nothing_avoided
    ),
}


def _telling(wrong: Callable[[Counts, Counts], float]) -> Callable[[Counts, Counts], Price]:
    def told(careful: Counts, bold: Counts) -> Price:
        price = wrong(careful, bold)
        return _told(price)

    return told


MISCONCEPTIONS = {name: _telling(wrong) for name, wrong in WRONG.items()}
