"""PDF bytes to lines with their positions, page by page.

This is the only file that uses PyMuPDF. A hostile PDF can hang or crash it, or make it use
gigabytes of memory, so it runs in the process of `worker.py`. Left out: what the lines mean
(`layout.py`).
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import isfinite
from typing import Any

from ragkit.documents.document import Limits, Unreadable

BOLD, MONOSPACED, SUPERSCRIPT = 16, 8, 1
"""Bits of a span's flags."""
MOST_PATHS = 5_000
"""Number of strokes on a page above which no table is looked for, because the page is a plot."""
LINE_COST = 20
"""Number of characters that a line counts besides its own.

Otherwise a million lines of one letter would be within the limits.
"""
SMALLEST = 1.0
"""Size of a font, in points, below which it is no size of letters that are read."""
LONGEST_ERROR = 200
"""Number of characters of PyMuPDF's own messages that are told."""
HEAD, END = b"%PDF-", b"%%EOF"
"""The marks near the beginning and the end of a PDF."""

PRINT_AGAIN = "open it in a viewer and print it to PDF again"
BROKEN = "is broken ({}); " + PRINT_AGAIN
NO_PDF = "is not a PDF, though its name ends so; rename it, or leave it out"
MISSING_END = "is cut off: the end of the file is missing; fetch or copy it again"
TOO_LONG = "has {:,} pages, more than {:,}; split it, or raise Limits.pages"
NO_LIBRARY = "cannot be read: PyMuPDF does not start ({}); install it, or raise Limits.memory"


def pages_of(raw: bytes, limits: Limits, page_done: Callable[[], None]) -> dict[str, Any]:
    """Return `pages`, their number as `total`, and whether it was `cut` or is `truncated`.

    `complaint` is what MuPDF says of the file. A page has `height` and `lines`, and where something
    was lost `broken` or `undrawn`, with PyMuPDF's message. A page without lines has `drawn`, the
    kinds of what is drawn there.
    `page_done` is called after each page. Raises `Unreadable`, and `MemoryError`.
    """
    try:
        pdf = _opened(raw)
        count = 0 if pdf.needs_pass else pdf.page_count
    # The base class of PyMuPDF's own errors.
    except RuntimeError as error:
        raise Unreadable(None, _why_closed(raw, error)) from error
    if pdf.needs_pass:
        raise Unreadable(None, "is encrypted; save a copy without the password")
    if not count:
        raise Unreadable(None, BROKEN.format("it has no pages"))
    if count > limits.pages:
        raise Unreadable(None, TOO_LONG.format(count, limits.pages))
    pages = []
    left = limits.characters
    for number in range(count):
        page = _page(pdf, number)
        page_done()
        left = _cut(page, left)
        pages.append(page)
        if left < 0:
            break
    return {
        "pages": pages,
        "total": count,
        "cut": left < 0,
        "truncated": bool(pdf.is_repaired) and END not in raw[-2048:],
        "complaint": _complaint(),
    }


def _why_closed(raw: bytes, error: Exception) -> str:
    """Return why a PDF does not open: it is none, it is cut off, or something in it is broken."""
    if HEAD not in raw[:1024]:
        return NO_PDF
    if END not in raw[-2048:]:
        return MISSING_END
    return BROKEN.format(_first_words(error))


def _complaint() -> str:
    """Return the first thing that MuPDF found wrong with the file; empty if there is none."""
    import pymupdf

    tools: Any = pymupdf.TOOLS
    first, _, _ = tools.mupdf_warnings().partition("\n")
    complaint: str = first[:LONGEST_ERROR]
    return complaint


def _first_words(error: Exception) -> str:
    words = " ".join(str(error).split())
    return words[:LONGEST_ERROR]


def _cut(page: dict[str, Any], most: int) -> int:
    """Drop the lines beyond `most` characters; return what is left of `most`, below 0 if cut."""
    lines = page["lines"]
    costs = [len(text) + LINE_COST for text, *_ in lines]
    totals = list(accumulate(costs))
    affordable = bisect_right(totals, most)
    page["lines"] = lines[:affordable]
    return most - sum(costs)


def _opened(raw: bytes) -> Any:
    # Its neural networks take half of the start and four times the memory.
    sys.modules["pymupdf.layout"] = None  # type: ignore[assignment]
    try:
        import pymupdf
    except ImportError as error:
        raise Unreadable(None, NO_LIBRARY.format(error)) from error
    tools: Any = pymupdf.TOOLS
    tools.mupdf_display_errors(False)
    # What it kept of the file before.
    tools.store_shrink(100)
    tools.reset_mupdf_warnings()
    return pymupdf.open(stream=raw, filetype="pdf")


