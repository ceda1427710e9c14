"""What a notebook asks its reader to predict can be written down and is shown beside what came; nobody waits."""

import ast
import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from ragkit.course.notebooks import execute, numbered
from ragkit.widgets.panels.predictions_file import NAME, keep
from ragkit.widgets.runs.predicted import PARTED, UNSAID

NOTEBOOKS = numbered()
BY_NAME = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path: Path) -> list[nbformat.NotebookNode]:
    return nbformat.read(path, as_version=4).cells


def predictions(source: str) -> dict[str, str]:
    """The questions that a cell asks, by the names of their predictions."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and getattr(getattr(node.value, "func", None), "id", "") == "predict":
            found[node.targets[0].id] = node.value.args[0].value
    return found


@BY_NAME
def test_every_text_that_says_predict_is_followed_by_a_place_to_write_it(path):
    asked = ""
    for cell in cells(path):
        if cell.cell_type == "markdown":
            assert not asked
            asked = cell.source if "predict" in cell.source.lower() else ""
        elif predictions(cell.source):
            asked = ""
    assert not asked


@BY_NAME
def test_every_prediction_has_a_name_of_its_own_and_is_compared_once_after_it(path):
    code = [cell.source for cell in cells(path) if cell.cell_type == "code"]
    names = []
    for place, source in enumerate(code):
        for name in predictions(source):
            names.append(name)
            later = "\n".join(code[place + 1 :])
            assert len(re.findall(rf"^{name}\.compare\(", later, re.MULTILINE)) == 1, name
    assert names and len(names) == len(set(names))


def test_no_question_is_asked_twice_because_predictions_are_kept_by_their_question():
    asked = []
    for path in NOTEBOOKS:
        for cell in cells(path):
            asked += predictions(cell.source).values() if cell.cell_type == "code" else []
    assert len(asked) == len(set(asked)) >= len(NOTEBOOKS)


def test_headless_a_question_is_text_on_the_page_and_what_a_reader_has_kept_is_not_read(tmp_path, kernels, monkeypatch):
    monkeypatch.setenv("RAGKIT_CACHE", str(tmp_path))
    keep(tmp_path / NAME, "Which ranker?", {"": ("dense",)})
    ask = 'from ragkit.widgets import predict\nguess = predict("Which ranker?", ["dense", "sparse"])'
    book = new_notebook(cells=[new_code_cell(ask), new_code_cell('guess.compare("sparse")')])
    nbformat.write(book, tmp_path / "a.ipynb")
    execute(tmp_path / "a.ipynb", tmp_path / "out", progress=False)
    page = (tmp_path / "out" / "a.html").read_text(encoding="utf-8")
    assert "Choose from: dense · sparse" in page and UNSAID in page
    assert PARTED not in page and "model_id" not in page
