"""12-paired: one paired difference, where two intervals were compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.score import score

QUESTIONS = ("beak", "claw", "den", "egg", "fur", "howl", "nest", "owl")
OWN = Own(
    "It takes {least} questions or more to show a difference, and an interval with both ends on "
    "the same side of 0 and farther from it than {far}.",
    least=(2, 3, 4, 5),
    far=(0, 1, 2),
)
Values = Mapping[str, float]


def shown(ours: Values, theirs: Values) -> bool:
    """Whether the questions that both systems have show a difference between them."""
    gaps = _gaps(ours, theirs)
    if len(gaps) < OWN.least:
        return False
    by = score(gaps)
    far = OWN.far
    return by.low > far or by.high < -far


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
    ahead = OWN.far + 1
    ours = _better(theirs, ahead)
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
        ours = {question: value + rng.choice([1, 2]) for question, value in theirs.items()}
        worse, better = _mixed(theirs, rng), _mixed(_better(ours, ahead), rng)
        yield answer.against(shown, worse, better)
        yield answer.against(shown, _tied(worse), worse)
    yield from _at_the_edges(answer, rng)


def _at_the_edges(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Just enough questions and one too few; a difference that is exactly as large as it may be."""
    far, least = OWN.far, OWN.least
    theirs = _drawn(rng)
    for questions in (QUESTIONS[:least], QUESTIONS[: least - 1]):
        few = {question: theirs[question] for question in questions}
        better = _better(few, far + 1)
        yield answer.against(shown, better, few)
    equal = _better(theirs, far)
    yield answer.against(shown, equal, theirs)


def _better(values: Values, by: int) -> dict[str, float]:
    better = {}
    for question, value in values.items():
        better[question] = value + by
    return better


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
    return shown(ours, theirs) and by.low > 0


def _any_difference(ours: Values, theirs: Values) -> bool:
    gaps = _gaps(ours, theirs)
    if len(gaps) < OWN.least:
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