def _page(pdf: Any, number: int) -> dict[str, Any]:
    """Return a page; it has no lines, and the error as `broken`, where PyMuPDF fails on it."""
    found: dict[str, Any] = {"height": 0.0, "lines": []}
    try:
        page = pdf[number]
        found["height"] = page.rect.height
        found["lines"] = list(_lines(page))
        if not found["lines"]:
            kinds = {kind for kind, _ in page.get_bboxlog()}
            found["drawn"] = sorted(kinds)
    # One bad page of many is reported in the document's notes.
    except Exception as error:  # noqa: BLE001
        found["broken"] = _reason(error)
        return found
    _put_in_tables(page, found)
    return found


def _put_in_tables(page: Any, found: dict[str, Any]) -> None:
    """Replace the lines in ruled tables by the tables.

    Where PyMuPDF fails on the drawings, the lines stay, and the error is `undrawn`.
    """
    try:
        tables = list(_tables(page))
    except Exception as error:  # noqa: BLE001
        found["undrawn"] = _reason(error)
        return
    lines = [line for line in found["lines"] if not _in_a_table(line, tables)]
    found["lines"] = lines + tables


def _reason(error: Exception) -> str:
    """Return the message of an error; raises `MemoryError` if it says that memory was short."""
    # MuPDF says `malloc (9 bytes) failed`, or the same of calloc and realloc.
    if isinstance(error, MemoryError) or "alloc (" in str(error):
        raise MemoryError from error
    return _first_words(error)


def _in_a_table(line: list[Any], tables: list[list[Any]]) -> bool:
    box = line[1:5]
    boxes = [table[1:5] for table in tables]
    return any(_inside(box, outer) for outer in boxes)


def _lines(page: Any) -> Iterator[list[Any]]:
    """Yield each horizontal line of a page as the fields of `columns.Line`."""
    for line in _raw_lines(page, "dict"):
        spans = [span for span in line["spans"] if span["text"].strip()]
        # A stamp along the margin is not part of the text.
        is_vertical = abs(line["dir"][1]) > 0.1
        if not spans or is_vertical:
            continue
        if not all(map(isfinite, line["bbox"])):
            continue
        text = ""
        for span in line["spans"]:
            text += _marked(span["text"], span["flags"])
        longest = max(spans, key=lambda span: len(span["text"]))
        bold = all(span["flags"] & BOLD for span in spans)
        mono = all(span["flags"] & MONOSPACED for span in spans)
        yield [text.rstrip(), *line["bbox"], _size(longest), bold, mono, []]


def _size(span: dict[str, Any]) -> float:
    """Return the size of the font in points.

    A Type 3 font may count in units of its own, as the bitmap fonts of old LaTeX do. Its letters
    are drawn at their true size, so the height of their box is taken instead.
    """
    size: float = span["size"]
    if size >= SMALLEST:
        return size
    _, top, _, bottom = span["bbox"]
    return max(bottom - top, SMALLEST)


def _raw_lines(page: Any, form: str) -> list[dict[str, Any]]:
    """Return PyMuPDF's own lines: of spans in the form `dict`, of characters in `rawdict`."""
    import pymupdf

    # Without the flags for images and ligatures.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    text = page.get_text(form, flags=int(flags))
    lines: list[dict[str, Any]] = []
    for block in text["blocks"]:
        lines += block["lines"]
    return lines


def _marked(text: str, flags: int) -> str:
    """Mark a superscript with a caret: `O(n2)` is another claim than `O(n^2)`."""
    text = text.replace("\0", "")
    if not flags & SUPERSCRIPT:
        return text
    return f"^{text}" if text.strip().isalnum() else text


def _tables(page: Any) -> Iterator[list[Any]]:
    """Yield each ruled table of a page as the fields of `columns.Line`."""
    paths = sum("path" in kind for kind, _ in page.get_bboxlog())
    if not 2 <= paths <= MOST_PATHS:
        return
    lines = _raw_lines(page, "rawdict")
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
        for span in line["spans"]:
            letters = [char["c"] for char in span["chars"] if _inside(char["bbox"], box)]
            text += _marked("".join(letters), span["flags"])
        text += " "
    return " ".join(text.split())


def _inside(box: Sequence[float], outer: Sequence[float]) -> bool:
    """Whether the middle of a box is within another box."""
    x0, y0, x1, y1 = box
    left, top, right, bottom = outer
    x = (x0 + x1) / 2
    y = (y0 + y1) / 2
    in_width = left <= x <= right
    return in_width and top <= y <= bottom
