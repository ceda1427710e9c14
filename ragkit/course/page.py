"""A page of the course as HTML: one file that opens without a network, light or dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ragkit.report import STYLE

MARKS = """
th[scope=row] { white-space: nowrap }
:is(td, span).solved { background: #1a7f8e; color: #fff }
:is(td, span).helped { background: #9fc5cc; color: #000 }
:is(td, span):is(.wrong, .trying) { background: #e3b9a0; color: #000 }
:is(td, span):is(.failed, .stuck) { background: #b3541e; color: #fff }
@media print { body { max-width: none; font-size: 10pt } }"""
"""Colours of what became of an exercise."""


def page(title: str, body: str, style: str = "") -> str:
    """A whole page; `body` is HTML, and the title becomes its heading."""
    name = escape(title)
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{name}</title><style>{STYLE}{MARKS}{style}</style>"
        f"<main><h1>{name}</h1>{body}</main></html>"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table whose first column has the heads of its rows; the cells are HTML, with their `td`."""
    heads = ""
    for text in head:
        shown = escape(text)
        heads += f"<th scope='col'><span>{shown}</span></th>"
    body = ""
    for first, *others in rows:
        cells = "".join(others)
        body += f"<tr><th scope='row'>{first}</th>{cells}</tr>"
    top = f"<thead><tr>{heads}</tr></thead>"
    return f"<table class='{kind}'>{top}<tbody>{body}</tbody></table>"


def cell(text: str, kind: str = "") -> str:
    """A cell of a table; `kind` is a class of its style.

    >>> cell("a < b", "not run")
    "<td class='not-run'>a &lt; b</td>"
    """
    shown = escape(text)
    named = kind.replace(" ", "-")
    return f"<td class='{named}'>{shown}</td>"
