"""The notebooks keep the house rules, and every one of them runs headless with the real embedded model."""

import ast
import json
import re
import shutil
from pathlib import Path
from statistics import median

import nbformat
import pytest
from lanes import drawn
from nbformat.v4 import new_code_cell, new_notebook
from recordings import committed, written_by

from ragkit.course.notebooks import FOLDER, execute, numbered, printed, runs_a_model
from ragkit.model.recorder import written_down

NOTEBOOKS = numbered()
BY_NAME = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
FRESH = drawn([path.stem for path in NOTEBOOKS])
RUNS = [pytest.param(path, id=path.stem, marks=pytest.mark.fresh if path.stem in FRESH else ()) for path in NOTEBOOKS]
LESSONS = {"02_hybrid_retrieval": {"fuse_by_hand"}, "30_search_at_size": {"recall"}}
"""Functions that a notebook may define: what it teaches."""
SMALLER = {
    "04_context_critic": {"each": 2},
    # The second question is one that notebook 11 has asked, so that its replies are on disk.
    "12_metrics": {"picked": ["relaxation-meaning", "wayfinder-islands-year", "ood-sourdough"]},
    "14_your_documents": {"count": 2, "systems": ["extract", "naive"]},
    "15_teach_a_critic": {"minutes": 0.6},
    "16_tiny": {"most": 1},
    "18_memory_or_archive": {"invented": ["tidemark-epoch", "orbit-ansa-until"]},
}
"""Parameters by which a notebook that keeps a computer busy for minutes is run in less."""
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
BOLD = re.compile(r"\*\*[^*]+\*\*")


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


def is_quiet(call: ast.Call) -> bool:
    return any(one.arg == "quiet" and ast.unparse(one.value) == "True" for one in call.keywords)


