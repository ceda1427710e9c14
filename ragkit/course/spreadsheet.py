"""Rows as a CSV file that a spreadsheet opens as what it is, and never as formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings for which a spreadsheet takes a text for a formula."""


def write_csv(head: Sequence[str], rows: Iterable[Sequence[Any]], file: Path) -> Path:
    """Write rows below their head, and return the file. Raises `OSError`."""
    # With its mark, spreadsheets know that it is UTF-8. The rows end their lines themselves.
    file.write_text(as_csv(head, rows), encoding="utf-8-sig", newline="")
    return file


def as_csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """The text of a CSV file.

    >>> as_csv(["name", "tries"], [["=1+1", 2]]).splitlines()
    ['name,tries', "'=1+1,2"]
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    for row in rows:
        writer.writerow([_safe(cell) for cell in row])
    return text.getvalue()


def _safe(cell: Any) -> Any:
    """A cell that begins no formula: a quotation mark before it makes it text."""
    is_formula = isinstance(cell, str) and cell.startswith(FORMULA)
    return f"'{cell}" if is_formula else cell
