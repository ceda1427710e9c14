"""The proof of every check: it accepts what is right, in any form, and rejects what is wrong, by name.

A new task needs a file of its own name in `ways/`, with another right way. Its solution and its stub come from the
notebooks. Where the answer is a value and not a function, the file also has one that is right in part (`HARD_CODED`).
"""

import time
from typing import get_args

import pytest
from exercise_answers import EVERY_TASK, TASKS, WAYS, given_in, solution_of, ways

from ragkit.course.exercises.checks import EXERCISES
from ragkit.course.exercises.examine import examine
from ragkit.course.exercises.shown import shown
from ragkit.course.exercises.task import Kind
from ragkit.course.notebooks import numbered

PREDICTIONS = [task for task in TASKS if task.kind == "predict"]
SEEDS = (1, 2, 3, 4, 5)


def kind_of(bad):
    return type(bad).__name__


def hard_coded(task):
    """An answer that gives to every question what is right for the first."""
    solution, given = solution_of(task), []
    if not callable(solution):
        return ways(task).HARD_CODED

    def watched(*arguments):
        given.append(solution(*arguments))
        return given[-1]

    assert examine(task, watched, seed=1).solved
    return lambda *_: given[0]


@pytest.mark.process
@EVERY_TASK
def test_the_solution_and_another_right_way_are_accepted(task):
    assert ways(task).RIGHT
    for way in (solution_of(task), *ways(task).RIGHT):
        for seed in SEEDS:
            assert examine(task, way, seed).solved, examine(task, way, seed)


@EVERY_TASK
def test_the_untouched_stub_is_rejected(task):
    """What it is told may not be a mistake that it does not make: a bug hunt's stub has the bugs, another has none."""
    verdict = examine(task, given_in(task), seed=1)
    assert not verdict.solved and verdict.came
    assert task.kind == "bug hunt" or not verdict.stumbles


@pytest.mark.parametrize("task", PREDICTIONS, ids=lambda task: task.id)
def test_where_nothing_is_predicted_no_answer_is_given_away(task):
    stub, answers = given_in(task), list(map(shown, solution_of(task).values()))
    for seed in SEEDS:
        verdict = examine(task, stub, seed)
        assert not verdict.solved and verdict.expected not in answers


@EVERY_TASK
def test_a_hard_coded_answer_is_rejected(task):
    answer = hard_coded(task)
    assert not any(examine(task, answer, seed).solved for seed in SEEDS)


@EVERY_TASK
def test_two_misconceptions_at_least_are_rejected_named_and_told_apart(task):
    assert len(task.misconceptions) >= 2
    for name, wrong in task.misconceptions.items():
        for seed in SEEDS:
            verdict = examine(task, wrong, seed)
            assert not verdict.solved and name in verdict.stumbles, (name, verdict)
        assert len(examine(task, wrong, seed=1).stumbles) == 1


@EVERY_TASK
def test_a_check_draws_new_inputs_for_another_seed_and_the_same_for_the_same(task):
    wrong = next(iter(task.misconceptions.values()))
    asked = [examine(task, wrong, seed).asked for seed in (1, 1, 2, 3, 4)]
    assert asked[0] == asked[1] and len(set(asked)) > 1


@EVERY_TASK
@pytest.mark.parametrize("bad", [None, 7, "rrf", print, len, object(), lambda *_: None], ids=kind_of)
def test_no_answer_of_a_wrong_type_makes_a_check_fail_by_itself(task, bad):
    verdict = examine(task, bad, seed=1)
    assert not verdict.solved and not any("fault of the kit" in why for why in verdict.whys)


@EVERY_TASK
def test_a_check_takes_far_less_than_five_seconds(task):
    """Of computing: how long that takes on a busy machine says nothing of the check."""
    way, before = ways(task).RIGHT[0], time.process_time()
    examine(task, way, seed=1)
    assert time.process_time() - before < 1


@EVERY_TASK
def test_a_task_says_what_learners_need_to_know(task):
    assert task.level in (1, 2, 3) and 5 <= task.minutes <= 60
    assert all(len(hint) > 20 for hint in task.hints) and len(set(task.hints)) == 3
    assert (EXERCISES.parent / "notebooks" / f"{task.follows}.ipynb").exists()
    assert task.id.startswith(f"{task.follows[:2]}-")


def test_every_file_of_ways_is_of_a_task():
    assert {file.stem for file in WAYS.glob("*.py")} == {f"nb{task.id.replace('-', '_')}" for task in TASKS}


def test_every_notebook_but_the_tour_has_tasks_and_they_are_of_every_kind_and_level():
    assert len(TASKS) >= 100 and {task.follows for task in TASKS} == {path.stem for path in numbered()[1:]}
    assert {task.kind for task in TASKS} == set(get_args(Kind)) and {task.level for task in TASKS} == {1, 2, 3}
