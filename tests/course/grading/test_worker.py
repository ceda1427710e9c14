"""The cells of a submission run one by one: a bad one is noted, and the answers of the others count."""

import pytest

from ragkit.course.exercises.catalogue import task
from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading import worker
from ragkit.course.grading.submission import Cell
from ragkit.course.grading.worker import run as run_cells
from ragkit.course.grading.worker import state_of

RRF, IDF = task("02-rrf"), task("02-idf")


def run(cells, due):
    """The answers and the notes."""
    ran = run_cells(cells, due)
    return ran.answers, ran.notes


def cells(*sources, ids=()):
    return [Cell(n, source, dict(ids).get(n, "")) for n, source in enumerate(sources, start=1)]


def test_the_answer_is_what_its_own_cell_left_behind():
    answers, notes = run(cells("rrf = 1", "rrf = 2", ids=[(1, "02-rrf")]), [RRF])
    assert answers == {"02-rrf": 1} and notes == []


def test_of_two_cells_with_the_same_id_the_last_one_counts():
    answers, _ = run(cells("rrf = 1", "rrf = 2", ids=[(1, "02-rrf"), (2, "02-rrf")]), [RRF])
    assert answers == {"02-rrf": 2}


def test_without_its_cell_an_answer_is_found_by_its_name():
    answers, _ = run(cells("rrf = 1", "rrf = 2"), [RRF, IDF])
    assert answers == {"02-rrf": 2}


def test_a_cell_that_fails_is_noted_with_its_line_and_the_next_one_runs():
    answers, notes = run(cells("x = 1\ny = x / 0", "rrf = 3"), [RRF])
    assert answers == {"02-rrf": 3}
    assert notes == ["cell 1 failed: ZeroDivisionError: division by zero (line 2: y = x / 0)"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(:", "SyntaxError"), ("exit()", "SystemExit"), ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("x = 'a\x00'", "failed"), ("raise MemoryError", "more memory"), ("def f(): f()\nf()", "RecursionError"),
        ("input('?')", "nobody to ask"), ("(" * 500 + ")" * 500, "failed"),
    ],
)  # fmt: skip
def test_whatever_a_cell_does_the_next_one_runs(source, said):
    answers, notes = run(cells(source, "rrf = 3"), [RRF])
    assert answers == {"02-rrf": 3} and len(notes) == 1 and said in notes[0]


def test_an_endless_cell_is_stopped(monkeypatch):
    monkeypatch.setattr(worker, "CELL_SECONDS", 0.3)
    answers, notes = run(cells("while True: pass", "rrf = 3"), [RRF])
    assert answers == {"02-rrf": 3} and notes == ["cell 1 ran longer than 0.3 s and was stopped"]


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("%matplotlib inline\nrrf = 5 % 3\ndisplay(rrf)", 2), ("rrf = 2\nrrf?\nrrf??", 2), ("\n%%time\nrrf = 2", 2),
        ("if True:\n    %time rrf = 2", 2), ("rrf = %time 1 + 1", 2),
        ("rrf = %timeit -n1 -r 1 -o 1+1\nrrf = rrf.loops", 1),
        ("import asyncio\nrrf = await asyncio.sleep(0, 2)", 2), ("get_ipython().run_line_magic('time', 'rrf = 2')", 2),
        ("get_ipython().events.register('x', len)\nrrf = 2", 2), ("%%capture said\nprint(2)\nrrf = 2", 2),
        (">>> rrf = 2", 2), ("rrf = (10\n%3)", 1), ("rrf = '''\n!ls\n'''", "\n!ls\n"), ("%%time\n%time rrf = 2", 2),
    ],
)  # fmt: skip
def test_a_cell_in_ipythons_syntax_does_what_it_does_in_the_kernel(source, answer):
    assert run(cells(source), [RRF]) == ({"02-rrf": answer}, [])


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("rrf = !touch made", "`!touch made`"), ("!touch made\nrrf = []", "`!touch made`"),
        ("%pip install x\nrrf = []", "`%pip install x`"), ("rrf = []\nget_ipython().system('ls')", "`!ls`"),
        ("rrf = []\nif True:\n    !ls\n    %cd ..", "`!ls`, `%cd ..`"),
    ],
)  # fmt: skip
def test_commands_of_the_system_are_left_out_and_told(tmp_path, monkeypatch, source, said):
    monkeypatch.chdir(tmp_path)
    assert run(cells(source), [RRF]) == ({"02-rrf": []}, [f"cell 1 ran without {said}"])
    assert list(tmp_path.iterdir()) == []


def test_an_error_names_the_line_of_the_cell_as_it_is_written():
    _, notes = run(cells("\n\nx = 1\nx / 0", "%%time\nx = 1\nx / 0"), [RRF])
    assert [note.partition("(")[2] for note in notes] == ["line 4: x / 0)", "line 3: x / 0)"]


def test_what_one_cell_began_the_next_one_may_await():
    begin = "import asyncio\nasync def two(): return 2\ntask = asyncio.ensure_future(two())\nawait asyncio.sleep(0)"
    assert run(cells(begin, "rrf = await task"), [RRF]) == ({"02-rrf": 2}, [])


def test_cells_that_only_show_are_left_out_and_others_run():
    answers, notes = run(
        cells('check("02-rrf", rrf)\nhint("02-rrf")', "\nprogress()\n", "rrf = 3\ncheck = len\ncheck([])"), [RRF]
    )
    assert answers == {"02-rrf": 3} and notes == []


def test_functions_find_the_helpers_of_other_cells(capsys):
    answers, _ = run(cells("def rrf(a, b): return helper()", "def helper(): return 7\nprint('x')"), [RRF])
    assert answers["02-rrf"](1, 2) == 7 and capsys.readouterr().out == ""


def test_a_failed_answer_is_told_once_and_with_its_own_task():
    ran = run_cells(cells("def rrf(:", "idf = 2", ids=[(1, "02-rrf"), (2, "02-idf")]), [RRF, IDF])
    assert ran.answers == {"02-idf": 2} and ran.notes == []
    assert list(ran.failed) == ["02-rrf"] and ran.failed["02-rrf"].startswith("cell 1 failed: SyntaxError")
    (why,) = worker._verdict(RRF, ran, 1, "").whys
    assert why == ran.failed["02-rrf"]


@pytest.mark.parametrize(
    ("solved", "untouched", "failed", "expected"),
    [
        (True, False, True, "solved"), (False, True, False, "untouched"), (False, True, True, "untouched"),
        (False, False, True, "failed"), (False, False, False, "wrong"),
    ],
)  # fmt: skip
def test_the_state_of_an_answer_says_what_became_of_it(solved, untouched, failed, expected):
    assert state_of(Verdict("02-rrf", "Fuse", solved, 1), untouched, failed) == expected
