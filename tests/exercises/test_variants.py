"""A variant of each exercise for each learner: every one can be solved, and no neighbour's answer solves it.

The file of a task in `ways/` names a right answer to the present variant (`ANSWER`): a function of its check, or, where
the answer is a value, a function without arguments that returns it.
"""

from random import Random

import pytest
from exercise_answers import EVERY_TASK, TASKS, solution_of, ways

from ragkit.course.exercises.examine import examine
from ragkit.course.exercises.verdict import AS_WRITTEN

LEARNERS = [f"Learner {number}" for number in range(30)]
VARIED = [task for task in TASKS if len(task.own.every()) > 1]
EVERY_VARIED = pytest.mark.parametrize("task", VARIED, ids=lambda task: task.id)


def answer_for(task, values):
    """A right answer to one variant, which stays so while another one is checked."""
    own, right = task.own, ways(task).ANSWER
    if not callable(solution_of(task)):
        with own.drawn_as(values):
            return right()

    def answer(*arguments):
        with own.drawn_as(values):
            return right(*arguments)

    return answer


@EVERY_TASK
def test_thirty_learners_have_eight_variants_at_least(task):
    drawn = [task.own.of(learner, task.id) for learner in LEARNERS]
    assert task.own.plain not in drawn and len({str(values) for values in drawn}) >= 8
    assert len({task.own.said(values) for values in task.own.every()}) == len(task.own.every())


@EVERY_VARIED
def test_each_learner_can_solve_the_own_variant(task):
    for learner in LEARNERS[:8]:
        verdict = examine(task, answer_for(task, task.own.of(learner, task.id)), seed=1, learner=learner)
        assert verdict.solved and verdict.variant, verdict


@EVERY_VARIED
def test_an_answer_to_another_variant_is_refused_and_told_which_it_fits(task):
    chance, every = Random(1), task.own.every()
    for learner in LEARNERS[:4]:
        mine = task.own.of(learner, task.id)
        for values in [every[0], *chance.sample(every[1:], 4)]:
            if values == mine:
                continue
            # A busy machine may need longer to look round.
            verdict = examine(task, answer_for(task, values), 2, learner, look_round=60)
            assert not verdict.solved, (learner, mine, values)
            assert verdict.another == (task.own.said(values) or AS_WRITTEN), verdict


@EVERY_VARIED
def test_misconceptions_are_rejected_in_a_variant_too(task):
    for learner in LEARNERS[:2]:
        with task.own.drawn_as(task.own.of(learner, task.id)):
            wrong = task.wrong_answers()
        for name, answer in wrong.items():
            verdict = examine(task, answer, seed=1, learner=learner)
            assert not verdict.solved and name in verdict.stumbles, (learner, name, verdict)


@EVERY_VARIED
def test_nobody_without_a_name_is_told_of_a_variant(task):
    verdict = examine(task, solution_of(task), seed=1)
    assert verdict.solved and verdict.variant == verdict.another == ""
