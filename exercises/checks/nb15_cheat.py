"""15-cheat: a shortcut in pairs that no baseline of their maker sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from numbers import Real
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.shown import shown
from ragkit.course.exercises.telling import telling

FORMS = ["Lake {} has {} boats.", "On Lake {} there are {} boats.", "They count {1} boats on {0}."]
LAKES = ["Orla", "Vesk", "Tarn", "Nimm", "Quill", "Marr"]
TRUE = [number for number in range(21, 85) if number % 5 or number in (40, 65)]
"""True numbers: by chance, two of them look invented."""
COUNT = 40
ENOUGH = 0.85
"""The AUC from which a shortcut tells true from false."""
STEP = 5
"""What the maker of the pairs rounds a false number to."""
Pair = tuple[str, str]
"""A true claim, and the false one."""
Cheat = Callable[[str], Any]


def cheat(claim: str) -> float:
    """1 for a claim whose number is not round, and 0 for the others.

    >>> cheat("Lake Orla has 37 boats."), cheat("Lake Orla has 35 boats.")
    (1.0, 0.0)
    """
    return float(_number(claim) % STEP > 0)


def _number(claim: str) -> int:
    found = re.findall(r"\d+", claim)
    return int(found[0])


def pairs(seed: int, count: int = COUNT) -> list[Pair]:
    """Pairs as the notebook shows them."""
    return _pairs(Random(seed), count)


def _pairs(rng: Random, count: int) -> list[Pair]:
    """Claims about lakes; the false number is another one, of about the same size, rounded."""
    found = []
    for _ in range(count):
        lake = rng.choice(LAKES)
        form = rng.choice(FORMS)
        true = rng.choice(TRUE)
        false = true
        while false == true:
            near = true + rng.randint(-9, 9)
            false = STEP * round(near / STEP)
        found.append((form.format(lake, true), form.format(lake, false)))
    return found


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
    return round(total / len(drawn), 4)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Pairs on which the mistakes have different AUCs; then any."""
    wrong = [partial(auc, value=mistake) for mistake in MISCONCEPTIONS.values()]
    every = [telling(lambda: (_pairs(rng, COUNT),), partial(auc, value=cheat), wrong)]
    for _ in range(2):
        drawn = _pairs(rng, COUNT)
        every.append((drawn,))
    for (drawn,) in every:
        came = _rated(answer, drawn)
        yield Trial(
            f"an AUC of at least {ENOUGH} over {COUNT} pairs; the last call is {answer.asked}",
            expected=ENOUGH,
            came=came,
            fits=lambda found: found >= ENOUGH,
        )


def _rated(answer: Answer, drawn: Sequence[Pair]) -> float | str:
    """The AUC of an answer, or what it returns that is no number."""
    values = {}
    for pair in drawn:
        for claim in pair:
            values[claim] = answer(claim)
            if not isinstance(values[claim], Real):
                return f"{shown(values[claim])}, which is no number"
    return auc(drawn, values.__getitem__)


def _upside_down(claim: str) -> float:
    return -cheat(claim)


def _zeros_only(claim: str) -> float:
    """Only a number that ends in 0 is round."""
    return float(_number(claim) % 10 > 0)


def _large_is_true(claim: str) -> float:
    return _number(claim)


def _odd_is_true(claim: str) -> float:
    return _number(claim) % 2


def _long_is_true(claim: str) -> float:
    """The length, which is the same within each pair."""
    return float(len(claim))


MISCONCEPTIONS: dict[str, Cheat] = {
    "the false claims get the larger number": _upside_down,
    "only numbers that end in 0 count as round": _zeros_only,
    "the larger number is taken for the true one": _large_is_true,
    "odd numbers are taken for true ones": _odd_is_true,
    "both claims of a pair get the same number, as they do by their length": _long_is_true,
}
