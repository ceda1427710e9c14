"""29-leak: whether the place of the needed passage gives it away to a writer that is taught."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import ceil, floor, sqrt
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

MIDDLE = 0.5
OWN = Own(
    "It is a leak if the mean is further from 0.5 than {surer} standard errors of a random place.",
    surer=(3, 2, 2.25, 2.5, 2.75, 3.25, 3.5, 3.75, 4, 4.25, 4.5),
)
"""Three standard errors are the kit's own bar (`ragkit/teach/writing/gates.py`)."""
NAMES = ["owls", "cats", "newts", "rooks", "gulls", "terns", "hawks", "swifts", "mice"]
Passages = tuple[str, ...]
Example = tuple[Passages, Sequence[int]]
"""The list of passages, and the numbers of those that the answer cites, from 1."""
Examples = Sequence[Example]
Needed = tuple[Passages, int]
"""A list, and the number of a passage in it that an answer cites."""
Found = tuple[float, bool]
"""The mean place, from 0 to 1, and whether it is a leak."""


def told_by_place(examples: Examples) -> Found:
    """The mean place of the needed passages, and whether it is too far off for chance.

    >>> told_by_place([(("owls", "cats"), [1]), (("newts", "owls"), [])])
    (0.25, False)
    >>> lists = [(f"owls {number}", "cats") for number in range(13)]
    >>> told_by_place([(one, [1]) for one in lists])
    (0.25, True)
    """
    needed = _needed(examples)
    return _judged(_places(needed))


def _judged(places: Sequence[float]) -> Found:
    mean = fmean(places)
    off = abs(mean - MIDDLE)
    error = 1 / sqrt(12 * len(places))
    return mean, off > OWN.surer * error


def _places(needed: Sequence[Needed], left: float = MIDDLE) -> list[float]:
    """Where each passage is in its list: its middle, or its end if nothing of its part is left."""
    places = []
    for passages, number in needed:
        before = number - left
        places.append(before / len(passages))
    return places


def _needed(examples: Examples) -> list[Needed]:
    """Each list with each number that some answer cites, once."""
    once = dict.fromkeys(_cited(examples))
    return list(once)


