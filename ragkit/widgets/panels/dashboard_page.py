"""The dashboard as files: a page that needs neither kernel nor network, and a notebook that has the
filters too."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.io
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ragkit.settings import Price
from ragkit.trace import Trace
from ragkit.widgets.panels.dashboard import dashboard_tiles
from ragkit.widgets.runs.dashboard_figures import dashboard_figures

HEAD = """<!doctype html>
<html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>
<title>Runs of ragkit</title>
<style>
:root { color-scheme: light dark }
body { font-family: sans-serif; margin: 1rem auto; max-width: 72rem; padding: 0 1rem }
figure { margin: 1rem 0; background: #fff }
</style><h1>Runs of ragkit</h1>"""


def dashboard_page(
    traces: Sequence[Trace], troubles: Sequence[str] = (), price: Price | None = None
) -> str:
    """A self-contained HTML page with the tiles and pictures of `Dashboard`, but no filters."""
    tiles = dashboard_tiles(traces, troubles, price).data
    figures = ""
    for name, figure in dashboard_figures(traces).items():
        drawing = plotly.io.to_html(
            figure,
            include_plotlyjs=not figures,  # the first figure brings plotly's script along
            full_html=False,
            config={"responsive": True},
        )
        figures += f"<figure aria-label='{name}'>{drawing}</figure>"
    return f"{HEAD}<main>{tiles}{figures}</main></html>"


def dashboard_notebook() -> NotebookNode:
    """A notebook for a folder of saved runs, which shows them with the filters of `Dashboard`."""
    load = "from ragkit.runs.trace_file import load_all\nfrom ragkit.widgets import Dashboard\n\n"
    cells = [
        new_markdown_cell(
            "# Runs of ragkit\n\n"
            "Run the cell; choose runs by system, node, outcome or words of the question."
        ),
        new_code_cell(f'{load}traces, troubles = load_all(".")\nDashboard(traces, troubles)'),
    ]
    kernel = {"display_name": "ragkit", "language": "python", "name": "python3"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})
