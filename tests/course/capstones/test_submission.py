"""The code of a submission is read without trust, and its function is found or the fault is named."""

import json

import pytest

from ragkit.course.capstones.submission import BadSubmission, code_of, function_of
from ragkit.course.grading.submission import NotGradable


def notebook(file, *cells):
    """A notebook with cells of code, each with its grade id or none."""
    made = []
    for source, grade_id in cells:
        marks = {"nbgrader": {"grade_id": grade_id}} if grade_id else {}
        made.append({"cell_type": "code", "source": source, "metadata": marks})
    file.write_text(json.dumps({"nbformat": 4, "cells": made}))
    return file


def test_of_a_notebook_the_marked_cells_are_the_code(tmp_path):
    cells = (("import os", "capstone-imports"), ("1 / 0", ""), ("def mine(): return 1", "capstone-system"))
    code = code_of(notebook(tmp_path / "ada.ipynb", *cells))
    assert code == "import os\n\ndef mine(): return 1" and function_of(code, "mine")() == 1


def test_a_python_file_is_the_code(tmp_path):
    file = tmp_path / "ada.py"
    file.write_text("def mine(): return 2\n")
    assert function_of(code_of(file), "mine")() == 2


def test_a_notebook_without_marked_cells_or_that_is_none_is_refused(tmp_path):
    with pytest.raises(BadSubmission, match="got none; hand in a copy of the notebook"):
        code_of(notebook(tmp_path / "ada.ipynb", ("def mine(): ...", "")))
    (tmp_path / "eve.ipynb").write_text("[]")
    with pytest.raises(NotGradable):
        code_of(tmp_path / "eve.ipynb")
    with pytest.raises(OSError):
        code_of(tmp_path / "gone.py")


@pytest.mark.parametrize("code", ["def mine(:", "1 / 0", "import no_such_package"])
def test_code_that_does_not_run_is_named(code):
    with pytest.raises(BadSubmission, match="asked the submission for `mine`, got .*Error"):
        function_of(code, "mine")


@pytest.mark.parametrize("code, came", [("x = 1", "NoneType"), ("mine = 3", "int")])
def test_a_name_that_is_no_function_is_named(code, came):
    with pytest.raises(BadSubmission, match=f"got {came}; define it in the marked cell"):
        function_of(code, "mine")
