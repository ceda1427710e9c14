"""Learners' copies of the exercises: the solutions, without their answers.

The notebooks in `exercises/solutions/` are the source. In a code cell an answer is marked with
comments, which are those of nbgrader, and one more:

    def half(number):
        ### BEGIN SOLUTION
        return number / 2
        ### INSTEAD
        # return number // 2  # is this right?
        ### END SOLUTION

The learner's copy has the lines below INSTEAD, without their first comment sign, or nbgrader's own
stub where there are none. The next cell that calls `check` says which task the answer is for. Both
notebooks get nbgrader's metadata, so that they can be used with it; neither has outputs. The copy
has no hints: those go into `tasks.json`, with what else a notebook says of its tasks (`sections`).
"""

from __future__ import annotations

import ast
import copy
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ragkit.course.exercises.catalogue import SAID, SAYING, known
from ragkit.course.exercises.checks import EXERCISES, learners_file
from ragkit.course.exercises.task import Words
from ragkit.course.sections import CHECK, Misplaced, is_hints, words_in

SOLUTIONS = EXERCISES / "solutions"
BEGIN = "### BEGIN SOLUTION"
INSTEAD = "### INSTEAD"
END = "### END SOLUTION"
STUB = ("# YOUR CODE HERE", "raise NotImplementedError()")
"""What nbgrader puts in the place of a solution."""


def derive(solutions: Path = SOLUTIONS, exercises: Path = EXERCISES) -> list[Path]:
    """Write the learners' copy of every notebook of solutions, and `tasks.json`; what changed.

    The solutions are written too, when their metadata was not complete or they had outputs. Raises
    `Misplaced`, `NoTask` for a call of `check` with an unknown id, and `FileNotFoundError` where
    the solutions were removed.
    """
    texts: dict[Path, str] = {}
    said: dict[str, Words] = {}
    files = sorted(solutions.glob("[0-9][0-9]_*.ipynb"))
    if not files:
        then = "get them back from the repository"
        raise FileNotFoundError(f"asked for the notebooks in {solutions}, got none; {then}")
    for file in files:
        source = completed(nbformat.read(file, as_version=4), file.stem)
        said |= words_in(source, file.stem)
        texts[file] = nbformat.writes(source)
        texts[learners_file(file.stem, exercises)] = nbformat.writes(learners_copy(source))
    texts[exercises / SAID.name] = SAYING.dump_json(said, indent=1).decode()
    return [file for file, text in texts.items() if _changed(file, f"{text}\n")]


def _changed(file: Path, text: str) -> bool:
    """Whether a file had to be written to have this text."""
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return False
    file.write_text(text, encoding="utf-8")
    return True


def learners_copy(notebook: NotebookNode) -> NotebookNode:
    """A completed notebook of solutions without its answers and hints, one folder further up."""
    copied = copy.deepcopy(notebook)
    for number, cell in enumerate(copied.cells):
        if cell.cell_type == "code":
            cell.source = _stripped(cell.source, number)
        else:
            cell.source = cell.source.replace("](../../", "](../")
    copied.cells = [cell for cell in copied.cells if not is_hints(cell)]
    return copied


def completed(notebook: NotebookNode, stem: str) -> NotebookNode:
    """A notebook of solutions without outputs, with nbgrader's metadata and a version of its own.

    Raises `Misplaced`.
    """
    notebook = copy.deepcopy(notebook)
    pairs = _answers(notebook)
    said = words_in(notebook, stem)
    for answer, check, id in pairs:
        if known(id) not in said:
            raise Misplaced(f"the check of {id} is in no section with its heading")
        _mark(answer, check, said[id])
    notebook.metadata["ragkit"] = {"exercise": stem, "version": version(notebook)}
    return notebook


