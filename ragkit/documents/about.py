"""What is known of one file beside its passages: its language, pages, tables, type and density."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from ragkit.documents.density import density
from ragkit.documents.document import Document
from ragkit.documents.document_type import type_of
from ragkit.documents.language import language_of
from ragkit.text.forms import likeness

# The line between the head of a Markdown table and its rows.
_RULE = re.compile(r"^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class About:
    """What is known of one file that was read."""

    language: str = ""
    """Its name in English; empty where it cannot be told."""
    pages: int = 0
    """0 for a file without pages."""
    blank: int = 0
    """Number of pages without text, which are scans or pictures, or empty."""
    tables: int = 0
    likeness: str = ""
    """A hash of the text, in which case, white space and markup do not count: copies have the same
    one.
    """
    type: str = ""
    """A `DocumentType`; empty where no rule decides."""
    why: str = ""
    """The sign by which its type was decided."""
    density: float | None = None
    """How technical it is, in [0, 1); None where nobody looked."""


def about(document: Document) -> About:
    """What is known of a document.

    >>> known = about(Document("a.pdf", "", "| a |\\n|---|\\n| b |\\n\\n  ", pages=(0, 18)))
    >>> known.pages, known.blank, known.tables
    (2, 1, 1)
    """
    text = document.text
    alike = likeness(text).encode("utf-8", "surrogatepass")
    blank = 0
    ends = [*document.pages[1:], len(text)]
    for start, end in zip(document.pages, ends):
        page = text[start:end]
        blank += not page.strip()
    decided = type_of(document)
    return About(
        language=language_of(text),
        pages=len(document.pages),
        blank=blank,
        tables=len(_RULE.findall(text)),
        likeness=hashlib.sha256(alike).hexdigest(),
        type=decided.type if decided else "",
        why=decided.why if decided else "",
        density=density(text),
    )
