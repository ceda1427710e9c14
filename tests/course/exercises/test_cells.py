"""A check knows when the cell of its answer did not run, or does not define the answer any more."""

from types import ModuleType

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from ragkit.course.exercises import learner
from ragkit.course.exercises.cells import Cells
from ragkit.course.exercises.progress import load

HALF = "def lead(question, lines):\n    return ''"
BROKEN = "def lead(question, lines:\n    return 'new'"


@pytest.fixture
def shell():
    """A shell of its own, whose user's module is not that of the tests."""
    config = Config()
    config.HistoryManager.enabled = False
    return InteractiveShell(config=config, user_module=ModuleType("notebook"))


@pytest.fixture
def cells(shell):
    return Cells(shell)


def ran(cells, *sources):
    """Run cells, each the source and perhaps the id of the cell, and say what is stale of `lead`."""
    for source in sources:
        code, cell = source if isinstance(source, tuple) else (source, None)
        cells.shell.run_cell(code, cell_id=cell)
    return cells.why_stale("lead", cells.shell.user_ns.get("lead"))


def test_a_cell_that_ran_is_not_stale(cells):
    assert ran(cells, HALF) == "" and ran(cells, "lead('', [])", "1 / 0") == ""


def test_a_cell_that_is_no_python_leaves_the_function_of_before(cells, capsys):
    said = ran(cells, HALF, BROKEN)
    assert "`lead` did not run: line 1 is no Python ('(' was never closed)" in said
    assert ran(cells, HALF) == ""


def test_a_cell_that_failed_above_its_definition_did_not_define_it(cells, capsys):
    assert "did not run: ZeroDivisionError" in ran(cells, HALF, f"1 / 0\n{HALF}")


def test_a_cell_that_failed_below_its_definition_did(cells, capsys):
    assert ran(cells, f"{HALF}\nlead()") == ""


def test_a_value_whose_line_failed_is_the_one_of_before(cells, capsys):
    assert "ZeroDivisionError" in ran(cells, "lead = {1: None}", "lead = {1: 1 / 0}")


def test_a_cell_that_was_changed_to_define_another_name_is_told(cells, capsys):
    renamed = (HALF.replace("lead", "my_lead"), "a")
    assert "does not define it any more" in ran(cells, (HALF, "a"), renamed)
    assert "does not define it any more" in ran(cells, (BROKEN, "a"), renamed)


def test_an_import_defines_as_well(cells, capsys):
    ran(cells, HALF, BROKEN)
    assert ran(cells, "from os.path import join as lead") == "" and ran(cells, "from os.path import *") == ""


def test_another_cell_may_define_other_names(cells):
    assert ran(cells, (HALF, "a"), ("other = 1", "b")) == "" and ran(cells, ("other = 1", None)) == ""


def test_a_cell_that_defines_and_checks_is_not_stale_while_it_runs(cells, capsys):
    ran(cells, BROKEN)
    cells.shell.user_ns["stale"] = lambda: cells.why_stale("lead", cells.shell.user_ns["lead"])
    ran(cells, f"{HALF}\nfound = stale()")
    assert cells.shell.user_ns["found"] == ""


def test_what_is_handed_in_under_another_name_is_not_looked_at(cells, capsys):
    ran(cells, HALF, BROKEN)
    assert cells.why_stale("lead", print) == ""


def test_without_a_kernel_nothing_is_known():
    assert Cells(None).why_stale("lead", print) == ""


def test_a_stale_answer_is_told_and_counts_no_try(cells, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("RAGKIT_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.setattr(learner, "CELLS", cells)
    ran(cells, HALF, BROKEN)
    learner.check("03-lead", cells.shell.user_ns["lead"])
    assert "it counts as no try" in capsys.readouterr().out
    assert load(tmp_path / "progress.json").of("03-lead").tries == 0
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    with pytest.raises(learner.NotSolved, match="did not run"):
        learner.check("03-lead", cells.shell.user_ns["lead"])
