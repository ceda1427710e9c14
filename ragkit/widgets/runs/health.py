"""How well a folder was read, as a table with a row for each file."""

from __future__ import annotations

from IPython.display import HTML

from ragkit.documents.corpus import Corpus
from ragkit.documents.health import HEAD, rows, summary
from ragkit.widgets.runs.steps import STYLE, table

KINDS = ("", "rk-number", "", "rk-number", "rk-number", "")
"""The class of the cells in each column."""


def health_table(corpus: Corpus) -> HTML:
    """What was read of each file: passages, language, pages, tables, losses, and copies.

    What was left out comes last, with the reason.
    """
    body = []
    for row in rows(corpus):
        cells = list(zip(row, KINDS))
        body.append(cells)
    caption = f"{corpus.folder}: {summary(corpus)}"
    return HTML(STYLE + table(caption, HEAD, body))
