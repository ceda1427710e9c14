"""The types that all readers share: the document, the limits on it, and the error.

The readers are `plain.py`, `html.py` and `pdf.py`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

LONGEST_HEADING = 200
"""Number of characters of a heading that are kept where it names a document or a section.

Every passage below a heading is shown with it, so a longer one would fill every prompt.
"""
LEFT_OUT = "left out"
"""How a note begins on what is no text for readers, such as navigation: no words were lost."""
MOST_CELLS = 1_000_000
"""Number of cells up to which the short rows of a table are filled up with empty ones.

One row of many cells and many rows of one would otherwise become billions of cells.
"""


class Heading(NamedTuple):
    """A heading of a text."""

    start: int
    end: int
    """Offset in the text, in characters, at which its last line ends."""
    level: int
    """1 to 6."""
    title: str
    """At most `LONGEST_HEADING` characters."""


@dataclass(frozen=True)
class Document:
    """One file of a corpus, converted to Markdown."""

    source: str
    """Path relative to the corpus folder, with forward slashes."""
    title: str
    """The first heading, or the file's stem; at most `LONGEST_HEADING` characters."""
    text: str
    pages: tuple[int, ...] = ()
    """Offset in `text`, in characters, at which page i + 1 starts; empty for a file without pages.
    """
    notes: tuple[str, ...] = ()
    """What was lost in reading, such as `2 of 5 pages hold no text`."""
    headings: tuple[Heading, ...] | None = field(default=None, compare=False, repr=False)
    """Its headings, in the order of the text; None if nobody looked for them."""

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
    seconds: float = 15.0
    """Seconds for one file."""
    page_seconds: float = 0.2
    """Seconds that a PDF may take besides, for each page that has been read."""
    most_seconds: float = 120.0
    """Seconds for one file, however many pages it has."""
    memory: int = 1_500_000_000
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


def shortened(heading: str, most: int = LONGEST_HEADING) -> str:
    """Return a heading of at most `most` characters; one that was cut ends in an ellipsis.

    >>> shortened("Heaps", 10), shortened("Heaps and their bounds", 10)
    ('Heaps', 'Heaps and…')
    """
    if len(heading) <= most:
        return heading
    kept = heading[: most - 1].rstrip()
    return f"{kept}…"


def markdown_table(rows: Sequence[Sequence[str | None]]) -> str:
    """Return the rows as a Markdown table, with the first row as its head.

    Without rows it is an empty string. Short rows are filled up, up to `MOST_CELLS` cells in all.

    >>> print(markdown_table([["case", "cost"], ["a|b", None]]))
    | case | cost |
    | --- | --- |
    | a\\|b |  |
    """
    width = max((len(row) for row in rows), default=0)
    if not width:
        return ""
    is_filled_up = width * len(rows) <= MOST_CELLS
    lines = []
    for row in rows:
        cells = [_cell(cell) for cell in row]
        if is_filled_up:
            cells += [""] * (width - len(row))
        lines.append(_row(cells))
    rule = _row(["---"] * width)
    return "\n".join([lines[0], rule, *lines[1:]])


def _cell(text: str | None) -> str:
    words = (text or "").split()
    return " ".join(words).replace("|", "\\|")


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
