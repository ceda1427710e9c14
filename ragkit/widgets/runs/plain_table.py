"""A small table of whatever a notebook has computed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from IPython.display import HTML

from ragkit.widgets.runs import steps

WORDS = {None: "none", True: "yes", False: "no"}
"""What stands in a cell for a value that is no number."""


def table(
    head: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "", digits: int = 2
) -> HTML:
    """An HTML table with a column for each title of `head`; every text in it is escaped.

    Numbers are aligned to the right, and those that are no integers get `digits` decimals. A score
    is shown with its interval. Raises `ValueError` for a row of another length.
    """
    body = []
    for row in rows:
        if len(row) != len(head):
            raise ValueError(f"a row has {len(row)} cells for {len(head)} columns: {list(row)}")
        body.append([cell(value, digits) for value in row])
    return HTML(steps.STYLE + steps.table(caption, head, body))


def cell(value: Any, digits: int) -> tuple[str, str]:
    """The text of a cell, and the class that it is shown in."""
    if value is None or isinstance(value, bool):
        return WORDS[value], ""
    if isinstance(value, int):
        return str(value), "rk-number"
    if isinstance(value, float):
        return f"{value:.{digits}f}", "rk-number"
    return str(value), ""
