"""04-second: a node that asks a second judge, and averages the two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.fixed_judge import FixedJudge
from ragkit.course.exercises.own import Own
from ragkit.nodes.context_critic import ANSWERABLE
from ragkit.state import Grade, Passage, RunState

QUESTIONS = ["Who hunts mice?", "What sleeps by day?", "Who climbs trees?", "What eats flies?"]
OWLS = Passage("owl", "Owls hunt mice.")
EIGHTHS = [None, 0.0, 0.125, 0.25, 0.5, 0.75, 0.875]

OWN = Own(
    "The mean is weighted: the odds of `kit.judge` count {share}, and the last grade's "
    "answerability the rest of 1. `approved` says whether it is {bound} the threshold.",
    share=(0.5, 0.25, 0.75, 0.375, 0.625, 0.875),
    bound=("not below", "above"),
)

Odds = float | None
Mean = Callable[[Odds, Odds], Odds]


class ShortState(RunState):
    """A state whose text is short enough to be shown to a learner."""

    def __repr__(self) -> str:
        known = [grade.answerability for grade in self.grades]
        return f"RunState({self.question!r}, grades with answerability {known})"


def second_opinion(state: RunState, runtime: Any) -> dict[str, Any]:
    """The node: it reads question, passages and grades, and writes grades."""
    return _averaged(state, runtime, _mean)


def _averaged(state: RunState, runtime: Any, mean: Mean) -> dict[str, Any]:
    """The grades, of which the last one has the mean of two answerabilities."""
    kit = runtime.context
    last = state.grades[-1]
    verdicts = kit.judge.verdicts(
        state.question,
        state.passages,
        [ANSWERABLE],
    )
    second = verdicts.odds[0]
    both = mean(last.answerability, second)
    approved = both is not None and _reaches(both, kit.settings.answerable_from)
    grade = replace(
        last,
        answerability=both,
        approved=approved,
    )
    earlier = state.grades[:-1]
    return {"grades": [*earlier, grade]}


def _reaches(odds: float, threshold: float) -> bool:
    if OWN.bound == "above":
        return odds > threshold
    return odds >= threshold


def _mean(one: Odds, other: Odds) -> Odds:
    """The weighted mean of both odds; where one is not known, the other, which may be None too."""
    if one is None:
        return other
    if other is None:
        return one
    return _weighted(one, other)


def _weighted(one: float, other: float) -> float:
    share: float = OWN.share
    rest = 1 - share
    return rest * one + share * other


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A judge that could not judge; a yes that becomes a no; neither; the threshold; odds of 0.

    Then drawn ones. All odds are eighths, so that no mean of two is rounded.
    """
    yield _trial(answer, rng, [0.25, 0.75], None)
    yield _trial(answer, rng, [0.75], 0.125)
    yield _trial(answer, rng, [0.25, None], 0.75)
    yield _trial(answer, rng, [None], None)
    yield _trial(answer, rng, [0.25], 0.75, threshold=_weighted(0.25, 0.75))
    yield _trial(answer, rng, [0.5], 0.0)
    for _ in range(8):
        grades = [_odds(rng) for _ in range(rng.randint(1, 3))]
        yield _trial(answer, rng, grades, _odds(rng))


def _trial(
    answer: Answer, rng: Random, first: list[Odds], second: Odds, threshold: float = 0.5
) -> Trial:
    """One call: the odds of the first judge, grade by grade, and of the second."""
    question = rng.choice(QUESTIONS)
    grades = [_grade(odds, rng) for odds in first]
    state = ShortState(question=question, passages=[OWLS], grades=grades)
    settings = SimpleNamespace(answerable_from=threshold)
    kit = SimpleNamespace(judge=FixedJudge(second), settings=settings)
    runtime = SimpleNamespace(context=kit)
    return answer.against(second_opinion, state, runtime)


def _grade(answerability: Odds, rng: Random) -> Grade:
    approved = answerability is not None and answerability >= 0.5
    return Grade(
        relevance=rng.choice([0.5, 0.75, 1.0]),
        sufficiency=rng.choice([0.125, 0.25]),
        answerability=answerability,
        confidence=rng.choice([0.5, 0.75]),
        approved=approved,
    )


def _odds(rng: Random) -> Odds:
    return rng.choice(EIGHTHS)


def _none_is_no(state: RunState, runtime: Any) -> dict[str, Any]:
    def mean(one: Odds, other: Odds) -> Odds:
        return _weighted(one or 0.0, other or 0.0)

    return _averaged(state, runtime, mean)


def _zero_is_none(state: RunState, runtime: Any) -> dict[str, Any]:
    def mean(one: Odds, other: Odds) -> Odds:
        return _mean(one or None, other or None)

    return _averaged(state, runtime, mean)


def _both_or_none(state: RunState, runtime: Any) -> dict[str, Any]:
    def mean(one: Odds, other: Odds) -> Odds:
        if one is None or other is None:
            return None
        return _weighted(one, other)

    return _averaged(state, runtime, mean)


def _one_grade_more(state: RunState, runtime: Any) -> dict[str, Any]:
    wrote = second_opinion(state, runtime)
    new = wrote["grades"][-1]
    return {"grades": [*state.grades, new]}


def _earlier_lost(state: RunState, runtime: Any) -> dict[str, Any]:
    wrote = second_opinion(state, runtime)
    grades = wrote["grades"]
    return {"grades": grades[-1:]}


def _not_decided_again(state: RunState, runtime: Any) -> dict[str, Any]:
    wrote = second_opinion(state, runtime)
    *earlier, grade = wrote["grades"]
    first = state.grades[-1]
    undecided = replace(grade, approved=first.approved)
    return {"grades": [*earlier, undecided]}


MISCONCEPTIONS = {
    "a judge that could not judge counts as a no": _none_is_no,
    "odds of 0 are taken for a judge that could not judge": _zero_is_none,
    "where one judge could not judge, the other does not count either": _both_or_none,
    "the new grade is added, and the last one is kept as well": _one_grade_more,
    "the grades of earlier searches are lost": _earlier_lost,
    "the decision is still that of the first judge": _not_decided_again,
}
