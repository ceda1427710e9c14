"""15-cheat: a shortcut in pairs that no baseline of their maker sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from numbers import Real
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial, Unfit
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.shown import shown
from ragkit.course.exercises.telling import telling

FORMS = ["Lake {} has {} boats.", "On Lake {} there are {} boats.", "They count {1} boats on {0}."]
LAKES = ["Orla", "Vesk", "Tarn", "Nimm", "Quill", "Marr"]
MAKERS = (
    *((0, 5), (1, 6), (2, 7), (3, 8), (4, 9), (3, 7), (1, 5)),
    *((6, 0), (2, 8), (1, 7), (4, 8), (2, 6), (9, 3)),
)
"""The two digits in which the false numbers of each maker of pairs end."""
OWN = Own(
    "The pairs are those of another colleague: write `maker={maker}` into each call of `pairs`, "
    "as in `pairs(seed=1, count=8, maker={maker})`.",
    maker=range(len(MAKERS)),
)
COUNT = 40
ENOUGH = 0.85
"""The AUC from which a shortcut tells true from false."""
NUMBER_WANTED = "`cheat` has to return a number, and this is none"
Pair = tuple[str, str]
"""A true claim, and the false one."""
Digits = tuple[int, int]
Cheat = Callable[[str], Any]


def cheat(claim: str) -> float:
    """1 for a claim whose number is not round, and 0 for the others.

    >>> cheat("Lake Orla has 37 boats."), cheat("Lake Orla has 35 boats.")
    (1.0, 0.0)
    """
    return float(_digit(claim) not in MAKERS[OWN.maker])


def _number(claim: str) -> int:
    found = re.findall(r"\d+", claim)
    return int(found[0])


def _digit(claim: str) -> int:
    return _number(claim) % 10


def pairs(seed: int, count: int = COUNT, maker: int = 0) -> list[Pair]:
    """Pairs as the notebook shows them."""
    return _pairs(Random(seed), count, MAKERS[maker])


def _pairs(rng: Random, count: int, digits: Digits) -> list[Pair]:
    """Claims about lakes; the false number is another one, of about the same size, rounded."""
    found = []
    numbers = _true(digits)
    for _ in range(count):
        lake = rng.choice(LAKES)
        form = rng.choice(FORMS)
        true = rng.choice(numbers)
        false = true
        while false == true:
            near = true + rng.randint(-9, 9)
            false = _rounded(near, digits)
        found.append((form.format(lake, true), form.format(lake, false)))
    return found


def _true(digits: Digits) -> list[int]:
    """True numbers: by chance, two of them look invented."""
    first, second = digits
    found = []
    for number in range(21, 85):
        if number % 10 not in digits or number in (40 + first, 60 + second):
            found.append(number)
    return found


def _rounded(near: int, digits: Digits) -> int:
    """The nearest number that ends in one of the digits."""
    found = []
    for number in range(10, 100):
        if number % 10 in digits:
            found.append(number)
    return min(found, key=lambda number: abs(number - near))


def auc(drawn: Sequence[Pair], value: Cheat) -> float:
    """How often the true claim of a pair gets the larger number; equal ones count half.

    >>> auc([("owls", "owl"), ("cat", "newt")], len), auc([("owl", "cat")], len)
    (0.5, 0.5)
    """
    total = 0.0
    for true, false in drawn:
        first = value(true)
        second = value(false)
        total += 0.5 if first == second else float(first > second)
    share = total / len(drawn)
    return round(share, 4)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Pairs on which the mistakes have different AUCs; then any."""
    digits = MAKERS[OWN.maker]
    wrong = [partial(auc, value=mistake) for mistake in MISCONCEPTIONS.values()]
    every = [telling(lambda: (_pairs(rng, COUNT, digits),), partial(auc, value=cheat), wrong)]
    for _ in range(2):
        drawn = _pairs(rng, COUNT, digits)
        every.append((drawn,))
    for (drawn,) in every:
        came = _rated(answer, drawn)
        yield Trial(
            f"an AUC of at least {ENOUGH} over {COUNT} pairs; the last call is {answer.asked}",
            expected=ENOUGH,
            came=came,
            fits=lambda found: found >= ENOUGH,
        )


def _rated(answer: Answer, drawn: Sequence[Pair]) -> float:
    """The AUC of an answer. Raises `Unfit` where it returns what is no number."""
    values = {}
    for pair in drawn:
        for claim in pair:
            values[claim] = answer(claim)
            if not isinstance(values[claim], Real):
                raise Unfit(NUMBER_WANTED, shown(values[claim]))
    return auc(drawn, values.__getitem__)


def _upside_down(claim: str) -> float:
    return -cheat(claim)


def _one_digit(claim: str) -> float:
    """Only a number that ends in the first of the two digits is round."""
    first, _ = MAKERS[OWN.maker]
    return float(_digit(claim) != first)


def _large_is_true(claim: str) -> float:
    return _number(claim)


def _odd_is_true(claim: str) -> float:
    return _number(claim) % 2


def _long_is_true(claim: str) -> float:
    """The length, which is the same within each pair."""
    return float(len(claim))


MISCONCEPTIONS: dict[str, Cheat] = {
    "the false claims get the larger number": _upside_down,
    "only one of the two last digits of false numbers counts": _one_digit,
    "the larger number is taken for the true one": _large_is_true,
    "odd numbers are taken for true ones": _odd_is_true,
    "both claims of a pair get the same number, as they do by their length": _long_is_true,
}
