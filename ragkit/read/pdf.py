"""A PDF -> one `Document`, through a process of its own that can be stopped.

PyMuPDF is fast, but on a hostile file it can hang, swell to gigabytes or crash. So `pdf_worker.py` runs it
under limits of time and memory and hands back lines with their places; `columns.py` puts them in order,
`layout.py` makes Markdown of them. Left out: OCR, figures, formulas as anything but their characters.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ragkit.read.columns import Line, Page
from ragkit.read.document import USUAL, Document, Limits, Unreadable
from ragkit.read.layout import to_markdown

WORKER = Path(__file__).with_name("pdf_worker.py")
PRINT_AGAIN = "open it in a viewer and print it to PDF again"
TOO_SLOW = "took longer than {:g} seconds and was stopped; split it, or raise Limits.pdf_seconds"
NO_TEXT = (
    "has no text layer: its {n} page{s} hold only images, as a scan does; "
    "run OCR over it first, for example `ocrmypdf in.pdf out.pdf`"
)


def read_pdf(raw: bytes, limits: Limits = USUAL) -> Document:
    """The PDF in `raw`: headings, paragraphs, lists, code, tables in reading order, and the pages' offsets.

    Takes about half a second plus 10 to 150 milliseconds a page. Raises `Unreadable` for a file that is
    broken, encrypted, scanned, too long, too slow or too hungry.
    """
    found = _ask_worker(raw, limits)
    if "refused" in found:
        raise Unreadable(None, found["refused"])
    pages = [Page(page["height"], [Line(*line) for line in page["lines"]]) for page in found["pages"]]
    notes = _notes(found)
    if not any(page.lines for page in pages):
        if any("broken" in page for page in found["pages"]):
            raise Unreadable(None, f"is broken ({notes[0]}); {PRINT_AGAIN}")
        raise Unreadable(None, NO_TEXT.format(n=len(pages), s="s"[: len(pages) > 1]))
    text, starts, title = to_markdown(pages)
    return Document("", title, text, tuple(starts), tuple(notes))


def _ask_worker(raw: bytes, limits: Limits) -> dict[str, Any]:
    """What the worker found. `-P` keeps the kit's file names from hiding Python's own modules."""
    numbers = (limits.pdf_memory, math.ceil(limits.pdf_seconds) + 1, limits.pages, limits.characters)
    command = [sys.executable, "-P", str(WORKER), *map(str, numbers)]
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
        raise Unreadable(None, f"crashed the PDF library (exit code {run.returncode}); {PRINT_AGAIN}")
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def _notes(found: dict[str, Any]) -> list[str]:
    pages: Sequence[dict[str, Any]] = found["pages"]
    broken = {number: page["broken"] for number, page in enumerate(pages, start=1) if "broken" in page}
    notes = [f"page {number} cannot be read: {error}" for number, error in broken.items()]
    blank = sum(not page["lines"] for page in pages) - len(broken)
    if blank:
        notes.append(f"{blank} of {len(pages)} pages hold no text")
    if found["cut"]:
        notes.append(f"cut on page {len(pages)} of {found['total']}: Limits.characters allows no more")
    letters = "".join(line[0] for page in pages for line in page["lines"])
    if lost := letters.count("\N{REPLACEMENT CHARACTER}"):
        notes.append(f"{lost} of {len(letters)} characters have no known letter in the PDF's fonts")
    return notes
