"""The bytes of one file to one `Document`, by the reader of its format.

Each reader is imported when it is needed. What it returns is brought to the limits here. Left out:
limits of time and memory (`limited.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ragkit.documents.document import Document, Limits, Unreadable, shortened
from ragkit.documents.sections import headings

NO_TEXT = "holds no text, only markup; leave it out or export it again"


def parsed(
    format: str, raw: bytes, limits: Limits, page_done: Callable[[], None] = lambda: None
) -> Document:
    """Return the document in `raw`, which is in the format `text`, `html` or `pdf`.

    `page_done` is called after each page of a PDF. Raises `Unreadable`.

    >>> parsed("text", b"# Owls\\n\\nOwls hunt.", Limits(characters=12)).text
    '# Owls\\n\\nOwls'
    """
    document = _read(format, raw, limits, page_done)
    if not document.text.strip():
        raise Unreadable(None, NO_TEXT)
    title = shortened(document.title)
    document = replace(document, title=title)
    document = _cut(document, limits.characters)
    if document.headings is None:
        found = headings(document.text, is_written=False)
        document = replace(document, headings=tuple(found))
    return document


def _read(format: str, raw: bytes, limits: Limits, page_done: Callable[[], None]) -> Document:
    if format == "pdf":
        from ragkit.documents.pdf import read_pdf

        return read_pdf(raw, limits, page_done)
    if format == "html":
        from ragkit.documents.html import read_html

        return read_html(raw, limits)
    from ragkit.documents.plain import read_text

    return read_text(raw, limits)


def _cut(document: Document, most: int) -> Document:
    if len(document.text) <= most:
        return document
    note = f"cut at {most:,} characters"
    pages = [start for start in document.pages if start < most]
    marks = document.headings
    if marks is not None:
        marks = tuple(mark for mark in marks if mark.start < most)
    return replace(
        document,
        text=document.text[:most],
        pages=tuple(pages),
        notes=(*document.notes, note),
        headings=marks,
    )
