"""What a learner calls: `variant`, `check`, `hint`, `solution` and `progress` show what there is, and raise nothing."""

import sys

import pytest
from exercise_tasks import DOUBLE, right

import ragkit
from ragkit.course.exercises import learner
from ragkit.course.exercises.cells import Cells
from ragkit.course.exercises.checks import nb02_rrf
from ragkit.course.exercises.checks.nb03_hop import hop
from ragkit.course.exercises.learner import NotSolved, check, hint, progress, solution, variant
from ragkit.course.exercises.progress import load


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The learner's progress file, for this test alone."""
    monkeypatch.setenv("RAGKIT_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.setattr(learner, "CELLS", Cells(None))
    return tmp_path / "progress.json"


@pytest.fixture
def double(file, monkeypatch):
    monkeypatch.setattr(learner, "task", lambda id: DOUBLE)


def test_they_are_offered_by_the_kit():
    assert (ragkit.check, ragkit.hint, ragkit.solution, ragkit.progress) == (check, hint, solution, progress)


def test_a_wrong_answer_shows_what_was_found_a_hint_and_a_seed(double, file, capsys):
    assert check("02-double", lambda numbers: numbers, seed=11) is None
    shown = capsys.readouterr().out
    assert "02-double: not solved yet · Double each" in shown and '`hint("02-double")` shows hint 1 of 3' in shown
    assert '`check("02-double", double, seed=11)` draws the same inputs again' in shown
    assert load(file).of("02-double").tries == 1


def test_a_wrong_prediction_has_no_seed_because_nothing_is_drawn(file, capsys):
    check("01-fits", {400: ["owl"]})
    shown = capsys.readouterr().out
    assert '`hint("01-fits")` shows hint 1 of 3' in shown and "seed=" not in shown


def test_a_right_answer_is_solved_and_kept(double, file, capsys):
    check("02-double", lambda numbers: numbers)
    check("02-double", right)
    assert ": solved" in capsys.readouterr().out
    record = load(file).of("02-double")
    assert record.tries == 2 and record.solved


def test_the_same_wrong_answer_counts_once(double, file):
    for _ in range(2):
        check("02-double", lambda numbers: numbers)
    assert load(file).of("02-double").tries == 1


def test_the_first_check_of_an_exercise_says_that_it_is_loading_and_the_next_one_does_not(file, capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "ragkit.course.exercises.checks.nb02_rrf", raising=False)
    check("02-rrf", None)
    assert capsys.readouterr().out.startswith("The first check of this exercise loads what it needs")
    check("02-rrf", None)
    assert capsys.readouterr().out.startswith("02-rrf: not solved yet")


def test_what_was_solved_before_offers_all_its_hints(double, file, capsys):
    check("02-double", right)
    check("02-double", lambda numbers: numbers)
    assert "shows all its hints" in capsys.readouterr().out
    hint("02-double")
    assert "3. [2 * n for n in numbers]" in capsys.readouterr().out
    assert load(file).of("02-double").hints == 0


def test_hints_come_one_by_one_and_then_the_solution_is_named(double, file, capsys):
    shown = []
    for _ in range(4):
        hint("02-double")
        shown.append(capsys.readouterr().out)
    assert "1. Think." in shown[0] and "2. Multiply." not in shown[0]
    assert "1. Think." in shown[2] and "3. [2 * n for n in numbers]" in shown[2]
    assert 'solution("02-double")' in shown[3] and 'solution("02-double")' not in shown[2]
    assert load(file).of("02-double").hints == 3
    check("02-double", lambda numbers: numbers)
    assert 'next:      `solution("02-double")`' in capsys.readouterr().out


def test_the_solution_is_code_that_is_right_and_the_look_is_kept(file, capsys):
    solution("02-rrf")
    shown = capsys.readouterr().out
    assert "def rrf(rankings, k):" in shown and "SOLUTION" not in shown and load(file).of("02-rrf").looked


def test_without_the_folder_of_solutions_it_says_so(file, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(learner, "SOLUTIONS", tmp_path)
    solution("02-rrf")
    assert "your instructor may have removed it" in capsys.readouterr().out and not file.exists()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: check("02-rff", right), "did you mean '02-rrf'?"),
        (lambda: check(right, "02-rrf"), "the first argument is the id"),
        (lambda: check("02-rrf"), 'check("02-rrf", rrf)'),
        (lambda: hint("nothing"), "there is no exercise"),
        (lambda: solution(None), "the first argument is the id"),
    ],
)
def test_a_wrong_call_gets_a_sentence_and_no_error(file, capsys, call, said):
    call()
    assert said in capsys.readouterr().out


