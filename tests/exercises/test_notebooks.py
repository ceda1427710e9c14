"""The exercises as notebooks: they keep the house rules, and the solutions run in a kernel, without a model."""

import ast
import re
from difflib import SequenceMatcher

import nbformat
import papermill
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from test_house import packed

from ragkit.course.derive import BEGIN, SOLUTIONS, answer_cells, stripped, without_marks
from ragkit.course.exercises.catalogue import of_notebook
from ragkit.course.exercises.checks import EXERCISES, learners_file
from ragkit.course.exercises.progress import load
from ragkit.course.sections import CHECK

FILES = sorted(SOLUTIONS.glob("*.ipynb"))
EVERY_FILE = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def cells(file, kind):
    return [cell for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == kind]


@EVERY_FILE
def test_a_notebook_has_the_checks_of_its_tasks_by_level_each_after_its_answer(file):
    code = [cell.source for cell in cells(file, "code")]
    checked = [id for source in code for id in CHECK.findall(source)]
    assert checked == [task.id for task in of_notebook(file.stem)]
    assert sum(BEGIN in source for source in code) == len(checked)


@EVERY_FILE
def test_every_section_says_what_one_will_know(file):
    sections = [cell.source for cell in cells(file, "markdown") if re.match(r"## \d\d-", cell.source)]
    assert all("\n\nYou will know " in text for text in sections)


@EVERY_FILE
def test_it_ends_with_something_to_change(file):
    titles = re.findall(r"^## (.+)$", "\n\n".join(cell.source for cell in cells(file, "markdown")), re.MULTILINE)
    assert titles[-1].startswith("Now make the ") and titles[-1].endswith(" change")


@EVERY_FILE
def test_cells_are_short_and_not_packed(file):
    for copied in (file, learners_file(file.stem)):
        for cell in cells(copied, "code"):
            assert len(cell.source.splitlines()) <= 15 and packed(ast.parse(cell.source)) == []
            assert all(len(line) <= 100 for line in cell.source.splitlines())


@EVERY_FILE
def test_prose_says_how_to_get_a_hint_and_links_to_its_lesson_and_nowhere_else(file):
    for copied in (file, learners_file(file.stem)):
        prose = "\n".join(cell.source for cell in cells(copied, "markdown"))
        assert 'hint("' in prose and 'solution("' in prose
        (link,) = re.findall(r"\]\((.*?)\)", prose)
        lesson = (copied.parent / link).resolve()
        assert lesson == EXERCISES.parent / "notebooks" / file.name
        back = cells(lesson, "markdown")[-1].source
        assert f"(../exercises/{learners_file(file.stem).name})" in back


TOKEN = re.compile(r"\w+|[^\w\s]")


def said_of(solution, hint):
    """How much of a solution a hint says word for word: the share of its tokens in runs of four or more."""
    code, told = (TOKEN.findall(text.replace("'", '"')) for text in (solution, hint))
    runs = SequenceMatcher(None, code, told, autojunk=False).get_matching_blocks()
    return sum(run.size for run in runs if run.size >= 4) / len(code)


def answer(source):
    """The lines of an answer cell that its learner writes."""
    given = stripped(source).splitlines()
    return "\n".join(line for line in without_marks(source).splitlines() if line not in given)


@EVERY_FILE
def test_the_last_hint_is_a_step_and_not_the_solution(file):
    sources = answer_cells(nbformat.read(file, as_version=4))
    last = {task.id: task.hints[-1] for task in of_notebook(file.stem)}
    assert [id for id in last if said_of(answer(sources[id]), last[id]) > 0.4] == []


def test_a_hint_that_is_the_solution_is_seen():
    source = "def half(n):\n    ### BEGIN SOLUTION\n    return n / 2 or 0\n    ### END SOLUTION"
    assert said_of(answer(source), "Write `return n / 2 or 0`.") == 1
    assert said_of(answer(source), "`return` the number, / 2") == 0


@EVERY_FILE
def test_a_solution_runs_headless_and_solves_its_tasks(file, tmp_path, monkeypatch, kernels):
    progress = tmp_path / "progress.json"
    monkeypatch.setenv("RAGKIT_PROGRESS", str(progress))
    ran = papermill.execute_notebook(
        file, tmp_path / "ran.ipynb", cwd=EXERCISES, kernel_name="python3", progress_bar=False,
        extra_arguments=["--log-level=ERROR"],
    )  # fmt: skip
    outputs = [output for cell in ran.cells for output in cell.get("outputs", ())]
    boxes = [output.data for output in outputs if "rk-verdict" in str(output.get("data", {}).get("text/html", ""))]
    assert len(boxes) == len(of_notebook(file.stem))
    assert all("rk-verdict solved" in box["text/html"] and ": solved" in box["text/plain"] for box in boxes)
    kept = load(progress)
    assert all(kept.of(task.id).solved and kept.of(task.id).tries == 1 for task in of_notebook(file.stem))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def rrf(rankings, k):\n    while True:\n        pass", "loop without end"),
        ("def rrf(rankings, k):\n    return undefined", "return undefined"),
        ("def rrf(rankings, k):\n    input('?')", "nobody to ask"),
        ("def rrf(rankings, k):\n    raise SystemExit", "this error"),
    ],
)
def test_in_a_kernel_a_bad_answer_is_told_and_the_next_cell_runs(code, said, tmp_path, monkeypatch, kernels):
    monkeypatch.setenv("RAGKIT_PROGRESS", str(tmp_path / "progress.json"))
    lines = [f"from ragkit import check\n{code}", 'check("02-rrf", rrf)', 'print("goes on")']
    nbformat.write(new_notebook(cells=[new_code_cell(line) for line in lines]), tmp_path / "bad.ipynb")
    ran = papermill.execute_notebook(
        tmp_path / "bad.ipynb", tmp_path / "ran.ipynb", kernel_name="python3", progress_bar=False,
        extra_arguments=["--log-level=ERROR"],
    )  # fmt: skip
    (box,) = [output.data for output in ran.cells[1].outputs if output.output_type == "display_data"]
    assert said in box["text/plain"] and "not solved yet" in box["text/html"]
    assert ran.cells[2].outputs[0].text == "goes on\n"


def test_the_page_about_exercises_has_a_row_for_every_notebook_with_its_exercises():
    page = (EXERCISES.parent / "docs" / "exercises.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| \[\d\d\]\(\.\./exercises/ex(\w+)\.ipynb\) \| (.*) \|$", page, re.MULTILINE))
    expected = {}
    for file in FILES:
        checked = [id for cell in cells(file, "code") for id in CHECK.findall(cell.source)]
        expected[file.stem] = ", ".join(f"`{id}`" for id in checked)
    assert table == expected
