"""A PDF to one `Document`, and why there is no text in one.

`pdf_lines.py` returns lines with their positions, `columns.py` puts them in order, and `layout.py`
makes Markdown of them. Left out: OCR, figures, the structure of formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ragkit.documents.columns import Line, Page
from ragkit.documents.document import USUAL, Document, Limits, Unreadable
from ragkit.documents.layout import to_markdown
from ragkit.documents.pdf_lines import BROKEN, PRINT_AGAIN, pages_of

MOST_NOTES = 10
"""Number of bad pages that are named; the rest are counted."""
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
IMAGES = {"fill-image", "fill-imgmask"}
"""PyMuPDF's words for images."""
SCAN = (
    "has no text layer, only {what}, on its {pages}; "
    "run OCR over it first, for example `ocrmypdf in.pdf out.pdf`"
)
NO_LETTERS = (
    "has text on {pages} of which no letter can be told: its fonts are broken, or the text is "
    "turned; run OCR over it, for example `ocrmypdf --force-ocr in.pdf out.pdf`"
)
TRUNCATED = (
    "is cut off: the end of the file is missing, and what is left of it ({pages}) holds no text; "
    "fetch or copy it again"
)
TOO_LONG_A_LINE = (
    "begins with a line of more characters than Limits.characters allows; "
    "leave it out, or raise Limits.characters"
)
NOTHING = "holds neither text nor images on its {pages}{complaint}; " + PRINT_AGAIN
SCANNED = "{} of {} pages hold images and no text, as in a scan: run OCR over them"
TURNED = "lines in another direction than their page's text are left out: {}, on {}"
CUT_OFF = "the end of the file is missing, so parts of it may be"


def read_pdf(
    raw: bytes, limits: Limits = USUAL, page_done: Callable[[], None] = lambda: None
) -> Document:
    """Read the PDF in `raw`: headings, paragraphs, lists, code and tables in reading order.

    Takes 10 to 150 milliseconds a page, and calls `page_done` after each. Raises `Unreadable` for a
    file that is broken, encrypted, scanned, or has too many pages. Time and memory are limited by
    `limited.py` alone, which runs this in a process of its own.
    """
    reply = pages_of(raw, limits, page_done)
    notes = _notes(reply)
    pages = [_page(page) for page in reply["pages"]]
    letters = _letters(reply["pages"])
    if not letters.strip() or _are_unknown(letters):
        raise Unreadable(None, _why_no_text(reply, notes))
    text, starts, title = to_markdown(pages)
    return Document("", title, text, tuple(starts), tuple(notes))


def _page(page: dict[str, Any]) -> Page:
    height = page["height"]
    lines = [Line(*fields) for fields in page["lines"]]
    return Page(height, lines)


def _letters(pages: Sequence[dict[str, Any]]) -> str:
    texts = []
    for page in pages:
        texts += [text for text, *_ in page["lines"]]
    return "".join(texts)


def _are_unknown(letters: str) -> bool:
    """Whether no letter is known of a text that has some."""
    return UNKNOWN in letters and not any(map(str.isalnum, letters))


def _why_no_text(reply: dict[str, Any], notes: Sequence[str]) -> str:
    pages = reply["pages"]
    if any("broken" in page for page in pages):
        return BROKEN.format(notes[0])
    if reply["cut"]:
        return TOO_LONG_A_LINE
    count = f"{len(pages)} page{'s' if len(pages) > 1 else ''}"
    drawn: set[str] = set()
    for page in pages:
        drawn.update(page.get("drawn", ["text"]))
    # `fill-text`, `stroke-text`, and `ignore-text` for what is drawn invisibly.
    if any("text" in kind for kind in drawn):
        return NO_LETTERS.format(pages=count)
    if reply["truncated"]:
        return TRUNCATED.format(pages=count)
    if drawn & IMAGES:
        return SCAN.format(pages=count, what="images as in a scan")
    if drawn:
        return SCAN.format(pages=count, what="drawings as of text in outlines")
    complaint = f" ({reply['complaint']})" if reply["complaint"] else ""
    return NOTHING.format(pages=count, complaint=complaint)


def _notes(reply: dict[str, Any]) -> list[str]:
    """Return what was lost, a sentence each."""
    pages = reply["pages"]
    notes = _page_notes(pages)
    empty = [page for page in pages if not page["lines"] and "broken" not in page]
    scanned = [page for page in empty if not IMAGES.isdisjoint(page.get("drawn", ()))]
    if scanned:
        notes.append(SCANNED.format(len(scanned), len(pages)))
    blank = len(empty) - len(scanned)
    if blank:
        notes.append(f"{blank} of {len(pages)} pages hold no text")
    turned = [page["turned"] for page in pages if page.get("turned")]
    if turned:
        where = f"{len(turned)} page{'s' if len(turned) > 1 else ''}"
        notes.append(TURNED.format(sum(turned), where))
    if reply["cut"]:
        place = f"page {len(pages)} of {reply['total']}"
        notes.append(f"cut on {place}: Limits.characters allows no more")
    if reply["truncated"]:
        notes.append(CUT_OFF)
    letters = _letters(pages)
    unknown = letters.count(UNKNOWN)
    if unknown:
        share = f"{unknown} of {len(letters)} characters"
        notes.append(f"{share} have no known letter in the PDF's fonts")
    return notes


def _page_notes(pages: Sequence[dict[str, Any]]) -> list[str]:
    """Return a note for each page that is broken or whose drawings are, up to `MOST_NOTES`."""
    notes = []
    for number, page in enumerate(pages, start=1):
        if "broken" in page:
            notes.append(f"page {number} cannot be read: {page['broken']}")
        elif "undrawn" in page:
            reason = page["undrawn"]
            notes.append(f"a drawing on page {number} cannot be read, nor tables there: {reason}")
    if len(notes) <= MOST_NOTES:
        return notes
    more = len(notes) - MOST_NOTES
    return [*notes[:MOST_NOTES], f"the same is so of {more} more pages"]
