"""The notebooks keep the house rules, and every one of them runs headless with the real embedded model."""

import ast
import json
import re
from pathlib import Path
from statistics import median

import nbformat
import pytest

from ragkit.notebooks import FOLDER, execute, numbered

NOTEBOOKS = numbered()
BY_NAME = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
LESSONS = {
    "02_hybrid_retrieval": {"rank", "fuse_by_hand", "found_by"},
    "03_planner": {"ranks"},
    "13_ablation": {"ahead"},
}
"""Functions that a notebook may define: what it teaches, or measures in several cells."""


def cells(path: Path, kind: str) -> list[nbformat.NotebookNode]:
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


def sources(path: Path) -> list[str]:
    return [cell.source for cell in cells(path, "code")]


def test_the_notebooks_are_numbered_without_gaps():
    assert [int(path.stem[:2]) for path in NOTEBOOKS] == list(range(len(NOTEBOOKS))) and len(NOTEBOOKS) >= 3


@BY_NAME
def test_no_outputs_are_committed(path):
    assert not any(cell.outputs or cell.execution_count for cell in cells(path, "code"))


@BY_NAME
def test_code_cells_are_short(path):
    lengths = [len(source.splitlines()) for source in sources(path)]
    assert max(lengths) < 15 and median(lengths) <= 7


@BY_NAME
def test_a_notebook_defines_only_what_it_teaches(path):
    nodes = [node for source in sources(path) for node in ast.walk(ast.parse(source))]
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    assert defined <= LESSONS.get(path.stem, set())
    assert not any(isinstance(node, ast.ClassDef) for node in nodes)


@BY_NAME
def test_a_notebook_installs_nothing_and_bends_no_paths(path):
    assert not re.search(r"sys\.path|!pip|%pip|os\.environ", "\n".join(sources(path)))


@BY_NAME
def test_a_notebook_has_one_parameters_cell_for_papermill(path):
    tagged = [cell for cell in cells(path, "code") if "parameters" in cell.metadata.get("tags", [])]
    assert len(tagged) == 1 and "folder = " in tagged[0].source


@BY_NAME
def test_a_notebook_opens_with_a_question_says_what_to_look_for_lets_predict_and_closes_with_what_fails(path):
    prose = [cell.source for cell in cells(path, "markdown")]
    assert "question" in prose[0] and "**Look for:**" in prose[0]
    assert any("redict" in text for text in prose) or any("Before you run" in text for text in prose)
    assert "**What still fails.**" in prose[-1]


@BY_NAME
def test_no_measured_number_is_typed_into_prose(path):
    """Shares and scores (0.83, 93 %) are computed in cells; the formula's own constants are not measurements."""
    prose = "\n".join(cell.source for cell in cells(path, "markdown"))
    assert re.findall(r"\b0?\.\d+\b|\b(?!95 %)\d+(?:\.\d+)? ?%", prose) == []


@BY_NAME
def test_a_notebook_runs_headless_with_the_embedded_model_and_leaves_a_page(path, built):
    ran = execute(path, built, progress=False)
    assert all(cell.execution_count for cell in ran.cells if cell.cell_type == "code" and cell.source)
    assert not any(out.output_type == "error" for cell in ran.cells for out in cell.get("outputs", ()))
    page = (built / f"{path.stem}.html").read_text(encoding="utf-8")
    fetched = re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=[\"']?(?:https?:)?//", page)
    assert not fetched and "require.min.js" not in page


def test_the_tour_ends_in_a_right_and_sourced_answer(built):
    if not (built / "00_tour.ipynb").exists():
        execute(FOLDER / "00_tour.ipynb", built, progress=False)
    from ragkit.notebooks import printed

    summary = printed(nbformat.read(built / "00_tour.ipynb", as_version=4), "summary")
    answer = re.search(r"answer: +(.*)", summary)[1]
    keys = json.loads((FOLDER.parent / "corpora/algorithms/questions.jsonl").read_text().splitlines()[0])["keys"]
    assert all(any(spelling in answer for spelling in group) for group in keys), answer
    cited = {int(number) for number in re.findall(r"\[(\d)\]", answer)}
    assert cited and all(f"[{number}] " in summary.split("sources:")[1] for number in cited)
    assert (
        "dijkstra.md" in summary and "plan > retrieve > context_critic > generate > verify > answer_critic" in summary
    )
