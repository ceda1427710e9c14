"""Any file may be handed in: what can be read is, and the rest is told."""

import json
import shutil

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from ragkit.course.derive import EXERCISES
from ragkit.course.grading import submission as room
from ragkit.course.grading.submission import NotGradable, oddities, read

NAME = "02_hybrid_retrieval.ipynb"


@pytest.fixture
def handed_in(tmp_path):
    """Writes the exercise after a change to its JSON, and reads it as a submission."""

    def make(change=lambda data: None):
        data = json.loads((EXERCISES / f"ex{NAME}").read_text(encoding="utf-8"))
        change(data)
        (tmp_path / NAME).write_text(json.dumps(data))
        return read(tmp_path / NAME)

    return make


def place(data, id):
    """The place of the cell with nbgrader's id."""
    marks = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in data["cells"]]
    return marks.index(id)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "cannot be read as a notebook"),
        ("[" * 100_000, "cannot be read as a notebook"),
        ("\x00\xff\xfe", "cannot be read as a notebook"),
        ("[]", "JSON of another kind"),
        ("{}", "format None"),
        ('{"nbformat": 3, "worksheets": []}', "format 3"),
        ('{"nbformat": 4, "cells": 7}', "no list of cells"),
    ],
)
def test_what_is_no_notebook_is_told_with_what_to_do(text, said, tmp_path):
    (tmp_path / NAME).write_text(text, encoding="latin-1")
    with pytest.raises(NotGradable, match=said):
        read(tmp_path / NAME)


def test_a_notebook_that_is_too_large_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "MOST", 100)
    shutil.copy(EXERCISES / f"ex{NAME}", tmp_path / NAME)
    with pytest.raises(NotGradable, match="clear its outputs"):
        read(tmp_path / NAME)


def test_the_untouched_exercise_has_its_tasks_and_nothing_is_odd(handed_in):
    found = handed_in()
    assert found.tasks() == ["02-hybrid", "02-idf", "02-rrf"] and oddities(found) == []


def test_parts_of_wrong_types_are_passed_over(handed_in):
    def spoil(data):
        data["cells"][0] = 7
        data["cells"][1] = {"cell_type": "code", "source": 7, "metadata": {"nbgrader": {"grade_id": []}}}
        data["metadata"] = []

    found = handed_in(spoil)
    assert found.exercise == "" and found.cells[0].source == "" and len(found.tasks()) == 3
    assert oddities(found) == ["it does not say which exercise it is; its tasks were found by their ids"]


def test_a_missing_cell_is_told_and_its_task_is_still_due(handed_in):
    found = handed_in(lambda data: data["cells"].pop(place(data, "02-idf")))
    assert oddities(found) == ["cells are missing: 02-idf"] and "02-idf" in found.tasks()


def test_a_cell_that_is_there_twice_is_told(handed_in):
    def double(data):
        data["cells"].append(data["cells"][place(data, "02-rrf")])

    assert oddities(handed_in(double)) == ["cells are there more than once, and the last one counts: 02-rrf"]


def test_another_order_is_told(handed_in):
    def swap(data):
        data["cells"].insert(0, data["cells"].pop(place(data, "02-hybrid")))

    (note,) = oddities(handed_in(swap))
    assert note.startswith("cells are in another order: 02-hybrid, 02-idf, ")


def test_another_version_is_told(handed_in):
    def older(data):
        data["metadata"]["ragkit"]["version"] = "00000000"

    (note,) = oddities(handed_in(older))
    assert note.startswith("it is of another version of the exercise (00000000, and here is ")


def test_a_cell_of_another_exercise_is_told(handed_in):
    def strange(data):
        data["cells"][place(data, "02-idf")]["metadata"]["nbgrader"]["grade_id"] = "x" * 999

    notes = oddities(handed_in(strange))
    assert notes == ["cells are missing: 02-idf", f"cells are not of this exercise: {'x' * 60}"]


def test_cells_after_the_last_marked_one_are_not_run_unless_an_answer_may_be_there(handed_in):
    whole = handed_in()
    assert whole.to_run()[-1].grade_id == "02-hybrid-check" and whole.cells[-1].source == "progress()"
    lacking = handed_in(lambda data: data["cells"].pop(place(data, "02-rrf")))
    assert lacking.to_run() == lacking.cells


def test_a_notebook_of_the_learners_own_is_graded_by_its_checks(tmp_path):
    nbformat.write(new_notebook(cells=[new_code_cell('check("02-rrf", rrf)')]), tmp_path / "mine.ipynb")
    assert read(tmp_path / "mine.ipynb").tasks() == ["02-rrf"]
    nbformat.write(new_notebook(cells=[new_code_cell("x = 1")]), tmp_path / "other.ipynb")
    with pytest.raises(NotGradable, match="no exercise of this kit"):
        read(tmp_path / "other.ipynb").tasks()


def test_a_name_that_leads_elsewhere_reads_nothing_there(handed_in):
    def lead(data):
        data["metadata"]["ragkit"]["exercise"] = "../../../../etc/passwd"

    assert oddities(handed_in(lead)) == ["it does not say which exercise it is; its tasks were found by their ids"]
