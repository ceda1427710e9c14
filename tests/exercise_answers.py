"""The tasks of all notebooks, with their right answers: of the solutions, and of `exercises/ways`."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from ragkit.course.derive import SOLUTIONS
from ragkit.course.exercises.catalogue import ids, task
from ragkit.course.exercises.checks import learners_file
from ragkit.course.grading.submission import read
from ragkit.course.grading.worker import run

TASKS = list(map(task, ids()))
EVERY_TASK = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
WAYS = Path(__file__).parent / "exercises" / "ways"


def ways(task):
    """The right and wrong ways of a task."""
    file = WAYS / f"nb{task.id.replace('-', '_')}.py"
    assert file.exists(), f"{task.id} needs {file}: another right way (RIGHT)"
    spec = spec_from_file_location(f"ways_{file.stem}", file)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def answers_in(file, lesson):
    """What the answer cells in a notebook leave behind, by the id of their task."""
    return run(read(file).cells, [task for task in TASKS if task.follows == lesson])


def answer_in(file, task):
    ran = answers_in(file, task.follows)
    assert task.id in ran.answers, ran
    return ran.answers[task.id]


def solution_of(task):
    return answer_in(SOLUTIONS / f"{task.follows}.ipynb", task)


def given_in(task):
    """What the learner's copy leaves behind before anything is written."""
    return answer_in(learners_file(task.follows), task)
