"""The code of a submission: a Python file, or the marked cells of a notebook."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ragkit.course.grading.submission import read
from ragkit.text.one_line import first_line

MARK = "capstone-"
"""The beginning of nbgrader's id of a cell that belongs to the answer."""
FILE = "<submission>"


class BadSubmission(ValueError):
    """A submission cannot be graded; the message says why, and what to do."""


def code_of(file: Path) -> str:
    """The code that is graded. Raises `BadSubmission`, `NotGradable`, and `OSError`."""
    if file.suffix == ".py":
        return file.read_text(encoding="utf-8")
    cells = [cell.source for cell in read(file).cells if cell.grade_id.startswith(MARK)]
    if not cells:
        raise BadSubmission(
            f"asked for the marked cells of {file}, got none; hand in a copy of the notebook in "
            "exercises/capstones/, or a .py file"
        )
    return "\n\n".join(cells)


def function_of(code: str, name: str) -> Callable[..., Any]:
    """Run the code, in this process, and return its function. Raises `BadSubmission`."""
    # So that an error shows the line that raised it.
    linecache.cache[FILE] = (len(code), None, code.splitlines(keepends=True), FILE)
    names: dict[str, Any] = {"__name__": "submission"}
    try:
        exec(compile(code, FILE, "exec"), names)  # noqa: S102
    except Exception as error:
        raise BadSubmission(
            f"asked the submission for `{name}`, got {first_line(error)}; run the marked cell "
            "alone in a fresh kernel, and repair what fails: no other cell is run, and no magic"
        ) from error
    found = names.get(name)
    if not callable(found):
        raise BadSubmission(
            f"asked the submission for a function `{name}`, got {type(found).__name__}; define it "
            "in the marked cell"
        )
    return found
