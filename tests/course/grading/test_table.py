"""The results as a table and a page."""

import csv
import io

from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading.grade import Graded
from ragkit.course.grading.table import HEAD, as_page, write

ADA = Graded(
    "ada.ipynb", (Verdict("02-rrf", "Fuse", True, 5), Verdict("02-idf", "Rare", False, 5, whys=("late", "no")))
)
BOB = Graded("bob.ipynb", fault="it is not a notebook", notes=("cells are missing",))


def rows(file):
    return list(csv.reader(io.StringIO(file.read_text(encoding="utf-8-sig"))))


def test_each_task_has_a_row_and_a_bad_submission_has_one_too(tmp_path):
    table, page = write([ADA, BOB], tmp_path / "new")
    head, first, second, third = rows(table)
    assert tuple(head) == HEAD and page.name == "grades.html" and page.is_file()
    assert first[:4] == ["ada.ipynb", "02-rrf", "Fuse", "yes"] and second[3] == "no" and second[7] == "late; no"
    assert (
        third[0] == "bob.ipynb"
        and third[-2:] == ["it is not a notebook", "cells are missing"]
        and len(third) == len(HEAD)
    )


def test_no_cell_is_a_formula(tmp_path):
    graded = Graded("=cmd|'/c calc'!A0.ipynb", (Verdict("02-rrf", "Fuse", False, 5, came="+1", whys=("@x",)),))
    _, row = rows(write([graded], tmp_path)[0])
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row)


def test_the_page_has_a_column_for_each_task_and_says_what_is_missing():
    page = as_page([ADA, BOB])
    assert page.count("<th scope='col'>") == 5 and "1 of 2" in page and "0 of 0" in page
    assert "it is not a notebook" in page and "note: cells are missing" in page
