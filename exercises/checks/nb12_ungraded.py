"""12-ungraded: a mean in which what could not be graded became a 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.score import score as kit_score

Grades = Sequence[float | None]
Found = Sequence[float | None]
EMPTY = {"NaN": float("nan"), "`None`": None}
OWN = Own(
    "`score` returns in this order: {order}. Without any graded value the mean is {empty}.",
    order=(
        "the mean, the graded, the ungraded",
        "the mean, the ungraded, the graded",
        "the graded, the mean, the ungraded",
        "the graded, the ungraded, the mean",
        "the ungraded, the mean, the graded",
        "the ungraded, the graded, the mean",
    ),
    empty=tuple(EMPTY),
)


def score(grades: Grades) -> Found:
    """The mean of the graded values, how many they are, and how many are ungraded.

    >>> score([1, 0, None])
    (0.5, 2, 1)
    """
    found = kit_score(grades, draws=1)
    return _in_order(found.mean, found.n, found.ungraded)


def _in_order(mean: float, graded: int, ungraded: int) -> Found:
    """The three in the order of the variant."""
    found = {
        "the mean": mean if graded else EMPTY[OWN.empty],
        "the graded": graded,
        "the ungraded": ungraded,
    }
    return tuple(found[name] for name in OWN.order.split(", "))


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Both a 0 and a gap; only gaps; no grade at all; then any."""
    both = [1, 0, None, rng.choice([1, 0.5])]
    rng.shuffle(both)
    yield answer.against(score, both)
    yield answer.against(score, [None, None])
    yield answer.against(score, [])
    yield answer.against(score, [0, 0])
    for _ in range(10):
        count = rng.randint(1, 6)
        grades = rng.choices([1, 0.5, 0, None], k=count)
        yield answer.against(score, grades)


def _still_zero(grades: Grades) -> Found:
    filled = [grade or 0 for grade in grades]
    return score(filled)


def _zero_is_left_out(grades: Grades) -> Found:
    without = [grade or None for grade in grades]
    return score(without)


def _divided_by_all(grades: Grades) -> Found:
    filled = [grade or 0 for grade in grades]
    of_all = kit_score(filled, draws=1)
    found = kit_score(grades, draws=1)
    return _in_order(of_all.mean, found.n, found.ungraded)


def _one_gap_spoils_all(grades: Grades) -> Found:
    if None in grades:
        return _in_order(float("nan"), 0, len(grades))
    return score(grades)


MISCONCEPTIONS = {
    "what could not be graded still counts as a 0": _still_zero,
    "a grade of 0 is left out together with what could not be graded": _zero_is_left_out,
    "the sum is still divided by the number of all questions": _divided_by_all,
    "one question that could not be graded spoils the whole mean": _one_gap_spoils_all,
}