def test_progress_shows_what_is_solved_and_what_comes_next(file, capsys):
    assert "0 of" in repr(progress()) and "Next: 01-" in repr(progress())
    check("02-rrf", None)
    hint("02-rrf")
    capsys.readouterr()
    shown = repr(progress())
    (row,) = [line.strip() for line in shown.splitlines() if line.strip().startswith("02-rrf")]
    assert row.split()[-3:] == ["solved", "1", "1"] and "not solved" in row
    assert f"Your progress is in {file}" in shown
    assert "<table" in progress()._repr_html_() and "02-rrf" in progress()._repr_html_()


def test_what_is_solved_leads_on_in_its_notebook(file, capsys):
    check("03-disguise", "not a function")
    check("03-hop", hop)
    assert "03-disguise · A simple question in disguise, in this notebook" in capsys.readouterr().out
    assert "1 of" in repr(progress()) and "Next: 03-disguise" in repr(progress())


def test_jupyter_tells_which_notebook_is_open(file, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", "exercises/ex05_crag.ipynb")
    monkeypatch.setattr(learner, "CELLS", Cells(None))
    assert "Next: 05-critic" in repr(progress())


def test_a_wrong_setting_stops_no_check(double, capsys, monkeypatch):
    monkeypatch.setenv("RAGKIT_SEED", "owl")
    check("02-double", right)
    hint("02-double")
    shown = capsys.readouterr().out
    assert ": solved" in shown and "a setting is wrong (seed)" in shown and "1. Think." in shown
    assert "a setting is wrong" in repr(progress())


def test_under_nbgrader_a_wrong_answer_raises_and_a_right_one_does_not(double, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    check("02-double", right)
    with pytest.raises(NotSolved, match="not solved yet"):
        check("02-double", None)


ADAS = "A name gets 2/(k + rank) from each ranking that has it."


def twos(rankings, k):
    with nb02_rrf.OWN.drawn_as({"times": 2}):
        return nb02_rrf.fused(rankings, k)


def test_a_name_gives_variants_which_are_shown_and_checked(file, capsys):
    assert variant("02", "Ada Lovelace") is None
    shown = capsys.readouterr().out
    assert "The exercises of Ada Lovelace" in shown and f"02-rrf: {ADAS}" in shown
    check("02-rrf", twos)
    assert ": solved" in capsys.readouterr().out
    check("02-rrf", nb02_rrf.fused)
    assert ": solved" in capsys.readouterr().out  # it reads the present variant
    solution("02-rrf")
    assert f"In your variant: {ADAS}" in capsys.readouterr().out


def test_a_neighbours_answer_is_told_kindly(file, capsys):
    variant("02", "Bob Hall")
    check("02-rrf", twos)
    shown = capsys.readouterr().out
    assert "not solved yet" in shown and f"right for another variant: {ADAS}" in shown
    check("02-rrf", lambda rankings, k: {})
    assert "another variant" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", "  ", None, len])
def test_without_a_name_nothing_varies(file, capsys, name):
    variant("02", name)
    assert capsys.readouterr().out == ""
    check("02-rrf", nb02_rrf.fused)
    assert ": solved" in capsys.readouterr().out
    check("02-rrf", twos)
    assert "variant" not in capsys.readouterr().out


def test_a_notebook_is_named_by_its_number_and_one_without_exercises_is_told(file, capsys):
    variant(2, "Ada Lovelace")
    shown = capsys.readouterr().out
    assert "02-rrf:" in shown and "20-glue:" not in shown
    for number in ("77", ""):
        variant(number, "Ada")
        assert f'exercises of notebook "{number}", got none' in capsys.readouterr().out
