"""What a file becomes, how much of it is allowed, and how a refusal is said.

Every reader (`read.py`, `html.py`, `pdf.py`) speaks in these nouns.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Document:
    """One file of a corpus, as Markdown whatever it was."""

    source: str
    """Path relative to the corpus folder, with forward slashes."""
    title: str
    """The first heading, or the file's stem."""
    text: str
    pages: tuple[int, ...] = ()
    """Offset in `text`, in characters, at which page i + 1 starts; empty for a file without pages."""
    notes: tuple[str, ...] = ()
    """What was lost on the way, such as `2 of 5 pages hold no text`."""

    def page_at(self, offset: int) -> int | None:
        """The page, from 1, that holds the character at `offset`; None without pages or outside the text.

        >>> paged = Document("a.pdf", "A", "one two", pages=(0, 4))
        >>> paged.page_at(3), paged.page_at(4), paged.page_at(7)
        (1, 2, None)
        """
        if not self.pages or not 0 <= offset < len(self.text):
            return None
        return max(1, bisect_right(self.pages, offset))


@dataclass(frozen=True)
class Limits:
    """How much one file may cost. Raise a number for a folder that you trust."""

    file_bytes: int = 50_000_000
    characters: int = 2_000_000
    """Of a document's text; the rest is cut, and a note says so."""
    pages: int = 10_000
    pdf_seconds: float = 60.0
    pdf_memory: int = 1_500_000_000
    """In bytes. Held on Linux only: macOS and Windows do not offer such a limit for one process."""


USUAL = Limits()


class Unreadable(Exception):
    """A file that cannot become a `Document`: `reason` says what is wrong with it and what to do next."""

    def __init__(self, path: Path | None, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        """None while only the bytes are known; `read` fills it in."""
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path} {self.reason}" if self.path else self.reason


def markdown_table(rows: Sequence[Sequence[str | None]]) -> str:
    """The rows as a Markdown table, the first of them as its head; an empty string for no rows.

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
        cells = [" ".join((cell or "").split()).replace("|", "\\|") for cell in row]
        lines.append("| " + " | ".join(cells + [""] * (width - len(cells))) + " |")
    return "\n".join([lines[0], "| " + " | ".join(["---"] * width) + " |", *lines[1:]])
