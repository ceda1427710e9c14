"""The only file that touches PyMuPDF: PDF bytes on stdin -> lines with their places on stdout, as JSON.

`pdf.py` runs it as a process of its own, because a hostile PDF can hang, swell or crash the library. It
imports nothing of the kit, so that it starts in half a second. Left out: what the lines mean (`layout.py`).
"""

from __future__ import annotations

import json
import os
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from math import isfinite
from typing import Any

BOLD, MONOSPACED, SUPERSCRIPT = 16, 8, 1  # bits of a span's flags
MOST_PATHS = 5_000  # a plot has tens of thousands of strokes, and a table finder would try them all
LINE_COST = 20  # characters that a line counts besides its own: a million lines of one letter are too many

BROKEN = "is broken ({}); open it in a viewer and print it to PDF again"
TOO_LONG = "has {:,} pages, more than {:,}; split it, or raise Limits.pages"
TOO_HUNGRY = "needs more than {:,} bytes of memory; split it, or raise Limits.pdf_memory"
NO_LIBRARY = "cannot be read: PyMuPDF does not start ({}); install it, or raise Limits.pdf_memory"


class PdfError(Exception):
    """The PDF as a whole cannot be read; the message says why and what to do."""


def main(memory: int, seconds: int, most_pages: int, most_characters: int) -> None:
    """Read stdin, write one JSON object: `pages` and `total`, or `refused` with the reason."""
    _restrict(memory, seconds)
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")  # a PDF may hold half a character
    os.dup2(2, 1)  # PyMuPDF prints advice; it must not land in the answer
    try:
        found = _read(sys.stdin.buffer.read(), most_pages, most_characters)
    except PdfError as error:
        found = {"refused": str(error)}
    except MemoryError:
        found = {"refused": TOO_HUNGRY.format(memory)}
    with answer:
        json.dump(found, answer, ensure_ascii=False)


def _restrict(memory: int, seconds: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no `resource`, macOS refuses some limits
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))  # even if the parent is gone
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _read(raw: bytes, most_pages: int, most_characters: int) -> dict[str, Any]:
    try:
        pdf = _opened(raw)
        count = 0 if pdf.needs_pass else pdf.page_count
    except RuntimeError as error:  # the base of PyMuPDF's own
        raise PdfError(BROKEN.format(error)) from error
    if pdf.needs_pass:
        raise PdfError("is encrypted; save a copy without the password")
    if not count:
        raise PdfError(BROKEN.format("it has no pages"))
    if count > most_pages:
        raise PdfError(TOO_LONG.format(count, most_pages))
    pages, left = [], most_characters
    for number in range(count):
        page = _page(pdf, number)
        costs = list(accumulate(len(line[0]) + LINE_COST for line in page["lines"]))
        page["lines"] = page["lines"][: bisect_right(costs, left)]
        pages.append(page)
        left -= costs[-1] if costs else 0
        if left < 0:
            break
    return {"pages": pages, "total": count, "cut": left < 0}


def _opened(raw: bytes) -> Any:
    sys.modules["pymupdf.layout"] = None  # type: ignore[assignment]  # neural nets: half of the start, 4x the memory
    try:
        import pymupdf
    except ImportError as error:
        raise PdfError(NO_LIBRARY.format(error)) from error
    tools: Any = pymupdf.TOOLS
    tools.mupdf_display_errors(False)
    return pymupdf.open(stream=raw, filetype="pdf")


def _page(pdf: Any, number: int) -> dict[str, Any]:
    """A page as {height, lines}, or with no lines and `broken` where PyMuPDF fails on it."""
    try:
        page = pdf[number]
        tables = list(_tables(page))
        lines = [line for line in _lines(page) if not any(_inside(line[1:5], table[1:5]) for table in tables)]
        return {"height": page.rect.height, "lines": lines + tables}
    except MemoryError:
        raise
    except Exception as error:  # one bad page of many: said in the document's notes
        if "malloc" in str(error):
            raise MemoryError from error
        return {"height": 0.0, "lines": [], "broken": str(error)}


def _lines(page: Any) -> Iterator[list[Any]]:
    """(text, x0, y0, x1, y1, size in points, bold, monospaced, table rows) of each horizontal line."""
    for block in page.get_text("dict", flags=_flags())["blocks"]:
        for line in block["lines"]:
            spans = [span for span in line["spans"] if span["text"].strip()]
            if not spans or abs(line["dir"][1]) > 0.1:  # a stamp along the margin is not part of the text
                continue
            if not all(map(isfinite, line["bbox"])):
                continue
            size = max(spans, key=lambda span: len(span["text"]))["size"]
            text = "".join(_marked(span["text"], span["flags"]) for span in line["spans"]).rstrip()
            bold = all(span["flags"] & BOLD for span in spans)
            mono = all(span["flags"] & MONOSPACED for span in spans)
            yield [text, *line["bbox"], size, bold, mono, []]


def _flags() -> int:
    import pymupdf

    return int(pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP)  # no images, no ligatures


def _marked(text: str, flags: int) -> str:
    """A superscript gets a caret: `O(n2)` is another claim than `O(n^2)`."""
    text = text.replace("\0", "")
    return f"^{text}" if flags & SUPERSCRIPT and text.strip().isalnum() else text


def _tables(page: Any) -> Iterator[list[Any]]:
    paths = sum("path" in kind for kind, _ in page.get_bboxlog())
    if not 2 <= paths <= MOST_PATHS:
        return
    lines = [line for block in page.get_text("rawdict", flags=_flags())["blocks"] for line in block["lines"]]
    for table in page.find_tables().tables:
        rows = [[_cell(cell, lines) if cell else "" for cell in row.cells] for row in table.rows]
        filled = sum(bool(cell.strip()) for row in rows for cell in row)
        if table.row_count > 1 and table.col_count > 1 and filled > table.row_count * table.col_count / 2:
            yield ["\n".join(" ".join(row) for row in rows), *table.bbox, 0.0, False, False, rows]


def _cell(box: Sequence[float], lines: list[dict[str, Any]]) -> str:
    """The characters in `box`: PyMuPDF 2.0's own `table.extract()` turns 1.50 into `150 .`, so it is not used."""
    words = ""
    for line in lines:
        if line["bbox"][3] > box[1] and line["bbox"][1] < box[3]:
            for span in line["spans"]:
                letters = "".join(c["c"] for c in span["chars"] if _inside(c["bbox"], box))
                words += _marked(letters, span["flags"])
            words += " "
    return " ".join(words.split())


def _inside(box: Sequence[float], outer: Sequence[float]) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return bool(outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:5]))
