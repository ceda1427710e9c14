"""Run the notebooks without a browser, and write a self-contained page of each.

Each notebook runs in a kernel of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import papermill
from nbformat import NotebookNode

from ragkit.course.checkout import ROOT, checkout
from ragkit.course.export import to_html
from ragkit.course.frame import write_index

FOLDER = ROOT / "notebooks"
OWN_MODEL = '"provider": "embedded"'
"""How a notebook asks for the embedded model, whatever the settings of its reader say."""


def numbered() -> list[Path]:
    """The notebooks in order. Raises `NoCheckout`."""
    checkout("notebooks")
    return sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))


def runs_a_model(notebook: Path) -> bool:
    """Whether a notebook asks for a model by itself, so that recorded replies do not help it.

    >>> [notebook.stem for notebook in numbered() if runs_a_model(notebook)]
    ['15_teach_a_critic']
    """
    cells = nbformat.read(notebook, as_version=4).cells
    return any(OWN_MODEL in cell.source for cell in cells if cell.cell_type == "code")


def execute(notebook: Path, out: Path, progress: bool = True, **parameters: Any) -> NotebookNode:
    """Run a notebook, write it with outputs and as an HTML page to the folder `out`, and return it.

    `parameters` replace those of its `parameters` cell. Raises papermill's error, which names the
    cell that failed; the notebook is then written up to that cell. Raises `NoCheckout`.
    """
    checkout("notebooks", "corpora")
    out.mkdir(parents=True, exist_ok=True)
    executed = papermill.execute_notebook(
        notebook,
        out / notebook.name,
        parameters,
        cwd=FOLDER,
        kernel_name="python3",
        progress_bar=progress,
        # Otherwise ipykernel prints a warning about its loopback port.
        extra_arguments=["--log-level=ERROR"],
    )
    to_html(out / notebook.name, out / f"{notebook.stem}.html")
    write_index(out)
    return executed


def printed(notebook: NotebookNode, tag: str) -> str:
    """What the cells with this tag printed."""
    texts = []
    for cell in notebook.cells:
        if tag not in cell.metadata.get("tags", ()):
            continue
        for output in cell.outputs:
            if output.output_type == "stream" and output.name == "stdout":
                texts.append(output.text)
    return "".join(texts)
