"""PDF bytes to lines with their positions, page by page.

`pdf_text.py` has the lines of a page, and `pdf_tables.py` its tables. No other file uses PyMuPDF. A
hostile PDF can hang or crash it, or make it use gigabytes of memory, so it runs in the process of
`worker.py`. Left out: what the lines mean (`layout.py`).
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from ragkit.documents.document import Limits, Unreadable
from ragkit.documents.pdf_tables import in_a_table, ruled_tables
from ragkit.documents.pdf_text import is_turned, level_lines, upright

LINE_COST = 20
"""Number of characters that a line counts besides its own.

Otherwise a million lines of one letter would be within the limits.
"""
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
    was lost `broken` or `undrawn`, with PyMuPDF's message, and `turned`, the number of lines that
    are left out because they are not upright. A page without lines has `drawn`, the kinds of what
    is drawn there.
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
        lines = upright(page)
        found["height"] = page.rect.height
        found["turned"] = sum(map(is_turned, lines))
        found["lines"] = list(level_lines(lines))
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
        tables = list(ruled_tables(page))
    except Exception as error:  # noqa: BLE001
        found["undrawn"] = _reason(error)
        return
    lines = [line for line in found["lines"] if not in_a_table(line, tables)]
    found["lines"] = lines + tables


def _reason(error: Exception) -> str:
    """Return the message of an error; raises `MemoryError` if it says that memory was short."""
    # MuPDF says `malloc (9 bytes) failed`, or the same of calloc and realloc.
    if isinstance(error, MemoryError) or "alloc (" in str(error):
        raise MemoryError from error
    return _first_words(error)
