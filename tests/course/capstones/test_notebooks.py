"""The notebooks of the capstones: their imports exist, their links lead somewhere, their first cells can be graded."""

import ast
import linecache
import re
from importlib import import_module
from pathlib import Path

import nbformat
import pytest
from experiments import QUESTIONS, content_kit, questions_in

from ragkit import kit as kit_module
from ragkit.course.capstones import compared
from ragkit.course.capstones.node_checks import examined
from ragkit.course.capstones.submission import code_of, function_of
from ragkit.graphs import SYSTEMS

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


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A folder for the notebooks, three questions in the place of the corpus, and a scripted kit."""
    corpus = tmp_path / "corpora" / "algorithms"
    corpus.mkdir(parents=True)
    rows = [{**one, "id": f"{part}-{one['id']}", "part": part} for part in ("fit", "test") for one in QUESTIONS]
    questions_in(corpus, rows)
    own = tmp_path / "exercises" / "capstones"
    own.mkdir(parents=True)
    monkeypatch.chdir(own)
    monkeypatch.setattr(compared, "SYSTEMS", dict(SYSTEMS))
    for room in ("experiments.experiment", "experiments.jobs"):
        monkeypatch.setattr(f"ragkit.evaluate.{room}.SYSTEMS", compared.SYSTEMS)
    monkeypatch.setattr(kit_module.Kit, "open", lambda *args, **settings: content_kit(tmp_path))


def cells_of(name):
    """What is left in the names of a notebook once its cells ran, and the value of the last line of each."""
    names, shown = {}, []
    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    for number, cell in enumerate(cell for cell in book.cells if cell.cell_type == "code"):
        file = f"<{name} {number}>"
        linecache.cache[file] = (len(cell.source), None, cell.source.splitlines(keepends=True), file)
        *first, last = ast.parse(cell.source).body
        value = isinstance(last, ast.Expr)
        exec(compile(ast.Module(first if value else [*first, last], []), file, "exec"), names)
        shown.append(eval(compile(ast.Expression(last.value), file, "eval"), names) if value else None)
    return names, shown


def test_the_notebook_of_a_system_runs_to_its_rubric(small):
    names, shown = cells_of("system")
    assert names["found"].is_whole and {row.kind for row in names["found"].ours} == {"factual", "out-of-domain"}
    assert any("points by code" in str(one) for one in shown[1:])
    assert "def mine" in names["code"] and "retrieve_dense" in names["code"]


def test_the_notebook_of_a_rewrite_runs_to_its_claim(small):
    names, _ = cells_of("rewrite")
    # a node that rewrites nothing finds the same
    assert (names["claim"].way, names["claim"].n, names["claim"].difference) == ("hyde", 2, 0)
    assert names["found"].conclusion == "not shown" and (names["rows"] / "claim.json").is_file()
