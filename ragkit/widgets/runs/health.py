"""How well a folder was read, as a table with a row for each file."""

from __future__ import annotations

from html import escape

from IPython.display import HTML

from ragkit.documents.corpus import Corpus
from ragkit.documents.health import HEAD, rows, summary, trouble
from ragkit.widgets.runs.steps import STYLE, table

NUMBERS = {"passages", "pages", "tables"}


def health_table(corpus: Corpus) -> HTML:
    """What was read of each file: passages, language, pages, tables, losses, and copies.

    What was left out comes last, with the reason.
    """
    kinds = ["rk-number" if title in NUMBERS else "" for title in HEAD]
    body = [list(zip(row, kinds, strict=True)) for row in rows(corpus)]
    html = STYLE + table(f"{corpus.folder}: {summary(corpus)}", HEAD, body)
    said = trouble(corpus)
    note = f"<p class='rk-note'>{escape(said)}</p>" if said else ""
    return HTML(html + note)