@BY_NAME
def test_a_kit_is_opened_that_says_whether_replies_are_recorded(path):
    """Only a kit that is not quiet says so, and the page has it at its top."""
    calls = [node for source in sources(path) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    opened = [call for call in calls if ast.unparse(call.func) == "Kit.open"]
    assert runs_a_model(path) or not opened or not all(map(is_quiet, opened))


@BY_NAME
def test_a_notebook_opens_with_a_question_says_what_to_look_for_lets_predict_and_closes_with_what_fails(path):
    prose = [cell.source for cell in cells(path, "markdown")]
    assert "question" in prose[0] and "**Look for:**" in prose[0]
    assert any("redict" in text for text in prose) or any("Before you run" in text for text in prose)
    assert prose[-1].startswith("## What still fails\n")


@BY_NAME
def test_headings_are_headings_so_that_a_table_of_contents_has_them(path):
    """One title, and below it sections; no cell begins with words in bold where a heading is meant."""
    prose = [cell.source for cell in cells(path, "markdown")]
    levels = [len(marks) for marks, _ in HEADING.findall("\n\n".join(prose))]
    assert levels[0] == 1 and levels.count(1) == 1
    assert levels.count(2) >= 4 and set(levels) <= {1, 2}
    assert not [text for text in prose if BOLD.match(text)]


@BY_NAME
def test_headings_begin_their_cell_and_differ(path):
    """JupyterLab folds a section from the cell of its heading on; equal titles cannot be told apart in a list."""
    titles = []
    for text in (cell.source for cell in cells(path, "markdown")):
        starts = [match.start() for match in HEADING.finditer(text)]
        assert starts in ([], [0])
        titles += [title for _, title in HEADING.findall(text)]
    assert len(titles) == len(set(titles))


@BY_NAME
def test_a_source_is_linked_once_and_cited_by_its_key(path):
    prose = "\n".join(cell.source for cell in cells(path, "markdown"))
    links = re.findall(r"\[(\w+)\]\(\.\./docs/sources\.md\)", prose)
    known = re.findall(r"^\| `(\w+)` \|", (FOLDER.parent / "docs/sources.md").read_text(), re.MULTILINE)
    assert len(links) == len(set(links)) and set(links) <= set(known)
    assert "adaptive" in links or not re.search(r"\b[Tt]he paper\b", prose)
    assert re.findall(r"(?<!adaptive, )eqs?\. \d", prose) == []


@BY_NAME
def test_lines_of_code_fit_a_page(path):
    lines = [line for source in sources(path) for line in source.splitlines()]
    assert [line for line in lines if len(line) > 100] == []


@BY_NAME
def test_a_cell_has_at_most_twenty_syntax_nodes_a_line(path):
    for source in sources(path):
        lines = [line for line in source.splitlines() if line.strip() and not line.strip().startswith("#")]
        nodes = sum(1 for statement in ast.parse(source).body for _ in ast.walk(statement))
        assert nodes <= 20 * len(lines) or len(lines) == 1, source


@BY_NAME
def test_no_measured_number_is_typed_into_prose(path):
    """Shares and scores (0.83, 93 %) are computed in cells; constants of a formula and versions (2.6) are none."""
    prose = "\n".join(cell.source for cell in cells(path, "markdown"))
    assert re.findall(r"(?<!\d)0?\.\d+\b|\b(?!95 %)\d+(?:\.\d+)? ?%", prose) == []


@pytest.fixture
def replies(request, path, cache, unseeded, indexes, tmp_path, monkeypatch):
    """What the model replies in a notebook is written down, and counted when it has run: recorded, or asked anew."""
    folder = written_by(path)
    shutil.rmtree(folder, ignore_errors=True)
    places = {"CACHE": unseeded if path.stem in FRESH else cache, "INDEXES": indexes}
    places |= {"MEMORIES": tmp_path / "memories", "RECORD_TO": folder}
    for name, place in places.items():
        monkeypatch.setenv(f"RAGKIT_{name}", str(place))
    yield
    found, _ = written_down(folder)
    recorded = set() if path.stem in FRESH else set(found) & set(committed())
    request.node.user_properties.append(("replies", (path.stem, len(recorded), len(found) - len(recorded))))


@pytest.mark.notebook
@pytest.mark.parametrize("path", RUNS)
def test_a_notebook_runs_headless_with_the_embedded_model_and_leaves_a_page(path, built, kernels, replies):
    ran = execute(path, built, progress=False, **SMALLER.get(path.stem, {}))
    assert all(cell.execution_count for cell in ran.cells if cell.cell_type == "code" and cell.source)
    assert not any(out.output_type == "error" for cell in ran.cells for out in cell.get("outputs", ()))
    page = (built / f"{path.stem}.html").read_text(encoding="utf-8")
    fetched = re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=[\"']?(?:https?:)?//", page)
    assert not fetched and "require.min.js" not in page


def test_a_forked_kernel_has_the_imports_and_nothing_of_the_kernel_before_it(tmp_path, kernels):
    seen = []
    for name in ("first", "second"):
        book = new_notebook(
            cells=[new_code_cell("import sys\nprint('ragkit.kit' in sys.modules, 'mark' in dir())\nmark = 1")]
        )
        nbformat.write(book, tmp_path / f"{name}.ipynb")
        ran = execute(tmp_path / f"{name}.ipynb", tmp_path / "out", progress=False)
        seen += [out.text for cell in ran.cells if cell.cell_type == "code" for out in cell.outputs if "text" in out]
    assert seen == ["True False\n"] * 2


@pytest.mark.notebook
def test_the_tour_ends_in_a_right_and_sourced_answer(tmp_path, kernels, indexes, monkeypatch):
    monkeypatch.setenv("RAGKIT_INDEXES", str(indexes))
    monkeypatch.setenv("RAGKIT_MEMORIES", str(tmp_path / "memories"))
    summary = printed(execute(FOLDER / "00_tour.ipynb", tmp_path, progress=False), "summary")
    summary = " ".join(summary.split())  # a long line is printed as two
    answer = re.search(r"answer: (.*?) sources:", summary)[1]
    keys = json.loads((FOLDER.parent / "corpora/algorithms/questions.jsonl").read_text().splitlines()[0])["keys"]
    assert all(any(spelling in answer for spelling in group) for group in keys), answer
    cited = {int(number) for number in re.findall(r"\[(\d)\]", answer)}
    assert cited and all(f"[{number}] " in summary.split("sources:")[1] for number in cited)
    assert (
        "dijkstra.md" in summary
        and "plan > retrieve > hop > context_critic > generate > verify > answer_critic" in summary
    )
