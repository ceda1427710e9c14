"""The solution of a task, from the notebook that is the source of its exercise."""

from __future__ import annotations

from ragkit.course.derive import SOLUTIONS, answer_cells, without_marks
from ragkit.course.exercises.task import Words
from ragkit.text.one_line import first_line


class NoSolution(LookupError):
    """The solution of a task is not here. The message says where it would be."""


def solution_of(task: Words) -> str:
    """The code of a task's solution. Raises `NoSolution`.

    An instructor may remove the folder of the solutions, so that there are none.
    """
    import nbformat

    file = SOLUTIONS / f"{task.follows}.ipynb"
    try:
        notebook = nbformat.read(file, as_version=4)
        source = answer_cells(notebook)[task.id]
    except (OSError, ValueError, KeyError) as error:
        raise NoSolution(
            f"asked for the solution of {task.id}, which is in {file}, got {first_line(error)}; "
            "your instructor may have removed it"
        ) from error
    return without_marks(source)