def _answers(notebook: NotebookNode) -> list[tuple[NotebookNode, NotebookNode, str]]:
    """Each answer cell, the cell that checks it, and the id of its task.

    Takes the outputs and nbgrader's metadata out of all code cells. Raises `Misplaced`.
    """
    pairs = []
    waiting: NotebookNode | None = None
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        cell.outputs, cell.execution_count = [], None
        cell.metadata.pop("nbgrader", None)
        found = CHECK.search(cell.source)
        if BEGIN in cell.source:
            if waiting is not None:
                raise Misplaced(f"cell {number}: an answer, and the one before it has no check")
            waiting = cell
        elif found:
            if waiting is None:
                raise Misplaced(f"cell {number}: a check of {found[1]}, and no answer before it")
            pairs.append((waiting, cell, found[1]))
            waiting = None
    if waiting is not None:
        raise Misplaced("the last answer has no check")
    return pairs


def answer_cells(notebook: NotebookNode) -> dict[str, str]:
    """The source of every answer cell of a completed notebook, by the id of its task."""
    cells = {}
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader", {})
        if marks.get("solution"):
            cells[marks["grade_id"]] = cell.source
    return cells


def stripped(source: str) -> str:
    """A cell's source with its answers replaced. Raises `Misplaced`.

    >>> stripped("### BEGIN SOLUTION\\na = 1\\n### INSTEAD\\n# a = 0\\n### END SOLUTION")
    'a = 0'
    """
    lines: list[str] = []
    for kind, text in _parts(source):
        if kind == "outside":
            lines.append(text)
        if kind == "instead":
            lines.append(re.sub(r"^(\s*)# ?", r"\1", text))
        if kind == "stub":
            lines += [text + line for line in STUB]
    return "\n".join(lines)


def without_marks(source: str) -> str:
    """A cell's source as a solution: without the marks, and without what learners get instead.

    >>> without_marks("### BEGIN SOLUTION\\na = 1\\n### INSTEAD\\n# a = 0\\n### END SOLUTION")
    'a = 1'
    """
    kept = [text for kind, text in _parts(source) if kind in ("outside", "answer")]
    return "\n".join(kept)


def version(notebook: NotebookNode) -> str:
    """Eight characters that change when an answer cell or a check does, and not with the prose."""
    sources = []
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata:
            sources.append(stripped(cell.source))
    digest = hashlib.sha256("\n".join(sources).encode())
    return digest.hexdigest()[:8]


def _parts(source: str) -> Iterator[tuple[str, str]]:
    """Each line of a cell with what it is: outside, answer or instead.

    Where an answer has no line instead, its end is a stub, and the text its indentation.
    """
    kind = "outside"
    replaced = False
    for line in source.split("\n"):
        mark = line.strip()
        if mark == BEGIN:
            _must_be(kind == "outside", "an answer begins within an answer")
            kind, replaced = "answer", False
        elif mark == INSTEAD:
            _must_be(kind == "answer", f"{INSTEAD} is outside an answer")
            kind, replaced = "instead", True
        elif mark == END:
            _must_be(kind != "outside", "an answer ends that did not begin")
            kind = "outside"
            if not replaced:
                yield "stub", line[: line.index(END)]
        else:
            yield kind, line
    _must_be(kind == "outside", f"an answer does not end: {END} is missing")


def _must_be(right: bool, trouble: str) -> None:
    if not right:
        raise Misplaced(trouble)


def _stripped(source: str, number: int) -> str:
    """The stripped source, which must be Python; what is wrong names its cell."""
    try:
        text = stripped(source)
        ast.parse(text)
    except (Misplaced, SyntaxError) as error:
        raise Misplaced(f"cell {number}: {error}") from error
    return text


def _mark(answer: NotebookNode, check: NotebookNode, task: Words) -> None:
    """Give an answer cell and its check cell nbgrader's metadata (its schema 3)."""
    answer.metadata["nbgrader"] = {
        "schema_version": 3,
        "grade_id": task.id,
        "grade": False,
        "solution": True,
        "locked": False,
        "task": False,
    }
    check.metadata["nbgrader"] = {
        "schema_version": 3,
        "grade_id": f"{task.id}-check",
        "grade": True,
        "solution": False,
        "locked": True,
        "task": False,
        "points": task.level,
    }
