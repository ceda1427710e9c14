"""Gather what the book is built from: executed notebooks, docs and the table of contents.

    python -m docs.book.gather [--executed build/notebooks] [--to build/book/source]

A notebook that was not run since its code was last edited is shown without outputs, and named.
"""

from __future__ import annotations

import argparse
import re
import shutil
from pathlib import Path

import nbformat
import yaml
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from plotly.offline import get_plotlyjs

from docs.book.contents import ROOT, contents, files
from ragkit.course.export import recorded_with, static
from ragkit.model.banner import banner
from ragkit.widgets.charts.theme import PAGE

HERE = Path(__file__).parent
LINK = re.compile(r"\[([^\]]*)\]\((?!\w+:)([^)#\s]+)(?:#[^)]*)?\)")
"""A link to a file, or a picture: its text and its path."""
CORPORA = re.compile(r"file://[^\"'\s]*/(?=corpora/)")
"""The beginning of a link from an answer to a document of a corpus, on the machine of the run."""
PLOTLY = "<script src='../_static/plotly.js'></script>"
NOT_RUN = """```{{note}}
This notebook is shown without outputs, because it was not run before this book was made. \
`make notebooks ONLY="{number}"` runs it.
```"""


def gather(to: Path, executed: Path) -> list[Path]:
    """Write everything into the folder `to`, and return the notebooks that are without outputs."""
    shutil.rmtree(to, ignore_errors=True)
    for cited in ROOT.glob("corpora/*/docs"):
        shutil.copytree(cited, to / "extra" / cited.relative_to(ROOT))
    write(to / "_config.yml", (HERE / "_config.yml").read_text("utf-8"))
    write(to / "offline.py", (HERE / "offline.py").read_text("utf-8"))
    write(to / "_static" / "book.css", (HERE / "book.css").read_text("utf-8") + PAGE)
    write(to / "_static" / "plotly.js", get_plotlyjs())
    toc = contents()
    write(to / "_toc.yml", yaml.safe_dump(toc, allow_unicode=True, sort_keys=False))
    bare = []
    for page in files(toc):
        place = to / page.relative_to(ROOT)
        if page.suffix == ".md":
            write(place, with_files(page.read_text("utf-8"), page, to))
            continue
        notebook = nbformat.read(page, as_version=4)
        ran = with_outputs(notebook, executed / page.name)
        if ran:
            notebook = offline(ran)
        elif page.parent.name == "notebooks":
            bare.append(page)
            notebook.cells.insert(1, new_markdown_cell(NOT_RUN.format(number=page.stem[:2])))
        write(place, nbformat.writes(notebook))
    return bare


def with_outputs(notebook: NotebookNode, executed: Path) -> NotebookNode | None:
    """The notebook with the outputs of its run; None where that was of other code, or broke off."""
    if not executed.exists():
        return None
    ran = nbformat.read(executed, as_version=4)
    done = code_cells(ran)
    if [cell.source for cell in done] != [cell.source for cell in code_cells(notebook)]:
        return None
    if not all(cell.execution_count for cell in done):
        return None
    for cell, run in zip(code_cells(notebook), done, strict=True):
        cell.outputs = run.outputs
    notebook.metadata |= ran.metadata
    return notebook


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """Its cells with code, those with injected parameters among them."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def offline(executed: NotebookNode) -> NotebookNode:
    """The notebook with outputs that need no kernel and no network, and links within the book."""
    page = static(executed)
    banners = [new_markdown_cell(banner(line)) for line in recorded_with(executed)]
    page.cells[1:1] = banners
    scripts = [PLOTLY]
    for cell in code_cells(page):
        for output in cell.outputs:
            html = output.get("data", {}).get("text/html", "")
            if "plotly-graph-div" in html and scripts:
                html = scripts.pop() + html
            if html:
                output.data["text/html"] = CORPORA.sub("../", html)
    return page


def with_files(text: str, page: Path, to: Path) -> str:
    """The text. Files to which it links are copied, and a link to a folder becomes text."""
    for link in LINK.finditer(text):
        target = (page.parent / link[2]).resolve()
        if target.is_dir():
            text = text.replace(link[0], link[1])
        elif not (to / target.relative_to(ROOT)).exists():
            write(to / target.relative_to(ROOT), target.read_bytes())
    return text


def write(file: Path, content: str | bytes) -> None:
    """Write a file, in a folder that is created if it is missing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


def main() -> None:
    """Gather what the book is built from, and name the notebooks without outputs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--executed", type=Path, default=ROOT / "build" / "notebooks")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "book" / "source")
    chosen = parser.parse_args()
    bare = gather(chosen.to, chosen.executed)
    if bare:
        numbers = " ".join(page.stem[:2] for page in bare)
        print(f'shown without outputs: {numbers}. To run them: make notebooks ONLY="{numbers}"')


if __name__ == "__main__":
    main()
