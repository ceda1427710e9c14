"""The commands for courses."""

import json
import shutil

import pytest

from ragkit.__main__ import main
from ragkit.course.derive import SOLUTIONS
from ragkit.course.exercises.progress import Progress, Record, packed
from ragkit.course.grading.grade import Graded

NAME = "07_claims.ipynb"


def test_progress_shows_your_own(capsys):
    assert main(["progress"]) == 0
    assert " solved. Next: 01-cite" in capsys.readouterr().out


def test_progress_of_a_class_writes_a_table_and_a_page(tmp_path, capsys):
    (tmp_path / "ada.json").write_text(packed(Progress().with_record("02-rrf", Record(tries=1))))
    (tmp_path / "bad.json").write_text("{")
    assert main(["progress", str(tmp_path), "--to", str(tmp_path / "out")]) == 0
    shown = capsys.readouterr()
    assert "1 learner\n" in shown.out and "bad.json is skipped" in shown.err
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"class.csv", "class.html"}


@pytest.mark.parametrize("command", ["progress", "grade"])
def test_a_folder_that_is_not_there_or_empty_is_told(command, tmp_path, capsys):
    assert main([command, str(tmp_path / "nowhere")]) == 1
    assert "got no folder" in capsys.readouterr().err
    assert main([command, str(tmp_path)]) == 1
    assert str(tmp_path) in capsys.readouterr().err


@pytest.mark.process
def test_grade_writes_a_table_and_a_page_and_says_what_was_solved(tmp_path, capsys):
    (tmp_path / "ada").mkdir()
    shutil.copy(SOLUTIONS / NAME, tmp_path / "ada")
    (tmp_path / "bad.ipynb").write_text("{")
    assert main(["grade", str(tmp_path), "--to", str(tmp_path / "out"), "--seed", "3"]) == 0
    shown = capsys.readouterr()
    assert f"ada/{NAME}: 6 of 6 solved\n" in shown.out and "bad.ipynb: it cannot be read" in shown.out
    assert "grading: 100%" in shown.err
    files = {"gradebook.csv", "grades.csv", "grades.html", "grades.json", "feedback"}
    assert {file.name for file in (tmp_path / "out").iterdir()} == files
    again = ["--to", str(tmp_path / "out"), "--exercise", "07-risk"]
    assert main(["grade", str(tmp_path), *again]) == 0
    assert f"ada/{NAME}: 6 of 6 solved\n" in capsys.readouterr().out


def graded(*_, **__):
    yield Graded("ada.ipynb", seconds=1.0)
    raise KeyboardInterrupt


@pytest.mark.parametrize(("id", "said"), [("07-risk", "grade all exercises once"), ("owl", "no exercise 'owl'")])
def test_an_exercise_that_cannot_be_graded_again_is_told(id, said, tmp_path, capsys):
    assert main(["grade", str(tmp_path), "--exercise", id]) == 1
    assert said in capsys.readouterr().err


def test_a_grading_that_is_stopped_writes_what_it_has(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("ragkit.course.grading.grade.grade", graded)
    assert main(["grade", str(tmp_path)]) == 130
    assert "stopped" in capsys.readouterr().err and "ada.ipynb" in (tmp_path / "grades.csv").read_text()


def test_grade_as_json_is_json_and_nothing_else(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("ragkit.course.grading.grade.grade", lambda *_, **__: iter([Graded("ada.ipynb")]))
    assert main(["grade", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"name": "ada.ipynb", "verdicts": [], "states": {}, "notes": [], "fault": "", "seconds": 0.0}
    ]


@pytest.mark.parametrize("wrong", [["--seconds", "0"], ["--memory", "-1"], ["--seed", "owl"]])
def test_a_wrong_number_exits_with_2(wrong, tmp_path):
    with pytest.raises(SystemExit) as left:
        main(["grade", str(tmp_path), *wrong])
    assert left.value.code == 2


def test_exercises_are_derived_and_a_misplaced_mark_is_told(capsys, monkeypatch):
    assert main(["exercises"]) == 0
    assert capsys.readouterr().out == "0 files changed\n"

    def misplaced():
        from ragkit.course.derive import Misplaced

        raise Misplaced("cell 3: an answer does not end")

    monkeypatch.setattr("ragkit.course.derive.derive", misplaced)
    assert main(["exercises"]) == 1
    assert "cell 3" in capsys.readouterr().err
