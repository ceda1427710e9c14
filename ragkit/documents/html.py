"""A web page as Markdown: its main text, without navigation and other furniture.

Kept: headings, paragraphs, lists, code, tables. Left out: images, link targets, and anything that
must be fetched. Which parts are left out besides, with a note, is in `html_parts.py`.
"""

from __future__ import annotations

import warnings

from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning
from bs4.dammit import EncodingDetector
from bs4.element import Tag

from ragkit.documents.document import USUAL, Document, Limits, Unreadable
from ragkit.documents.encodings import decoded
from ragkit.documents.html_markdown import Markdown

DEEPEST = 512
"""Number of tags that may be nested, as in the usual browsers."""
BYTES_PER_CHARACTER = 5
"""Bytes of the page that are read for each character of text allowed.

The page is cut before it is parsed, because a parsed page takes 30 times its size.
"""
TOO_DEEP = "nests its tags too deep to be a page for readers; leave it out"


class TooDeep(Exception):
    """The page nests more than `DEEPEST` tags."""


class _Shallow(BeautifulSoup):
    """A parser that stops at a page which is nested too deep, before there is a deep tree."""

    def pushTag(self, tag: Tag) -> None:  # noqa: N802
        if len(self.tagStack) > DEEPEST:
            raise TooDeep
        super().pushTag(tag)


def read_html(raw: bytes, limits: Limits = USUAL) -> Document:
    """Read the page in `raw`, in the encoding that a browser would take, else in a guessed one.

    Raises `Unreadable` for a page whose tags are nested too deep.

    >>> print(read_html(b"<h1>Heaps</h1><nav>Home</nav><ul><li>fast<li>small</ul>").text)
    # Heaps
    <BLANKLINE>
    - fast
    - small
    """
    most = limits.characters * BYTES_PER_CHARACTER
    label = EncodingDetector.find_declared_encoding(raw, is_html=True)
    source, notes = decoded(raw[:most], label or "")
    markdown = Markdown()
    try:
        with warnings.catch_warnings():
            # Many pages are written as XML, and read by browsers as HTML.
            warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
            # The parser would stop at a zero.
            page = _Shallow(source.replace("\0", ""), "lxml")
        text = markdown.of(page)
    # The second where this runs outside the worker, which allows more frames.
    except (TooDeep, RecursionError):
        raise Unreadable(None, TOO_DEEP) from None
    if len(raw) > most:
        notes = (*notes, f"only the first {most:,} bytes of the page were read")
    # The <title> is second choice: it often ends in the name of the site.
    title = markdown.heading
    if not title and page.title:
        title = " ".join(page.title.get_text().split())
    return Document("", title, text, notes=(*notes, *markdown.notes))
