"""12-paired: one paired difference, where two intervals were compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.evaluate.measures.summary import Difference
from ragkit.score import score

QUESTIONS = ("beak", "claw", "den", "egg", "fur", "howl", "nest", "owl")
Values = Mapping[str, float]


def shown(ours: Values, theirs: Values) -> bool:
    """Whether the questions that both systems have show a difference between them."""
    gaps = _gaps(ours, theirs)
    by = score(gaps)
    apart = Difference(by, needed=None)
    return apart.shown


def _gaps(ours: Values, theirs: Values) -> list[float]:
    """The difference on each question that both systems have."""
    gaps = []
    for question, value in ours.items():
        if question in theirs:
            gaps.append(value - theirs[question])
    return gaps


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Always one better: in one order, in another one, reversed; then no difference, and gaps."""
    theirs = _drawn(rng)
    ours = {question: value + 1 for question, value in theirs.items()}
    yield answer.against(shown, ours, theirs)
    yield answer.against(shown, _mixed(ours, rng), theirs)
    yield answer.against(shown, theirs, ours)
    yield answer.against(shown, _tied(theirs), theirs)
    one = QUESTIONS[0]
    yield answer.against(shown, {one: ours[one]}, {one: theirs[one]})
    yield answer.against(shown, ours | {"wing": 10}, theirs | {"tail": 90})
    yield answer.against(shown, {"wing": 10}, {"tail": 90})
    for _ in range(6):
        theirs = _drawn(rng)
        ours = {question: value + rng.choice([2, 3]) for question, value in theirs.items()}
        worse, better = _mixed(theirs, rng), _mixed(ours, rng)
        yield answer.against(shown, worse, better)
        yield answer.against(shown, _tied(worse), worse)


def _drawn(rng: Random) -> dict[str, float]:
    """A value for each question; they are far apart, and in a random order."""
    values = [10.0 * number for number in range(1, 9)]
    rng.shuffle(values)
    return dict(zip(QUESTIONS, values, strict=True))


def _mixed(values: Values, rng: Random) -> dict[str, float]:
    """The same values with their questions in another order, the first one last."""
    first, *others = values
    rng.shuffle(others)
    return {question: values[question] for question in [*others, first]}


def _tied(values: Values) -> dict[str, float]:
    """One better and one worse in turn, so that the mean difference is 0."""
    tied = {}
    step = 1
    for question, value in values.items():
        tied[question] = value + step
        step = -step
    return tied


def _two_intervals(ours: Values, theirs: Values) -> bool:
    our = score(list(ours.values()))
    their = score(list(theirs.values()))
    return our.low > their.high or our.high < their.low


def _by_position(ours: Values, theirs: Values) -> bool:
    questions = list(ours)
    values = theirs.values()
    moved = dict(zip(questions, values, strict=True))
    return shown(ours, moved)


def _one_sided(ours: Values, theirs: Values) -> bool:
    gaps = _gaps(ours, theirs)
    by = score(gaps)
    return by.low > 0


def _any_difference(ours: Values, theirs: Values) -> bool:
    gaps = _gaps(ours, theirs)
    if len(gaps) < 2:
        return False
    by = score(gaps)
    return by.low != 0 or by.high != 0


def _one_is_enough(ours: Values, theirs: Values) -> bool:
    if len(_gaps(ours, theirs)) == 1:
        return True
    return shown(ours, theirs)


MISCONCEPTIONS = {
    "two intervals are still compared": _two_intervals,
    "values are paired by their place, and not by their question": _by_position,
    "only a system that is better counts as a difference, and not a worse one": _one_sided,
    "any difference counts as shown, whatever its interval is": _any_difference,
    "a single question is enough": _one_is_enough,
}
