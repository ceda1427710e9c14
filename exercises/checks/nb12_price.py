"""12-price: the value of a system where a wrong answer costs something, an abstention nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

Ends = Sequence[str | None]
OUTCOMES = ("correct", "wrong", "abstained")
OWN = Own(
    "A correct answer is worth {correct}, and an abstention {abstained}.",
    correct=(1, 2, 3, 5),
    abstained=(0, 0.1, 0.25),
)


def value(ends: Ends, price: float) -> float | None:
    """The mean value of the graded questions; None where none is graded.

    >>> value(["correct", "wrong", "abstained", "correct", None], 1)
    0.25
    """
    graded = _graded(ends)
    if not graded:
        return None
    worth = {
        "correct": OWN.correct,
        "wrong": -price,
        "abstained": OWN.abstained,
    }
    return fmean(worth[end] for end in graded)


def _graded(ends: Ends) -> list[str]:
    return [end for end in ends if end is not None]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """All that can happen; the price 0; only abstentions; none graded; only wrong; then any."""
    counts = rng.choice([(4, 1, 3), (5, 1, 2), (5, 2, 2)])
    price = rng.choice([0.5, 3])
    yield answer.against(value, _mixed(rng, *counts), price)
    yield answer.against(value, _mixed(rng, *counts), 0)
    yield answer.against(value, ["abstained"] * rng.randint(2, 5), 7)
    yield answer.against(value, [None, None], 1)
    yield answer.against(value, [], 1)
    yield answer.against(value, ["wrong"] * 3, 2)
    for _ in range(8):
        count = rng.randint(1, 8)
        ends = rng.choices([*OUTCOMES, None], k=count)
        yield answer.against(value, ends, rng.choice([0, 0.25, 1, 2, 5]))


def _mixed(rng: Random, correct: int, wrong: int, abstained: int) -> list[str | None]:
    """So many of each, and one that is ungraded, in any order."""
    ends: list[str | None] = [None]
    ends += ["correct"] * correct
    ends += ["wrong"] * wrong
    ends += ["abstained"] * abstained
    rng.shuffle(ends)
    return ends


def _abstained_is_wrong(ends: Ends, price: float) -> float | None:
    return value(["wrong" if end == "abstained" else end for end in ends], price)


def _of_the_answers(ends: Ends, price: float) -> float | None:
    return value([end for end in ends if end != "abstained"], price)


def _ungraded_is_0(ends: Ends, price: float) -> float | None:
    total = _sum(ends, price)
    if total is None:
        return 0.0
    return total / len(ends)


def _ungraded_is_wrong(ends: Ends, price: float) -> float | None:
    graded = [end or "wrong" for end in ends]
    return value(graded, price)


def _ungraded_spoils_all(ends: Ends, price: float) -> float | None:
    return None if None in ends else value(ends, price)


def _accuracy(ends: Ends, price: float) -> float | None:
    return value(ends, 0)


def _price_is_added(ends: Ends, price: float) -> float | None:
    return value(ends, -price)


def _sum(ends: Ends, price: float) -> float | None:
    mean = value(ends, price)
    count = len(_graded(ends))
    return None if mean is None else mean * count


MISCONCEPTIONS = {
    "an abstention counts as a wrong answer": _abstained_is_wrong,
    "the mean is over the answers only, and abstentions are left out": _of_the_answers,
    "a question that is ungraded counts as a 0": _ungraded_is_0,
    "a question that is ungraded counts as a wrong answer": _ungraded_is_wrong,
    "one question that is ungraded spoils the whole mean": _ungraded_spoils_all,
    "a wrong answer costs nothing, as in accuracy": _accuracy,
    "the price of a wrong answer is added, and not subtracted": _price_is_added,
    "the sum is not divided by the number of graded questions": _sum,
}
