"""The ruled tables of a PDF's page, and the text in their cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ragkit.documents.exponents import plain
from ragkit.documents.pdf_text import piece_of, raw_lines

MOST_PATHS = 5_000
"""Number of strokes on a page above which no table is looked for, because the page is a plot."""


def ruled_tables(page: Any) -> Iterator[list[Any]]:
    """Yield each ruled table of a page as the fields of `columns.Line`."""
    paths = sum("path" in kind for kind, _ in page.get_bboxlog())
    if not 2 <= paths <= MOST_PATHS:
        return
    lines = raw_lines(page, "rawdict")
    for table in page.find_tables().tables:
        rows = []
        for row in table.rows:
            rows.append([_cell(box, lines) for box in row.cells])
        if _is_table(table, rows):
            text = "\n".join(" ".join(row) for row in rows)
            yield [text, *table.bbox, 0.0, False, False, rows]


def _is_table(table: Any, rows: list[list[str]]) -> bool:
    """Whether it has several rows and columns, and more than half of its cells have text."""
    if table.row_count < 2 or table.col_count < 2:
        return False
    with_text = 0
    for row in rows:
        filled = [bool(cell.strip()) for cell in row]
        with_text += sum(filled)
    cells = table.row_count * table.col_count
    return with_text > cells / 2


def _cell(box: Sequence[float] | None, lines: list[dict[str, Any]]) -> str:
    """Return the text in `box`; `box` is None where another cell covers this one.

    PyMuPDF's own `table.extract()` is not used, because in version 2.0 it turns 1.50 into `150 .`.
    """
    if not box:
        return ""
    text = ""
    for line in lines:
        _, top, _, bottom = line["bbox"]
        overlaps = bottom > box[1] and top < box[3]
        if not overlaps:
            continue
        pieces = []
        for span in line["spans"]:
            letters = [char["c"] for char in span["chars"] if _inside(char["bbox"], box)]
            pieces.append(piece_of(span, "".join(letters), line))
        text += plain(pieces) + " "
    return " ".join(text.split())


def _inside(box: Sequence[float], outer: Sequence[float]) -> bool:
    """Whether the middle of a box is within another box."""
    x0, y0, x1, y1 = box
    left, top, right, bottom = outer
    x = (x0 + x1) / 2
    y = (y0 + y1) / 2
    in_width = left <= x <= right
    return in_width and top <= y <= bottom


def in_a_table(line: list[Any], tables: list[list[Any]]) -> bool:
    """Whether the middle of a line is in one of the tables."""
    box = line[1:5]
    boxes = [table[1:5] for table in tables]
    return any(_inside(box, outer) for outer in boxes)
