"""The dashboard as files: a page that needs neither kernel nor network, and a notebook that has the
filters too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ragkit.evaluate.experiments.results import read_results
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.value import outcomes, ranking
from ragkit.trace import Trace
from ragkit.widgets.panels.dashboard import dashboard_tiles
from ragkit.widgets.panels.wrong_costs import ranking_table
from ragkit.widgets.runs.dashboard_figures import dashboard_figures
from ragkit.widgets.runs.runs_list import runs_list

PRICES = (0.0, 1.0, 3.0)
"""Prices of a wrong answer: nothing, as much as a correct one is worth, and three times that."""
HEAD = """<!doctype html>
<html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>
<title>Runs of ragkit</title>
<style>
:root { color-scheme: light dark }
body { font-family: sans-serif; margin: 1rem auto; max-width: 72rem; padding: 0 1rem }
figure { margin: 1rem 0; overflow-x: auto }
</style><h1>Runs of ragkit</h1>"""


def dashboard_page(
    traces: Sequence[Trace],
    troubles: Sequence[str] = (),
    rows: Sequence[Row] = (),
) -> str:
    """A self-contained HTML page with the list, tiles and pictures of `Dashboard`, but no filters.

    It has no script. What systems are worth is a table for each of some prices.
    """
    runs = runs_list(traces).data
    tiles = dashboard_tiles(traces, troubles).data
    worth = _worth(rows)
    figures = ""
    for name, figure in dashboard_figures(traces).items():
        figures += f"<figure aria-label='{name}'>{figure.data}</figure>"
    return f"{HEAD}<main>{runs}{tiles}{worth}{figures}</main></html>"


def _worth(rows: Sequence[Row]) -> str:
    """The ranking of the systems at each of `PRICES`; nothing where no run is graded."""
    systems = outcomes(rows)
    if not ranking(systems, 0):
        return ""
    tables = ""
    for price in PRICES:
        ranked = ranking_table(systems, price)
        tables += str(ranked.data)
    return f"<figure aria-label='value'>{tables}</figure>"


def graded_rows(folder: Path) -> list[Row]:
    """The graded rows of an experiment whose traces a folder has, if any. Raises `BadResults`."""
    of_an_experiment = [folder.parent / name for name in ("manifest.json", "rows.jsonl")]
    if not all(file.is_file() for file in of_an_experiment):
        return []
    return read_results(folder.parent)[1]


def dashboard_notebook() -> NotebookNode:
    """A notebook for a folder of saved runs, which shows them with the filters of `Dashboard`."""
    load = (
        "from pathlib import Path\n\n"
        "from ragkit.runs.trace_file import load_all\n"
        "from ragkit.widgets import Dashboard\n"
        "from ragkit.widgets.panels.dashboard_page import graded_rows\n\n"
    )
    cells = [
        new_markdown_cell(
            "# Runs of ragkit\n\n"
            "Run the cell; choose runs by system, node, outcome or words of the question."
        ),
        new_code_cell(
            f'{load}traces, troubles = load_all(".")\n'
            "Dashboard(traces, troubles, rows=graded_rows(Path().resolve()))"
        ),
    ]
    kernel = {"display_name": "ragkit", "language": "python", "name": "python3"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})
