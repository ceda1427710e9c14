"""What an experiment found, for people: a Markdown text and one HTML page that opens without a
network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import plotly.io

from ragkit.evaluate.experiments.comparison import comparisons
from ragkit.evaluate.experiments.results import read_results
from ragkit.evaluate.measures.rows import Row
from ragkit.report.comparison_tables import comparison_tables
from ragkit.report.component_tables import component_tables
from ragkit.report.figures import all_figures, write_pngs
from ragkit.report.tables import Table, all_tables, published_tables
from ragkit.widgets.charts.theme import PAGE
from ragkit.widgets.charts.wins import win_chart

FEW = 30
"""Below so many questions a table says out loud that it is anecdotes."""
STYLE = """:root { color-scheme: light dark }
body { font-family: sans-serif; margin: 1rem auto; max-width: 76rem; padding: 0 1rem }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: .6rem 0 1.6rem }
th, td { border: 1px solid #888; padding: .2rem .6rem; text-align: left }
figure { margin: 1rem 0 }"""
TITLE = "What the experiment found"


def write_report(folder: str | Path, png: bool = False) -> list[Path]:
    """Write report.md and report.html, which has the pictures, into a results folder; the files'
    paths.

    With `png` the pictures are files as well, in figures/. Raises `BadResults`, `NoBrowser`.
    """
    path = Path(folder)
    manifest, rows = read_results(path)
    words = headline(manifest, rows)
    tables = all_tables(rows) + component_tables(rows)
    if beside := manifest["experiment"]["beside"]:
        tables += published_tables(rows, beside)
    figures = all_figures(rows)
    for number, compared in enumerate(comparisons(path, manifest, rows), start=1):
        tables += comparison_tables(compared)
        # a number, because names of systems may be no names of files
        figures[f"pairwise {number}"] = win_chart(compared)
    files = [path / "report.md", path / "report.html"]
    files[0].write_text(markdown(words, tables), encoding="utf-8")
    files[1].write_text(page(words, tables, figures), encoding="utf-8")
    return files + (write_pngs(figures, path / "figures") if png else [])


def headline(manifest: Mapping[str, Any], rows: Sequence[Row]) -> str:
    """What was run, and how much of it is there."""
    systems = list(dict.fromkeys(row.system for row in rows))
    asked = len({row.question for row in rows})
    left = len(manifest["keys"]) - len(rows)
    few = f" {asked} questions are {asked} anecdotes: look at the intervals." if asked < FEW else ""
    return (
        f"{asked} questions, {len(systems)} systems ({', '.join(systems)}), {len(rows)} runs; "
        f"{left} are not made yet. "
        f"ragkit {manifest['ragkit']}, provider {manifest['settings']['provider']}. "
        f"Intervals are 95 %, by bootstrap over questions.{few}"
    )


def markdown(words: str, tables: Sequence[Table], title: str = TITLE) -> str:
    """A report as Markdown: its title, some words, and its tables."""
    parts = [f"# {title}", words, *map(str, tables)]
    return "\n\n".join(parts) + "\n"


def page(
    words: str, tables: Sequence[Table], figures: Mapping[str, go.Figure], title: str = TITLE
) -> str:
    """A report as one HTML page: its first table, then the pictures, then the other tables."""
    first, others = map(_html, tables[:1]), map(_html, tables[1:])
    shown = [_picture(name, figure, not at) for at, (name, figure) in enumerate(figures.items())]
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{escape(title)}</title><style>{STYLE}{PAGE}</style><main><h1>{escape(title)}</h1>"
        f"<p>{escape(words)}</p>{''.join([*first, *shown, *others])}</main></html>"
    )


def _picture(name: str, figure: go.Figure, script: bool) -> str:
    """A figure as HTML; one of a page brings plotly's script along."""
    drawn = plotly.io.to_html(
        figure, include_plotlyjs=script, full_html=False, config={"responsive": True}
    )
    return f"<figure aria-label='{escape(name)}'>{drawn}</figure>"


def _html(table: Table) -> str:
    head = "".join(f"<th scope='col'>{escape(text)}</th>" for text in table.head)
    note = f"<p>{escape(table.note)}</p>" if table.note else ""
    return (
        f"<h2>{escape(table.title)}</h2>{note}<table><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(map(_html_row, table.rows))}</tbody></table>"
    )


def _html_row(cells: Sequence[str]) -> str:
    columns = "".join(f"<td>{_html_cell(text)}</td>" for text in cells)
    return f"<tr>{columns}</tr>"


def _html_cell(text: str) -> str:
    """A cell as HTML; what is bold in Markdown is bold.

    >>> _html_cell("**+0.5 [0.1, 0.9]**"), _html_cell("a < b")
    ('<strong>+0.5 [0.1, 0.9]</strong>', 'a &lt; b')
    """
    inner = text.removeprefix("**").removesuffix("**")
    if text == f"**{inner}**":
        return f"<strong>{escape(inner)}</strong>"
    return escape(text)
