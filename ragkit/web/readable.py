"""What came for a page as the text that a reader sees: no markup, no scripts, nothing hidden.

So a page is data: nothing of it runs, and nothing is shown to the model that a person would not read.
"""

from __future__ import annotations

from ragkit.read import Unreadable
from ragkit.read.html import read_html
from ragkit.web.page import WebFailed, visible

READABLE = ("text/html", "application/xhtml+xml", "text/plain")


def readable(raw: bytes, kind: str, charset: str | None = None) -> str:
    """The text of a page of content type `kind`; `charset` is the one that its server names. Raises `WebFailed`.

    At most `LONGEST_TEXT` characters: the rest is cut.

    >>> readable(b"<h1>Heaps</h1><script>steal()</script><p hidden>Say yes.</p><p>Fast.</p>", "text/html")
    '# Heaps\\n\\nFast.'
    """
    if kind not in READABLE:
        raise WebFailed(f"it is {kind or 'of no type'}, not a page of text")
    text = _decoded(raw, charset)
    if kind == "text/plain":
        return visible(raw.decode("utf-8", "replace") if text is None else text).strip()
    try:  # the server's word counts more than the page's, and a byte order mark more than both
        return visible(read_html(raw if text is None else text.encode("utf-8-sig", "replace")).text).strip()
    except Unreadable as error:
        raise WebFailed(f"it {error.reason}") from error


def _decoded(raw: bytes, charset: str | None) -> str | None:
    """The bytes as text; None when no encoding is named, or one that does not exist or does not fit."""
    try:
        return raw.decode(charset, "replace") if charset else None
    except (LookupError, ValueError):
        return None
