"""The results as a gradebook, a table of answers, a page, and a page for each learner."""

import csv
import io

import pytest

from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading.grade import Graded
from ragkit.course.grading.table import HEAD, STORED, write

ADA = Graded(
    "ada/ex02.ipynb",
    (
        Verdict("02-rrf", "Fuse", True, 5),
        Verdict("02-idf", "Rare", False, 5, whys=("late", "no")),
        Verdict("02-hybrid", "Both", False, 5, whys=("not implemented",)),
    ),
    {"02-rrf": "solved", "02-idf": "wrong", "02-hybrid": "untouched"},
    ("cell 2 failed: ZeroDivisionError",),
)
ADA_TOO = Graded("ada/ex01.ipynb", (Verdict("01-cite", "Cite", True, 5),), {"01-cite": "solved", "01-fits": "not run"})
BOB = Graded("bob.ipynb", fault="it is not a notebook", notes=("cells are missing",))
ORDER = ["01-cite", "01-fits", "02-idf", "02-rrf", "02-hybrid"]


def rows(file):
    return list(csv.reader(io.StringIO(file.read_text(encoding="utf-8-sig"))))


@pytest.fixture
def written(tmp_path):
    book, answers, page, feedback = write([ADA, BOB, ADA_TOO], tmp_path / "new", tmp_path)
    return {"book": book, "answers": answers, "page": page, "feedback": feedback}


def test_the_gradebook_has_a_row_for_each_learner_with_points_and_their_sum(written):
    head, ada, bob = rows(written["book"])
    assert head == ["learner", *ORDER, "points", "of", "handed in", "late"]
    # 01-cite and 02-rrf are of level 1, 01-fits and 02-idf too, and 02-hybrid is of level 2
    assert ada == ["ada", "1", "0", "0", "1", "0", "2", "6", "", ""]
    assert bob == ["bob", "", "", "", "", "", "0", "6", "", ""]


def test_each_answer_has_a_row_and_a_note_is_in_one_of_them(written):
    head, *body = rows(written["answers"])
    assert tuple(head) == HEAD and {len(row) for row in body} == {len(HEAD)}
    assert [row[2] for row in body] == ["02-idf", "02-rrf", "02-hybrid", "01-cite", "01-fits", ""]
    assert [row[4:7] for row in body[:3]] == [["wrong", "0", "1"], ["solved", "1", "1"], ["untouched", "0", "2"]]
    assert [row[-1] for row in body] == [
        "cell 2 failed: ZeroDivisionError", "", "", "", "", "it is not a notebook; cells are missing"
    ]  # fmt: skip
    assert body[0][10] == "late; no" and body[4][4] == "not run" and body[4][7:13] == [""] * 6


def test_no_cell_is_a_formula(tmp_path):
    verdict = Verdict("02-rrf", "Fuse", False, 5, came="+1", whys=("@x",))
    graded = Graded("=cmd|'/c calc'!A0.ipynb", (verdict,), {"02-rrf": "wrong"})
    for file in write([graded], tmp_path, tmp_path)[:2]:
        _, row = rows(file)
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row)


def test_the_page_has_a_column_for_each_exercise_in_the_order_of_the_notebooks(written):
    page = written["page"].read_text()
    places = [page.index(f"<span>{id}</span>") for id in ORDER]
    assert places == sorted(places) and "<td class=''>2 of 6</td>" in page and "<td class=''>0 of 6</td>" in page
    assert "<td class='untouched'>untouched</td>" in page and "<td class='not-run'>not run</td>" in page
    assert page.count("ex02.ipynb: cell 2 failed") == 1 and "bob.ipynb: it is not a notebook" in page
    assert "not implemented" not in page, "nothing is said of what is untouched"


def test_a_page_of_feedback_has_the_results_of_one_learner_alone(written):
    pages = {file.name: file.read_text() for file in written["feedback"].iterdir()}
    assert set(pages) == {"ada.html", "bob.html"}
    assert "<p>2 of 6 points." in pages["ada.html"] and "late" in pages["ada.html"] and "bob" not in pages["ada.html"]
    assert "it is not a notebook" in pages["bob.html"] and "02-rrf" not in pages["bob.html"]
    assert "<script" not in "".join(pages.values())


def test_what_was_found_is_kept_for_the_next_grading(written):
    file = written["page"].with_name("grades.json")
    assert STORED.validate_json(file.read_bytes()) == [ADA, BOB, ADA_TOO]