def _cited(examples: Examples) -> list[Needed]:
    """Each list with each number that an answer cites, as often as it is cited."""
    found = []
    for passages, numbers in examples:
        for number in numbers:
            found.append((passages, number))
    return found


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Examples that each misconception judges in another way; a leak at either end; chance; any."""
    every: list[Examples] = [_telling(rng)]
    for first in (False, True):
        leaking = _leaking(rng, first)
        every.append(leaking)
    alone = (_list(rng, 4), [1])
    every.append([alone])
    for _ in range(6):
        drawn = _drawn(rng)
        every.append(drawn)
    every += _at_the_bar()
    for examples in every:
        yield answer.against(told_by_place, examples)


def _telling(rng: Random) -> list[Example]:
    while True:
        examples = _drawn(rng)
        means = {_rounded(told_by_place(examples))}
        for wrong in TOLD_APART:
            means.add(_rounded(wrong(examples)))
        if len(means) == 1 + len(TOLD_APART):
            return examples


def _rounded(found: Found) -> float:
    """The mean, so that two that differ by a rounding error are one."""
    return round(found[0], 9)


def _leaking(rng: Random, first: bool) -> list[Example]:
    """Lists whose needed passage is always the first, or always the last."""
    found: list[Example] = []
    for _ in range(12):
        length = rng.randint(3, 5)
        number = 1 if first else length
        passages = _list(rng, length)
        found.append((passages, [number]))
    return found


def _at_the_bar() -> list[Examples]:
    """Lists of two: too few for a leak with each first one needed, and enough with each second."""
    pairs = list(permutations(NAMES, 2))
    count = OWN.surer**2 * 4 / 3
    few = [(pair, [1]) for pair in pairs[: ceil(count) - 1]]
    enough = [(pair, [2]) for pair in pairs[: floor(count) + 1]]
    return [few, enough]


def _drawn(rng: Random) -> list[Example]:
    """Some lists, two of them with more than one question; an answer cites up to two passages."""
    found: list[Example] = []
    for _ in range(rng.randint(4, 6)):
        passages = _list(rng, rng.randint(3, 5))
        found.append((passages, _numbers(rng, passages)))
    for passages, numbers in rng.sample(found, 2):
        found.append((passages, numbers))
        found.append((passages, _numbers(rng, passages)))
    found.append((_list(rng, 3), []))
    return rng.sample(found, len(found))


def _list(rng: Random, length: int) -> Passages:
    names = rng.sample(NAMES, length)
    return tuple(names)


def _numbers(rng: Random, passages: Passages) -> list[int]:
    """One number of these passages, or two."""
    count = rng.choice([1, 1, 2])
    every = range(1, len(passages) + 1)
    return rng.sample(every, count)


def _as_often(examples: Examples) -> Found:
    """A list counts again with each question that is asked of it."""
    cited = _cited(examples)
    return _judged(_places(cited))


def _once_a_list(examples: Examples) -> Found:
    """A list counts once, whichever other of its passages is needed, too."""
    first: dict[Passages, int] = {}
    for passages, number in _needed(examples):
        first.setdefault(passages, number)
    needed = list(first.items())
    places = _places(needed)
    return _judged(places)


def _first_needed(examples: Examples) -> Found:
    """Only the first passage that an answer needs counts."""
    told = []
    for passages, numbers in examples:
        told.append((passages, numbers[:1]))
    return told_by_place(told)


def _from_the_end(examples: Examples) -> Found:
    """The end of a passage's part, so that the last place is 1 and the first is not 0."""
    needed = _needed(examples)
    return _judged(_places(needed, left=0))


def _from_the_start(examples: Examples) -> Found:
    needed = _needed(examples)
    return _judged(_places(needed, left=1))


def _number(examples: Examples) -> Found:
    """The number counts, however long its list is."""
    numbers = []
    for _, number in _needed(examples):
        numbers.append(number)
    return _judged(numbers)


def _first_place(examples: Examples) -> Found:
    """The share that is at the first place."""
    firsts = []
    for _, number in _needed(examples):
        is_first = number == 1
        firsts.append(float(is_first))
    return _judged(firsts)


def _refusals(examples: Examples) -> Found:
    """An answer that needs no passage has the place 0."""
    places = _places(_needed(examples))
    for _, numbers in examples:
        if not numbers:
            places.append(0.0)
    return _judged(places)


def _any_difference(examples: Examples) -> Found:
    mean, _ = told_by_place(examples)
    differs = mean != MIDDLE
    return mean, differs


def _early_only(examples: Examples) -> Found:
    """Only a passage that is too early is a leak."""
    mean, leaks = told_by_place(examples)
    return mean, leaks and mean < MIDDLE


TOLD_APART: list[Callable[[Examples], Found]] = [
    _as_often,
    _once_a_list,
    _first_needed,
    _from_the_end,
    _from_the_start,
    _number,
    _first_place,
    _refusals,
]
MISCONCEPTIONS: dict[str, Callable[[Examples], Found]] = {
    "a list counts again with each question that is asked of it": _as_often,
    "a list counts once, though another of its passages is needed, too": _once_a_list,
    "only the first passage that an answer needs counts": _first_needed,
    "the place is the end of a passage's part, and not the middle": _from_the_end,
    "the place is the start of a passage's part, and not the middle": _from_the_start,
    "the number counts, however long its list is": _number,
    "only the first place is looked at": _first_place,
    "a refusal counts as a passage at the place 0": _refusals,
    "any difference from the middle is a leak, however few lists there are": _any_difference,
    "only a passage that is too early is a leak, and not one that is too late": _early_only,
}
