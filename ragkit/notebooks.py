"""Run the notebooks headless, each in a kernel of its own, and leave a self-contained page of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import papermill
from nbformat import NotebookNode

from ragkit.export import to_html

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "notebooks"


def numbered() -> list[Path]:
    """The notebooks in order."""
    return sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))


def execute(notebook: Path, out: Path, progress: bool = True, **parameters: Any) -> NotebookNode:
    """Run a notebook from its folder, write it to `out` with outputs and to `out`.html as a page, and return it.

    `parameters` replace those of its `parameters` cell. Raises papermill's error, which names the cell that failed;
    the notebook is written up to there.
    """
    out.mkdir(parents=True, exist_ok=True)
    ran = papermill.execute_notebook(
        notebook, out / notebook.name, parameters, cwd=FOLDER, kernel_name="python3", progress_bar=progress,
        extra_arguments=["--log-level=ERROR"],  # else ipykernel warns on the terminal about its loopback port
    )  # fmt: skip
    to_html(out / notebook.name, out / f"{notebook.stem}.html")
    return ran


def printed(notebook: NotebookNode, tag: str) -> str:
    """What the cells with this tag printed."""
    cells = (cell for cell in notebook.cells if tag in cell.metadata.get("tags", ()))
    return "".join(o.text for cell in cells for o in cell.outputs if o.output_type == "stream" and o.name == "stdout")
