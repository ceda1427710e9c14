"""A PDF to one `Document`, read by a separate process that can be stopped.

PyMuPDF is fast, but on a hostile file it can hang, use gigabytes of memory or crash. So
`pdf_worker.py` runs it under limits of time and memory and returns lines with their positions.
`columns.py` puts them in order, and `layout.py` makes Markdown of them. Left out: OCR, figures,
the structure of formulas.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ragkit.documents.columns import Line, Page
from ragkit.documents.document import USUAL, Document, Limits, Unreadable
from ragkit.documents.layout import to_markdown

WORKER = Path(__file__).with_name("pdf_worker.py")
PRINT_AGAIN = "open it in a viewer and print it to PDF again"
TOO_SLOW = "took longer than {:g} seconds and was stopped; split it, or raise Limits.pdf_seconds"
NO_TEXT = (
    "has no text layer: its {n} page{s} hold only images, as a scan does; "
    "run OCR over it first, for example `ocrmypdf in.pdf out.pdf`"
)


def read_pdf(raw: bytes, limits: Limits = USUAL) -> Document:
    """Read the PDF in `raw`: headings, paragraphs, lists, code and tables in reading order.

    Takes about half a second plus 10 to 150 milliseconds a page. Raises `Unreadable` for a file
    that is broken, encrypted, scanned, or exceeds a limit of pages, time or memory.
    """
    reply = _ask_worker(raw, limits)
    if "refused" in reply:
        raise Unreadable(None, reply["refused"])
    notes = _notes(reply)
    pages = [_page(page) for page in reply["pages"]]
    if not any(page.lines for page in pages):
        reason = _why_no_text(reply["pages"], notes)
        raise Unreadable(None, reason)
    text, starts, title = to_markdown(pages)
    return Document("", title, text, tuple(starts), tuple(notes))


def _page(page: dict[str, Any]) -> Page:
    height = page["height"]
    lines = [Line(*fields) for fields in page["lines"]]
    return Page(height, lines)


def _why_no_text(pages: Sequence[dict[str, Any]], notes: Sequence[str]) -> str:
    if any("broken" in page for page in pages):
        return f"is broken ({notes[0]}); {PRINT_AGAIN}"
    count = len(pages)
    plural = "s" if count > 1 else ""
    return NO_TEXT.format(n=count, s=plural)


def _ask_worker(raw: bytes, limits: Limits) -> dict[str, Any]:
    """Return the worker's reply."""
    arguments = [
        limits.pdf_memory,
        math.ceil(limits.pdf_seconds) + 1,
        limits.pages,
        limits.characters,
    ]
    # -P keeps the file names of this folder from hiding Python's own modules.
    command = [sys.executable, "-P", str(WORKER), *map(str, arguments)]
    try:
        run = subprocess.run(
            command,
            input=raw,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=limits.pdf_seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(None, TOO_SLOW.format(limits.pdf_seconds)) from None
    if run.returncode:
        reason = f"crashed the PDF library (exit code {run.returncode}); {PRINT_AGAIN}"
        raise Unreadable(None, reason)
    reply: dict[str, Any] = json.loads(run.stdout)
    return reply


def _notes(reply: dict[str, Any]) -> list[str]:
    """Return what was lost, a sentence each."""
    pages = reply["pages"]
    notes = []
    blank = 0
    for number, page in enumerate(pages, start=1):
        if "broken" in page:
            notes.append(f"page {number} cannot be read: {page['broken']}")
        elif not page["lines"]:
            blank += 1
    if blank:
        notes.append(f"{blank} of {len(pages)} pages hold no text")
    if reply["cut"]:
        place = f"page {len(pages)} of {reply['total']}"
        notes.append(f"cut on {place}: Limits.characters allows no more")
    letters = "".join(text for page in pages for text, *_ in page["lines"])
    unknown = letters.count("\N{REPLACEMENT CHARACTER}")
    if unknown:
        share = f"{unknown} of {len(letters)} characters"
        notes.append(f"{share} have no known letter in the PDF's fonts")
    return notes
