"""The learners' copies are the solutions without their answers and hints, and nothing else differs."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from ragkit.course.derive import (
    SOLUTIONS,
    answer_cells,
    completed,
    derive,
    learners_copy,
    stripped,
    version,
    without_marks,
)
from ragkit.course.exercises.catalogue import SAID, SAYING, NoTask, ids
from ragkit.course.exercises.checks import EXERCISES, learners_file
from ragkit.course.exercises.task import Words
from ragkit.course.sections import Misplaced, words_in

ANSWER = "def rrf(rankings, k):\n    ### BEGIN SOLUTION\n    return {}\n    ### END SOLUTION"
BUG = "x = 0\n### BEGIN SOLUTION\nfor n in []:\n    x += n\n### INSTEAD\n# for n in []:\n#     x = n\n### END SOLUTION"
HEAD = "## 02-rrf · Fuse\n\n*fill in · level 1 · about 10 minutes*\n\nYou will know how."
HINTS = "**Hints**\n\n1. Think of\n   an owl.\n2. Use 1. and 2.\n3. `{}`"
FILES = sorted(SOLUTIONS.glob("*.ipynb"))
EVERY_FILE = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def book(*sources):
    """A notebook with a section that has these cells."""
    cells = [new_code_cell(source) for source in sources]
    return new_notebook(cells=[*map(new_markdown_cell, ("# Title", HEAD)), *cells, new_markdown_cell(HINTS)])


@EVERY_FILE
def test_the_committed_copy_is_what_is_derived_from_the_committed_solution(file):
    source = nbformat.read(file, as_version=4)
    assert completed(source, file.stem) == source, "run `make exercises`"
    copied = nbformat.read(learners_file(file.stem), as_version=4)
    assert learners_copy(source) == copied, "run `make exercises`"


def test_every_copy_has_a_solution_and_every_check_an_answer_in_a_notebook_that_says_its_words():
    assert {file.name for file in EXERCISES.glob("*.ipynb")} == {f"ex{file.name}" for file in FILES}
    answered, said = [], {}
    for file in FILES:
        notebook = nbformat.read(file, as_version=4)
        answered += answer_cells(notebook)
        said |= words_in(notebook, file.stem)
    assert sorted(answered) == ids()
    assert SAYING.validate_json(SAID.read_bytes()) == said, "run `make exercises`"


def test_a_section_says_all_that_there_is_to_say_of_a_task():
    found = words_in(book(ANSWER, 'check("02-rrf", rrf)'), "02_owls")
    hints = ("Think of an owl.", "Use 1. and 2.", "`{}`")
    assert found == {"02-rrf": Words("02-rrf", "Fuse", "02_owls", "fill in", 1, 10, "rrf", hints)}


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (HEAD, HEAD.replace("02-rrf", "02-idf"), "the check of 02-rrf is in no section"),
        (HEAD, HEAD.replace("about 10 minutes", "long"), "the check of 02-rrf is in no section"),
        (HEAD, HEAD.replace("fill in", "fill up"), "the section of 02-(rrf|idf): kind: .*'fill in'"),
        (HEAD, HEAD.replace("level 1", "level 4"), "the section of 02-rrf: level: .*1, 2 or 3"),
        (HINTS, HINTS.replace("3. ", ""), "the section of 02-rrf: hints"),
        (HINTS, "Hints", "the section of 02-rrf: hints"),
        ('check("02-rrf", rrf)', 'check("02-rrf")', "the section of 02-rrf: name"),
    ],
)  # fmt: skip
def test_a_section_that_lacks_something_is_told(right, wrong, said):
    notebook = book(ANSWER, 'check("02-rrf", rrf)')
    (cell,) = [cell for cell in notebook.cells if cell.source == right]
    cell.source = wrong
    with pytest.raises(Misplaced, match=said):
        completed(notebook, "02_owls")


def test_an_answer_becomes_the_stub_of_nbgrader():
    copied = stripped(ANSWER)
    assert copied == "def rrf(rankings, k):\n    # YOUR CODE HERE\n    raise NotImplementedError()"


def test_a_bug_stands_in_the_place_of_its_mending():
    assert stripped(BUG) == "x = 0\nfor n in []:\n    x = n"
    assert without_marks(BUG) == "x = 0\nfor n in []:\n    x += n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("### BEGIN SOLUTION\nx = 1", "END SOLUTION is missing"),
        ("x = 1\n### END SOLUTION", "did not begin"),
        ("### INSTEAD\n# x = 1", "outside an answer"),
        ("### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION", "begins within an answer"),
        ("### BEGIN SOLUTION\n### INSTEAD\n### INSTEAD\n### END SOLUTION", "outside an answer"),
    ],
)
def test_misplaced_marks_are_told(source, said):
    with pytest.raises(Misplaced, match=said):
        stripped(source)


def test_the_cell_is_told_and_a_copy_that_is_no_python_is_refused():
    broken = "### BEGIN SOLUTION\nx = 1\n### INSTEAD\n# x = = 1\n### END SOLUTION"
    with pytest.raises(Misplaced, match="cell 2: invalid syntax"):
        learners_copy(book(broken))


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        ([ANSWER], "the last answer has no check"),
        ([ANSWER, ANSWER, 'check("02-rrf", rrf)'], "cell 3: an answer, and the one before it has no check"),
        (['check("02-rrf", rrf)'], "cell 2: a check of 02-rrf, and no answer before it"),
    ],
)
def test_an_answer_needs_a_check_and_a_check_an_answer(sources, said):
    with pytest.raises(Misplaced, match=said):
        completed(book(*sources), "02_hybrid_retrieval")


def test_a_check_of_no_task_is_told():
    with pytest.raises(NoTask, match="02-rff"):
        completed(book(ANSWER, 'check("02-rff", rrf)'), "02_hybrid_retrieval")


def test_nbgraders_metadata_is_written_and_outputs_are_removed():
    notebook = book(ANSWER, "rrf([], 1)", 'check("02-rrf", rrf)')
    notebook.cells[2].outputs = [new_output("stream", text="owl")]
    notebook.cells[2].execution_count = 7
    _, _, answer, between, check, _ = completed(notebook, "02_hybrid_retrieval").cells
    assert answer.metadata.nbgrader == {
        "schema_version": 3, "grade_id": "02-rrf", "grade": False, "solution": True, "locked": False, "task": False
    }  # fmt: skip
    assert check.metadata.nbgrader == {
        "schema_version": 3, "grade_id": "02-rrf-check", "grade": True, "solution": False, "locked": True,
        "task": False, "points": 1,
    }  # fmt: skip
    assert "nbgrader" not in between.metadata and answer.outputs == [] and answer.execution_count is None
    assert notebook.cells[2].outputs, "what was handed in is left as it was"


def test_the_version_changes_with_a_stub_and_not_with_prose_or_with_the_answer():
    def of(answer, prose="# Title"):
        notebook = completed(book(answer, 'check("02-rrf", rrf)'), "02_hybrid_retrieval")
        notebook.cells[0].source = prose
        return version(notebook)

    assert of(ANSWER) == of(ANSWER, "# Other") == of(ANSWER.replace("return {}", "return dict()"))
    assert of(ANSWER) != of(ANSWER.replace("rankings", "lists")) and len(of(ANSWER)) == 8


def test_without_solutions_nothing_is_written(tmp_path):
    (tmp_path / "tasks.json").write_text("kept")
    with pytest.raises(FileNotFoundError, match="asked for the notebooks in .* got none"):
        derive(tmp_path / "solutions", tmp_path)
    assert (tmp_path / "tasks.json").read_text() == "kept"


def test_a_copy_has_the_version_of_its_source(tmp_path):
    (tmp_path / "solutions").mkdir()
    nbformat.write(book(ANSWER, 'check("02-rrf", rrf)'), tmp_path / "solutions" / "02_owls.ipynb")
    *changed, said = derive(tmp_path / "solutions", tmp_path)
    assert {file.relative_to(tmp_path).as_posix() for file in changed} == {"solutions/02_owls.ipynb", "ex02_owls.ipynb"}
    assert said == tmp_path / "tasks.json" and SAYING.validate_json(said.read_bytes())["02-rrf"].title == "Fuse"
    source, copied = (nbformat.read(file, as_version=4) for file in changed)
    assert HINTS in [cell.source for cell in source.cells]
    assert HINTS not in [cell.source for cell in copied.cells]
    assert source.metadata.ragkit == copied.metadata.ragkit == {"exercise": "02_owls", "version": version(source)}
    assert "return {}" in source.cells[2].source and "return {}" not in copied.cells[2].source
    assert derive(tmp_path / "solutions", tmp_path) == []
