"""A folder of submissions, among them hostile ones: each gets its verdict, and harms no other."""

import json
import shutil
import sys

import nbformat
import pytest

from ragkit.course.derive import EXERCISES, SOLUTIONS
from ragkit.course.grading.grade import grade, grade_one, submissions

pytestmark = pytest.mark.process

NAME = "02_hybrid_retrieval.ipynb"
STATES = ["02-hybrid", "02-idf", "02-rrf"]


@pytest.fixture
def folder(tmp_path):
    """A folder in which the right solution is handed in by ada."""
    hand_in(tmp_path / "class", "ada")
    return tmp_path / "class"


def hand_in(folder, who, code=None, id="02-rrf"):
    """Hand in the solution; with `code`, an answer cell has that instead."""
    (folder / who).mkdir(parents=True)
    notebook = nbformat.read(SOLUTIONS / NAME, as_version=4)
    for cell in notebook.cells:
        if code is not None and cell.metadata.get("nbgrader", {}).get("grade_id") == id:
            cell.source = code
    nbformat.write(notebook, folder / who / NAME)
    return folder / who / NAME


def graded(folder, who, code, id="02-rrf", **limits):
    return grade_one(hand_in(folder, who, code, id), folder, seed=1, **limits)


def solved(one):
    return {verdict.task: verdict.solved for verdict in one.verdicts}


def test_a_right_notebook_is_solved_and_an_untouched_one_is_not(folder):
    (folder / "bob").mkdir()
    shutil.copy(EXERCISES / f"ex{NAME}", folder / "bob")
    ada, bob = grade(folder, seed=1, quiet=True)
    assert (ada.name, bob.name) == (f"ada/{NAME}", f"bob/ex{NAME}")
    assert solved(ada) == dict.fromkeys(STATES, True) and ada.notes == () and ada.fault == ""
    assert solved(bob) == dict.fromkeys(STATES, False) and bob.fault == ""
    assert {verdict.seed for one in (ada, bob) for verdict in one.verdicts} == {1}
    assert set(ada.states.values()) == {"solved"} and set(bob.states.values()) == {"untouched"}


def test_one_task_is_graded_alone_and_a_cell_that_failed_says_so_in_its_own_task(folder):
    one = graded(folder, "eve", "def rrf(:", only=["02-rrf"])
    assert one.states == {"02-rrf": "failed"} and one.notes == ()
    assert "failed: SyntaxError" in one.verdicts[0].whys[0]


@pytest.mark.parametrize("code", ["while True: pass", "import time; time.sleep(600)"])
def test_an_answer_that_does_not_end_costs_its_own_task_only(folder, code):
    one = graded(folder, "eve", f"def rrf(rankings, k):\n    {code}")
    assert solved(one) == {"02-hybrid": True, "02-idf": True, "02-rrf": False}
    (verdict,) = [verdict for verdict in one.verdicts if not verdict.solved]
    assert "loop without end" in verdict.whys[0]


def test_a_notebook_that_takes_too_long_is_stopped(folder):
    slept = graded(folder, "eva", "import time\ntime.sleep(600)\ndel time", seconds=4)
    assert slept.fault == "it took longer than 4 s and was stopped" and slept.seconds < 15


def failure(one):
    """Why the answer whose cell failed is not solved."""
    (verdict,) = [verdict for verdict in one.verdicts if verdict.task == "02-rrf"]
    return verdict.whys[0]


@pytest.mark.parametrize(
    "code",
    [
        "import os\nwhile True: os.fork()",
        "open('../../ada/x.txt', 'w')",
    ],
)
def test_what_is_forbidden_is_a_note_and_the_rest_is_graded(folder, code):
    one = graded(folder, "eve", code)
    assert "a submission may" in failure(one)
    assert solved(one) == {"02-hybrid": True, "02-idf": True, "02-rrf": False}


def test_a_submission_reads_no_other_submission(folder):
    other = folder / "ada" / NAME
    one = graded(folder, "eve", f"text = open({str(other)!r}).read()")
    assert "may not read the submissions of others" in failure(one)


def test_a_megabyte_of_output_is_nobodys_trouble(folder):
    one = graded(folder, "eve", "print('x' * 10**6)\ndef rrf(rankings, k):\n    print('y' * 10**6)")
    (verdict,) = [verdict for verdict in one.verdicts if verdict.task == "02-rrf"]
    assert "instead of `print`" in verdict.whys[0] and len(verdict.printed) == 200
    assert len(json.dumps(verdict.printed)) < 300


def test_a_crash_is_told_and_what_was_found_before_is_kept(folder):
    one = graded(folder, "eve", "def rrf(rankings, k):\n    import os\n    os._exit(3)")
    assert one.fault == "it crashed (exit code 3)" and solved(one) == {"02-hybrid": True, "02-idf": True}
    assert one.states == {"02-hybrid": "solved", "02-idf": "solved", "02-rrf": "not run"}
    gone = graded(folder, "eva", "import os\nos._exit(0)")
    assert gone.fault.startswith("it ended itself") and gone.verdicts == ()


@pytest.mark.skipif(sys.platform == "win32", reason="a crash has no signal there")
def test_a_segmentation_fault_is_told(folder):
    one = graded(folder, "eve", "import ctypes\nctypes.string_at(0)")
    assert one.fault == "it crashed (SIGSEGV)"


def test_memory_is_limited(folder):
    code = "def rrf(rankings, k):\n    pile = []\n    while True: pile.append(bytearray(50 * 10**6))"
    one = graded(folder, "eve", code, megabytes=300)
    assert not solved(one).get("02-rrf") and ("memory" in one.fault or solved(one)["02-idf"])
    assert "Memory" in str(one) or "memory" in str(one)


def test_results_that_a_submission_forges_break_nothing(folder):
    forged = '{"verdict": {"task": 7}}\\n{"verdict": 3}\\n[]\\nowl\\n'
    one = graded(folder, "eve", f"open('results.jsonl', 'a').write('{forged}')")
    assert set(solved(one)) == set(STATES)


def test_what_is_no_notebook_is_told_and_stops_nothing(folder):
    (folder / "bad.ipynb").write_text("{")
    ada, bad = grade(folder, seed=1, quiet=True)
    assert solved(ada)["02-rrf"] and bad.name == "bad.ipynb" and "cannot be read as a notebook" in bad.fault


def test_a_submission_gets_no_keys(folder, monkeypatch):
    monkeypatch.setenv("RAGKIT_API_KEY", "sk-owl")
    one = graded(folder, "eve", "import os\nassert 'RAGKIT_API_KEY' not in os.environ\nrrf = None")
    assert not any("AssertionError" in note for note in one.notes)


def test_checkpoints_and_other_files_are_no_submissions(folder):
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "x.ipynb").write_text("{}")
    (folder / "notes.txt").write_text("owl")
    assert submissions(folder) == [folder / "ada" / NAME]
    with pytest.raises(FileNotFoundError, match="got no folder"):
        submissions(folder / "nowhere")
