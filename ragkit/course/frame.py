"""What is around the cells of an exported page: a bar with title, contents, date and a way home,
and a style sheet that follows the reader's theme, light or dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from urllib.parse import quote

from nbconvert import HTMLExporter
from nbformat import NotebookNode

from ragkit.widgets.charts.theme import PAGE

HOME = "index.html"
DARK = "static/theme-dark.css"
"""JupyterLab's dark theme, in nbconvert's template."""
MARKS = str.maketrans("", "", "`*")
UNQUOTED = "?/:@!$&'()*+,;="
"""Signs that nbconvert leaves as they are in the id of a heading."""
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
SHEET = f"""
:root {{ color-scheme: light dark }}
body.jp-Notebook {{
  background: var(--jp-layout-color0); color: var(--jp-content-font-color1);
  max-width: 72rem; margin: 0 auto; padding: 0 1rem 2rem
}}
.rk-bar {{
  position: sticky; top: 0; z-index: 9; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem;
  align-items: baseline; padding: .5rem; font: 1rem sans-serif; background: var(--jp-layout-color0);
  border-bottom: 1px solid #888
}}
.rk-bar ol {{ position: absolute; left: 0; right: 0; margin: .5rem 0 0; padding: .5rem 2.5rem;
  max-height: 70vh; overflow: auto; background: var(--jp-layout-color1); border: 1px solid #888 }}
.rk-bar a {{ color: inherit }} .rk-bar summary {{ cursor: pointer }}
:target {{ scroll-margin-top: 4rem }}
.jp-OutputArea-output pre {{ word-break: normal; overflow-wrap: anywhere }}
.jp-RenderedHTMLCommon .highlight pre {{
  font-family: var(--jp-code-font-family); font-size: var(--jp-code-font-size)
}}
.jp-OutputArea-output {{ overflow-x: auto }}
{PAGE}"""


def sheet(exporter: HTMLExporter) -> str:
    """The page's own styles behind those of nbconvert, which has one theme a page."""
    templates = exporter.environment
    dark, *_ = templates.loader.get_source(templates, DARK)
    theme = f"@media (prefers-color-scheme: dark) {{ {dark} }}"
    return f"<style>{theme}</style><style>{SHEET}</style>"


def bar(notebook: NotebookNode, date: str) -> str:
    """The head of a page; the contents unfold at a click."""
    titles = list(headings(notebook))
    items = "".join(
        f"<li><a href='#{escape(link)}'>{escape(text)}</a></li>" for text, link in titles
    )
    return (
        f"<header class='rk-bar'><b>{escape(title(notebook))}</b>"
        f"<details><summary>Contents</summary><ol>{items}</ol></details>"
        f"<span>{escape(date)}</span><a href='{HOME}'>All pages</a></header>"
    )


def title(notebook: NotebookNode) -> str:
    """The first heading of a notebook."""
    for cell in notebook.cells:
        for line in cell.source.splitlines():
            if cell.cell_type == "markdown" and line.startswith("# "):
                return str(line[2:]).translate(MARKS)
    return "Notebook"


def headings(notebook: NotebookNode) -> Iterator[tuple[str, str]]:
    """The sections of a notebook, each with the id that nbconvert gives to its heading."""
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            continue
        first, _, _ = cell.source.partition("\n")
        if first.startswith("## "):
            text = first[3:].strip()
            text = text.translate(MARKS)
            joined = text.replace(" ", "-")
            yield text, quote(joined, safe=UNQUOTED)


def write_index(folder: Path) -> Path:
    """Write the page that lists a folder's pages, and return its path."""
    items = ""
    for file in sorted([*folder.glob("*.html"), *folder.glob(f"*/{HOME}")]):
        found = TITLE.search(file.read_text(encoding="utf-8"))
        if file != folder / HOME and found:
            link, name = quote(file.relative_to(folder).as_posix()), unescape(found[1].strip())
            items += f"<li><a href='{link}'>{escape(name)}</a></li>"
    index = folder / HOME
    index.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>Pages of {escape(folder.name)}</title>"
        "<style>:root { color-scheme: light dark } body { font: 1rem/1.6 sans-serif; "
        "max-width: 45rem; margin: 1rem auto; padding: 0 1rem }</style>"
        f"<main><h1>Pages of {escape(folder.name)}</h1><ol>{items}</ol></main></html>",
        encoding="utf-8",
    )
    return index
