"""The notebooks of the capstones: their imports exist, their links lead somewhere, their first cells can be graded."""

import ast
import re
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

from ragkit.course.capstones.node_checks import examined
from ragkit.course.capstones.submission import code_of, function_of

FOLDER = Path(__file__).parents[3] / "exercises" / "capstones"
FILES = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_notebook_is_empty_and_what_it_imports_and_links_to_is_there(file):
    book = nbformat.read(file, as_version=4)
    nbformat.validate(book)
    for cell in book.cells:
        for link in re.findall(r"\]\(([^)#]+)", cell.source if cell.cell_type == "markdown" else ""):
            assert (FOLDER / link).exists(), link
        if cell.cell_type == "code":
            assert cell.outputs == [] and cell.execution_count is None
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.ImportFrom):
                    room = import_module(node.module)
                    assert [alias.name for alias in node.names if not hasattr(room, alias.name)] == []


def test_there_is_one_for_each_task():
    assert [file.stem for file in FILES] == ["documents", "rewrite", "system"]


def test_the_cell_to_start_from_is_a_system():
    graph = function_of(code_of(FOLDER / "system.ipynb"), "mine")()
    assert set(graph.nodes) == {"retrieve", "generate"}


def test_the_cell_to_start_from_is_a_node_that_rewrites_nothing(tmp_path):
    found = examined(function_of(code_of(FOLDER / "rewrite.ipynb"), "rewrite"), tmp_path)
    assert not any(is_met for is_met, _ in found.values())
