"""What an experiment found, for people: a Markdown text and one HTML page that opens without a network."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import plotly.io

from ragkit.evaluate.figures import all_figures, write_pngs
from ragkit.evaluate.report_tables import Table, all_tables, judges_table, published_table, ragas_table
from ragkit.evaluate.results import SCHEMA, BadResults, Results, Row, only
from ragkit.evaluate.second_opinion import opinions
from ragkit.evaluate.tried_judges import kept
from ragkit.widgets.reliability import reliability

NEEDED = {"experiment", "keys", "ragkit", "settings"}
"""What a report reads of a manifest."""
FEW = 30
"""Below so many questions a table says out loud that it is anecdotes."""
STYLE = """:root { color-scheme: light dark } body { font-family: sans-serif; margin: 1rem auto; max-width: 76rem;
padding: 0 1rem } table { border-collapse: collapse; display: block; overflow-x: auto; margin: .6rem 0 1.6rem }
th, td { border: 1px solid #888; padding: .2rem .6rem; text-align: left } figure { margin: 1rem 0; background: #fff }"""


def write_report(folder: str | Path, png: bool = False) -> list[Path]:
    """Write report.md and report.html, which has the pictures, into a results folder; the files' paths.

    With `png` the pictures are files as well, in figures/. Raises `BadResults`, `NoBrowser`.
    """
    path = Path(folder)
    manifest, rows = read_results(path)
    second, judges = opinions(path), kept(path)
    beside = manifest["experiment"]["beside"]
    tables = (
        all_tables(rows)
        + [judges_table(judges)]
        + ([ragas_table(rows, second)] if second else [])
        + ([published_table(rows, beside)] if beside else [])
    )
    figures = all_figures(rows)
    if judges:
        figures["judges"] = reliability({name: one.curve for name, one in judges.reports.items()})
    words = headline(manifest, rows)
    markdown, page = path / "report.md", path / "report.html"
    markdown.write_text("\n\n".join(["# What the experiment found", words, *map(_markdown, tables)]) + "\n", "utf-8")
    page.write_text(_page(words, tables, figures), encoding="utf-8")
    return [markdown, page, *(write_pngs(figures, path / "figures") if png else [])]


def read_results(folder: Path) -> tuple[dict[str, Any], list[Row]]:
    """The manifest of a results folder and the rows of its systems. Raises `BadResults`."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        then = "`python -m ragkit bench EXPERIMENT` makes them"
        raise BadResults(f"asked for the results in {folder}, got no manifest: {error}; {then}") from error
    if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA or not manifest.keys() >= NEEDED:
        raise BadResults(f"{folder} holds results of another version, or none; make the report with that version")
    rows = Results(folder).rows()
    return manifest, only(rows, [row.key for row in rows if row.key in set(manifest.get("keys", ()))])


def headline(manifest: Mapping[str, Any], rows: Sequence[Row]) -> str:
    """What was run, and how much of it is there."""
    asked, systems = len({row.question for row in rows}), list(dict.fromkeys(row.system for row in rows))
    left = len(manifest["keys"]) - len(rows)
    few = f" {asked} questions are {asked} anecdotes: look at the intervals." if asked < FEW else ""
    return (
        f"{asked} questions, {len(systems)} systems ({', '.join(systems)}), {len(rows)} runs; {left} are not made yet. "
        f"ragkit {manifest['ragkit']}, provider {manifest['settings']['provider']}. "
        f"Intervals are 95 %, by bootstrap over questions.{few}"
    )


def _markdown(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"

    head = [line(table.head), line(["---"] * len(table.head))]
    return "\n".join(
        [f"## {table.title}", "", *([table.note, ""] if table.note else []), *head, *map(line, table.rows)]
    )


def _page(words: str, tables: Sequence[Table], figures: Mapping[str, go.Figure]) -> str:
    shown = "".join(
        f"<figure aria-label='{escape(name)}'>"
        f"{plotly.io.to_html(figure, include_plotlyjs=not at, full_html=False, config={'responsive': True})}</figure>"
        for at, (name, figure) in enumerate(figures.items())
    )
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
        f"<title>What the experiment found</title><style>{STYLE}</style><main><h1>What the experiment found</h1>"
        f"<p>{escape(words)}</p>{''.join(map(_html, tables[:1]))}{shown}{''.join(map(_html, tables[1:]))}</main></html>"
    )


def _html(table: Table) -> str:
    def line(cells: Sequence[str], cell: Callable[[str], str]) -> str:
        return f"<tr>{''.join(map(cell, cells))}</tr>"

    head = line(table.head, lambda text: f"<th scope='col'>{escape(text)}</th>")
    body = "".join(line(row, lambda text: f"<td>{escape(text)}</td>") for row in table.rows)
    note = f"<p>{escape(table.note)}</p>" if table.note else ""
    return f"<h2>{escape(table.title)}</h2>{note}<table><thead>{head}</thead><tbody>{body}</tbody></table>"
