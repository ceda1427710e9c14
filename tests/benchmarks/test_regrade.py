"""Committed answers graded anew, and the grades beside those of the first edition and of a reader."""

import json
from dataclasses import replace

from samples import ROW

from benchmarks.by_hand import both
from benchmarks.regrade import FIRST, first_grades, regraded, regraded_table
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.measures.rows import Results

OWLS = Question("owls", "When?", "factual", "At dusk.", (("dusk",),), (), "easy", part="test")
PREMISE = Question("bats", "Why by day?", "false-premise", "At night.", (("night",),), (), "easy", part="fit")


def test_a_row_gets_the_grade_of_todays_keys_and_nothing_else_changes():
    (row,) = regraded([replace(ROW, right=1.0)], [OWLS])
    assert row.right == 0 and replace(row, right=1.0) == replace(ROW, right=1.0)
    (row,) = regraded([replace(ROW, right=1.0)], [replace(OWLS, keys=(("night",),), forbidden=("at night",))])
    assert row.right == 0


def test_a_false_premise_gets_its_grade_as_held_back():
    (row,) = regraded([replace(ROW, question="bats", kind="false-premise", held=False)], [PREMISE])
    assert row.held is True and row.right == 1


def test_other_questions_and_failed_runs_keep_their_rows():
    rows = [replace(ROW, question="cats"), replace(ROW, failed="gone", right=None)]
    assert regraded(rows, [OWLS]) == rows


def test_both_editions_stand_side_by_side_on_what_both_graded(tmp_path):
    results = Results(tmp_path)
    results.add(replace(ROW, right=0.0))
    results.add(replace(ROW, key="k2", question="cats", right=1.0))
    (tmp_path / "questions.jsonl").write_text(json.dumps({
        "id": "owls", "question": "When?", "kind": "factual", "answer": "At dusk.", "keys": [["dusk"]], "support": [],
        "difficulty": "easy", "part": "test",
    }))  # fmt: skip
    (tmp_path / FIRST).write_text(
        json.dumps({"question": "owls", "system": "naive", "right": 1.0, "held": None}) + "\n"
    )
    assert [row.right for row in first_grades(results.rows(), tmp_path / FIRST)] == [1.0]
    cells = [cell.strip() for cell in regraded_table(tmp_path).splitlines()[2].split("|")[1:-1]]
    assert cells[:5] == ["naive", *(f"{mean}.00 [{mean}.00, {mean}.00] (n=1)" for mean in (1, 0, 1, 0))]


def test_the_grade_by_reference_and_the_readers_are_compared_as_numbers():
    assert both(OWLS, {"answer": "At dusk.", "right": 1, "held": None}) == (1.0, 1.0)
    assert both(OWLS, {"answer": "At noon.", "right": 1, "held": None}) == (0.0, 1.0)
    assert both(PREMISE, {"answer": "By day.", "right": None, "held": True}) == (0.0, 1.0)
