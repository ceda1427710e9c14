"""The types that all readers share: the document, the limits on it, and the error.

The readers are `reader.py`, `html.py` and `pdf.py`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Document:
    """One file of a corpus, converted to Markdown."""

    source: str
    """Path relative to the corpus folder, with forward slashes."""
    title: str
    """The first heading, or the file's stem."""
    text: str
    pages: tuple[int, ...] = ()
    """Offset in `text`, in characters, at which page i + 1 starts; empty for a file without pages.
    """
    notes: tuple[str, ...] = ()
    """What was lost in reading, such as `2 of 5 pages hold no text`."""

    def page_at(self, offset: int) -> int | None:
        """Return the page, from 1, of the character at `offset`.

        It is None for a document without pages, or for an offset outside the text.

        >>> paged = Document("a.pdf", "A", "one two", pages=(0, 4))
        >>> paged.page_at(3), paged.page_at(4), paged.page_at(7)
        (1, 2, None)
        """
        inside = 0 <= offset < len(self.text)
        if not self.pages or not inside:
            return None
        starts_before = bisect_right(self.pages, offset)
        return max(1, starts_before)


@dataclass(frozen=True)
class Limits:
    """How much one file may cost. Raise a number for a folder that you trust."""

    file_bytes: int = 50_000_000
    characters: int = 2_000_000
    """Number of characters of a document's text; the rest is cut, and a note says so."""
    pages: int = 10_000
    pdf_seconds: float = 60.0
    pdf_memory: int = 1_500_000_000
    """Bytes of memory. Enforced on Linux only: macOS and Windows have no such limit per process."""


USUAL = Limits()


class Unreadable(Exception):
    """A file that cannot become a `Document`.

    `reason` says what is wrong with it and what to do next.
    """

    def __init__(self, path: Path | None, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        """None while only the bytes are known; `read` fills it in."""
        self.reason = reason

    def __str__(self) -> str:
        if self.path is None:
            return self.reason
        return f"{self.path} {self.reason}"


def markdown_table(rows: Sequence[Sequence[str | None]]) -> str:
    """Return the rows as a Markdown table, with the first row as its head.

    Without rows it is an empty string.

    >>> print(markdown_table([["case", "cost"], ["a|b", None]]))
    | case | cost |
    | --- | --- |
    | a\\|b |  |
    """
    width = max((len(row) for row in rows), default=0)
    if not width:
        return ""
    lines = []
    for row in rows:
        cells = [_cell(cell) for cell in row]
        padding = [""] * (width - len(row))
        lines.append(_row(cells + padding))
    rule = _row(["---"] * width)
    return "\n".join([lines[0], rule, *lines[1:]])


def _cell(text: str | None) -> str:
    words = (text or "").split()
    return " ".join(words).replace("|", "\\|")


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
