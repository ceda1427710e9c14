"""From a tool's reply to pieces of evidence: of the right types, visible, and of limited length.

All of it is written by strangers. A reply may have structured rows under `passages`, each with a
`text` and perhaps its place, as the kit's own tools reply. Of any other reply the texts are used.
Left out: images and other data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from langchain_core.messages import ToolMessage
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ragkit.documents import Document
from ragkit.documents.cutting import chunk
from ragkit.mcp.failed import ToolFailed, quoted
from ragkit.state import Found, Passage
from ragkit.web.page import LONGEST_TEXT, LONGEST_TITLE, one_line, visible
from ragkit.web.rank import LENGTH, OVERLAP

ROWS = 50
"""Maximum number of rows or texts that are used."""
LETTERS = 3 * LONGEST_TEXT
"""Maximum length of all texts that are used: as much as three web pages."""
LONGEST_SOURCE = 2_000
"""Maximum length of a source, which may be the address of a page."""
NOTES = 5
"""Maximum number of notes that are passed on."""


class Row(BaseModel):
    """A text with its place, as a tool sends it."""

    model_config = ConfigDict(strict=True, extra="ignore")

    text: str
    id: str = ""
    source: str = ""
    """Path of a document, or address of a page."""
    section: str = ""
    page: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    start: int = 0
    end: int = 0


class Rows(BaseModel):
    """What the kit's own tools reply."""

    passages: list[Row]
    notes: list[str] = []
    """What failed, was refused or was cut."""


def read(message: ToolMessage, tool: str, own: bool) -> Found:
    """The pieces of a tool's reply. Raises `ToolFailed` when it has the wrong types.

    They have at most `LENGTH` characters, or are as the kit cut them; their text is untrusted.
    Only the kit's `own` server is believed about ids. The sources of another one begin with the
    tool's name, so that none passes for a document of the corpus.
    """
    rows, notes = _rows(message)
    kept, cuts = _bounded(rows)
    pieces = []
    for row in kept:
        pieces += _pieces(row if own else _foreign(row, tool))
    said = [f"the tool {tool} says: {quoted(note)}" for note in notes[:NOTES]]
    said += [f"of the reply of the tool {tool} {cut}" for cut in cuts]
    return Found(pieces, said)


def _rows(message: ToolMessage) -> tuple[list[Row], list[str]]:
    artifact = message.artifact or {}
    structured = artifact.get("structured_content") or {}
    if "passages" not in structured:
        return [Row(text=text) for text in _texts(message.content)], []
    try:
        rows = Rows.model_validate(structured)
    except ValidationError as error:
        faults = error.errors()
        where = ".".join(map(str, faults[0]["loc"]))
        raise ToolFailed(
            f"its passages have wrong types, in {quoted(where)}: {faults[0]['msg']}; "
            "each needs a `text`, and may have `source`, `section` and `page`"
        ) from error
    return rows.passages, rows.notes


def _texts(content: Any) -> list[str]:
    """The texts of a message's content; a block without a text is left out."""
    if isinstance(content, str):
        return [content]
    texts = [block.get("text") for block in content if isinstance(block, dict)]
    return [text for text in texts if isinstance(text, str)]


def _bounded(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """The first rows, cut to `LETTERS` together, and what was cut.

    >>> rows, cuts = _bounded([Row(text="x" * (LETTERS - 1)), Row(text="owls"), Row(text="cats")])
    >>> [len(row.text) for row in rows], cuts
    ([179999, 1], ['only the first 180,000 characters were used'])
    """
    cuts = []
    if len(rows) > ROWS:
        cuts.append(f"only the first {ROWS} parts were used")
    kept = []
    left = LETTERS
    for row in rows[:ROWS]:
        if len(row.text) > left:
            cuts.append(f"only the first {LETTERS:,} characters were used")
            row = row.model_copy(update={"text": row.text[:left]})
        left -= len(row.text)
        if row.text:
            kept.append(row)
        if not left:
            break
    return kept, cuts


def _foreign(row: Row, tool: str) -> Row:
    """A row of a foreign server: its source names the tool, and its id is none of ours."""
    source = tool
    if row.source:
        source = f"{tool}: {row.source}"
    return Row(
        text=row.text,
        source=source,
        section=row.section,
        page=row.page,
    )


def _pieces(row: Row) -> list[Passage]:
    """A row as passages; a long one is cut, at paragraphs and sentences.

    One with an id is a passage of the kit's documents, and stays as it is.
    """
    text = row.text if row.id else visible(row.text, LETTERS).strip()
    whole = Passage(
        id=row.id,
        text=text,
        source=one_line(row.source, LONGEST_SOURCE),
        section=one_line(row.section, LONGEST_TITLE),
        page=row.page,
        start=row.start,
        end=row.end,
    )
    if not text:
        return []
    if row.id or len(text) <= LENGTH:
        return [replace(whole, id=row.id or _id(whole))]
    document = Document(whole.source, whole.section, text)
    pieces = []
    for piece in chunk(document, LENGTH, OVERLAP, len):
        part = replace(whole, text=piece.text, start=piece.start, end=piece.end)
        pieces.append(replace(part, id=_id(part)))
    return pieces


def _id(passage: Passage) -> str:
    digest = hashlib.sha256(f"{passage.source}\0{passage.text}".encode())
    return f"mcp:{digest.hexdigest()[:16]}"
