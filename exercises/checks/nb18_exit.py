"""18-exit: from which score on an answer from memory may go out without a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import one_each

LEVELS = ((0.5, 0.4), (0.7, 0.8), (0.95, 1.0))
"""Scores, and how often an answer with about such a score is correct."""
Z = 1.96
"""How many standard errors the interval has on each side."""
OWN = Own(
    "In `low`, `z` is {z}, also in the example. Where no score will do, return {never}, "
    "also in the example.",
    z=(Z, 1.28, 1.64, 2.33),
    never=(None, 1.1, 2, 9),
)
Row = tuple[float | None, bool]
"""The critic's score of an answer, None where there was none, and whether it is correct."""
Rows = Sequence[Row]
Values = Sequence[bool]
Threshold = float | None


def low(right: Values) -> float:
    """The lower end of Wilson's interval of a share. Learners get the same function.

    >>> round(low([True] * 10), 3), round(low([True] * 40), 3)
    (0.722, 0.912)
    """
    n = len(right)
    z = OWN.z
    share = sum(right) / n
    middle = share + z * z / (2 * n)
    variance = share * (1 - share) / n
    half = z * sqrt(variance + (z / n) ** 2 / 4)
    return (middle - half) / (1 + z * z / n)


def exit_from(rows: Rows, target: float, least: int) -> Threshold:
    """The lowest score from which enough answers are surely correct; None where there is none.

    >>> exit_from([(0.9, True)] * 10 + [(0.4, False)], 0.7, 10)
    0.9
    >>> exit_from([(0.9, True)] * 10, 0.8, 10) is None
    True
    """

    def is_enough(right: Values) -> bool:
        return _will_do(right, target, least)

    return _lowest(rows, is_enough)


def _will_do(right: Values, target: float, least: int) -> bool:
    if len(right) < least:
        return False
    return low(right) >= target


def _lowest(rows: Rows, is_enough: Callable[[Values], bool]) -> Threshold:
    for threshold in _scores(rows):
        right = _from(rows, threshold)
        if is_enough(right):
            return threshold
    return OWN.never


def _scores(rows: Rows) -> list[float]:
    """All scores, the lowest first."""
    found = set()
    for score, _ in rows:
        if score is not None:
            found.add(score)
    return sorted(found)


def _from(rows: Rows, threshold: float) -> list[bool]:
    """Whether each answer at or above a score is correct."""
    found = []
    for score, right in rows:
        if score is not None and score >= threshold:
            found.append(right)
    return found


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """For each mistake rows from which it chooses otherwise; no score at all; any; right answers.

    In a variant the right answers come first, because they show whether it is that of the learner.
    """
    if OWN.z != Z or OWN.never is not None:
        yield from _all_right(answer)
    wrong = list(MISCONCEPTIONS.values())
    every = one_each(lambda: _drawn(rng), exit_from, wrong)
    every.append(([(None, False), (None, True)], 0.5, 1))
    for _ in range(6):
        drawn = _drawn(rng)
        every.append(drawn)
    for rows, target, least in every:
        yield answer.against(exit_from, rows, target, least)
    yield from _all_right(answer)


def _all_right(answer: Answer) -> Iterator[Trial]:
    """Ten right answers, with targets between the lower ends for each `z`, and one above them."""
    for target in (0.69, 0.75, 0.82, 0.99):
        yield answer.against(exit_from, [(0.9, True)] * 10, target, 5)


def _drawn(rng: Random) -> tuple[list[Row], float, int]:
    """Answers of which those with a higher score are more often correct, with exceptions."""
    rows: list[Row] = []
    for score, chance in LEVELS:
        lower = rng.randint(0, 9) / 100
        own = round(score - lower, 2)
        for _ in range(rng.randint(1, 6)):
            right = rng.random() < chance
            rows.append((own, right))
    rows.append((None, False))
    rng.shuffle(rows)
    return rows, rng.choice([0.4, 0.5, 0.6]), rng.randint(3, 8)


def _by_the_mean(rows: Rows, target: float, least: int) -> Threshold:
    def is_enough(right: Values) -> bool:
        if len(right) < least:
            return False
        return fmean(right) >= target

    return _lowest(rows, is_enough)


def _few_are_enough(rows: Rows, target: float, least: int) -> Threshold:
    """The least number of answers is not looked at."""
    return exit_from(rows, target, 1)


def _highest(rows: Rows, target: float, least: int) -> Threshold:
    found = OWN.never
    for threshold in _scores(rows):
        right = _from(rows, threshold)
        if _will_do(right, target, least):
            found = threshold
    return found


def _strictly_above(rows: Rows, target: float, least: int) -> Threshold:
    """The answers with the score itself do not count."""
    for threshold in _scores(rows):
        above = threshold + 1e-6
        right = _from(rows, above)
        if _will_do(right, target, least):
            return threshold
    return OWN.never


def _more_than_least(rows: Rows, target: float, least: int) -> Threshold:
    more = least + 1
    return exit_from(rows, target, more)


def _first_gap(rows: Rows, target: float, least: int) -> Threshold:
    """From the top down to the first score that will not do."""
    found = OWN.never
    for threshold in reversed(_scores(rows)):
        right = _from(rows, threshold)
        if low(right) < target:
            return found
        if len(right) >= least:
            found = threshold
    return found


def _always_one(rows: Rows, target: float, least: int) -> Threshold:
    """The score whose lower end is highest, and never None."""
    best = (0.0, 0.0)
    for threshold in _scores(rows):
        right = _from(rows, threshold)
        end = low(right)
        best = max(best, (end, threshold))
    return best[1]


MISCONCEPTIONS: dict[str, Callable[[Rows, float, int], Threshold]] = {
    "answers with just the score of the threshold are left out": _strictly_above,
    "the highest score is taken that will do, and not the lowest": _highest,
    "some score is always chosen, and never none": _always_one,
    "a few answers are enough": _few_are_enough,
    "the mean decides, and not the lower end of the interval": _by_the_mean,
    "just the least number of answers is taken to be too few": _more_than_least,
    "the first score that will not do, from the top, ends the search": _first_gap,
}
"""The first ones go wrong most often; for `one_each` the order counts."""
