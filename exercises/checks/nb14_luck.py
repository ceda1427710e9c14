"""14-luck: what the best system is worth on the questions that chose it, and on the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

NAMES = ["extract", "naive", "hybrid", "crag", "adaptive"]
QUESTIONS = 8
OWN = Own(
    "A value below 0 is multiplied by {times} first, for the winner and for both means. "
    "Of equals, the winner is the {of_equals} one in `values`.",
    times=(1, 2, 3, 4, 5, 10),
    of_equals=("first", "last"),
)
Values = Mapping[str, Sequence[float]]
"""What each system's answer to each question is worth: 1, 0 or less."""
Draw = Sequence[int]
"""The places of the questions that a system is chosen on."""
Found = tuple[float, float]
"""The mean value of the winners on the questions that chose them, and on the others."""
Story = tuple[dict[str, list[float]], list[list[int]]]


def luck(values: Values, draws: Sequence[Draw]) -> Found:
    """The mean values of the winners of some draws, there and on the other questions.

    >>> luck({"owl": [1, 0, 0, 1], "cat": [0, 1, 1, 0]}, [[0], [1, 2]])
    (1.0, 0.16666666666666666)
    """
    there, elsewhere = [], []
    for draw in draws:
        own = values[_winner(values, draw)]
        there.append(_mean(own, draw))
        elsewhere.append(_mean(own, _others(own, draw)))
    return fmean(there), fmean(elsewhere)


def _winner(values: Values, draw: Draw) -> str:
    """The system with the highest mean; of equals, the one that the variant says."""
    names = list(values)
    if OWN.of_equals == "last":
        names.reverse()
    return max(names, key=lambda name: _mean(values[name], draw))


def _mean(own: Sequence[float], draw: Draw) -> float:
    values = _worth(own, draw)
    return fmean(values)


def _worth(own: Sequence[float], draw: Draw) -> list[float]:
    """The values at some places, those below 0 as often as they count."""
    worth = []
    for place in draw:
        value = own[place]
        worth.append(value * OWN.times if value < 0 else value)
    return worth


def _others(own: Sequence[float], draw: Draw) -> list[int]:
    """The places of the questions that are not in a draw."""
    others = []
    for place in range(len(own)):
        if place not in draw:
            others.append(place)
    return others


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Values that each misconception counts in another way; equal systems; any."""
    told = [_telling(rng), _tied(rng)]
    for _ in range(6):
        drawn = _drawn(rng)
        told.append(drawn)
    for values, draws in told:
        yield answer.against(luck, values, draws)


def _telling(rng: Random) -> Story:
    while True:
        values, draws = _drawn(rng)
        right = luck(values, draws)
        results = {_rounded(right)}
        for wrong in MISCONCEPTIONS.values():
            results.add(_rounded(wrong(values, draws)))
        if len(results) == 1 + len(MISCONCEPTIONS):
            return values, draws


def _rounded(found: Found) -> tuple[float, ...]:
    """The means, so that two that differ by a rounding error are one."""
    return tuple(round(mean, 9) for mean in found)


def _tied(rng: Random) -> Story:
    """Two systems that are equally good on the draw, and not on the others."""
    first, second = rng.sample(NAMES, 2)
    values: dict[str, list[float]] = {}
    values[first] = [1, 0, 0, -1]
    values[second] = [0, 1, 1, 0]
    draw = [0, 1]
    return values, [draw]


def _drawn(rng: Random) -> Story:
    names = rng.sample(NAMES, rng.randint(3, 4))
    values = {}
    for name in names:
        values[name] = rng.choices([1.0, 0.0, -1.0], k=QUESTIONS)
    draws = []
    for _ in range(4):
        count = rng.randint(2, 5)
        draw = rng.sample(range(QUESTIONS), count)
        draws.append(draw)
    return values, draws


def _all_again(values: Values, draws: Sequence[Draw]) -> Found:
    """The winner is reported on all questions, with those that chose it."""
    there, _ = luck(values, draws)
    everywhere = []
    for draw in draws:
        own = values[_winner(values, draw)]
        everywhere.append(_mean(own, range(len(own))))
    return there, fmean(everywhere)


def _not_apart(values: Values, draws: Sequence[Draw]) -> Found:
    there, _ = luck(values, draws)
    return there, there


def _one_winner(values: Values, draws: Sequence[Draw]) -> Found:
    """The system that is best on all questions wins each draw."""
    best = _winner(values, range(QUESTIONS))
    return luck({best: values[best]}, draws)


def _first_winner(values: Values, draws: Sequence[Draw]) -> Found:
    """Who wins the first draw wins all."""
    best = _winner(values, draws[0])
    return luck({best: values[best]}, draws)


def _chosen_anew(values: Values, draws: Sequence[Draw]) -> Found:
    """On the other questions another winner is chosen."""
    there, _ = luck(values, draws)
    elsewhere = []
    for draw in draws:
        means = []
        for own in values.values():
            others = _others(own, draw)
            means.append(_mean(own, others))
        elsewhere.append(max(means))
    return there, fmean(elsewhere)


def _everybody(values: Values, draws: Sequence[Draw]) -> Found:
    """On the other questions all systems count, not the winner alone."""
    there, _ = luck(values, draws)
    elsewhere = []
    for draw in draws:
        for own in values.values():
            others = _others(own, draw)
            elsewhere.append(_mean(own, others))
    return there, fmean(elsewhere)


def _by_question(values: Values, draws: Sequence[Draw]) -> Found:
    """A draw of many questions counts more than one of few."""
    there, elsewhere = [], []
    for draw in draws:
        own = values[_winner(values, draw)]
        there += _worth(own, draw)
        elsewhere += _worth(own, _others(own, draw))
    return fmean(there), fmean(elsewhere)


def _exchanged(values: Values, draws: Sequence[Draw]) -> Found:
    there, elsewhere = luck(values, draws)
    return elsewhere, there


def _by_most_correct(values: Values, draws: Sequence[Draw]) -> Found:
    """Wrong answers do not count when the winner is chosen."""
    correct = {}
    for name, own in values.items():
        correct[name] = [max(one, 0) for one in own]
    there, elsewhere = [], []
    for draw in draws:
        own = values[_winner(correct, draw)]
        others = _others(own, draw)
        there.append(_mean(own, draw))
        elsewhere.append(_mean(own, others))
    return fmean(there), fmean(elsewhere)


MISCONCEPTIONS = {
    "the winner is reported on all questions, with those that chose it": _all_again,
    "the winner is reported on the questions that chose it": _not_apart,
    "the system that is best on all questions is taken for the winner of each draw": _one_winner,
    "the winner of the first draw is taken for that of all": _first_winner,
    "on the other questions a winner is chosen again": _chosen_anew,
    "on the other questions the mean of all systems is taken": _everybody,
    "a draw of many questions counts more than one of few": _by_question,
    "the two means have changed places": _exchanged,
    "a wrong answer costs nothing when the winner is chosen": _by_most_correct,
}
