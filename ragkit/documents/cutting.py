"""A document to passages of a size: its sections are cut where a reader would pause."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence

from langchain_text_splitters import RecursiveCharacterTextSplitter

from ragkit.documents.document import LONGEST_HEADING, Document
from ragkit.documents.sections import headings, sections
from ragkit.state import Passage

SEPARATORS = ["\n\n", "\n", ". ", "。", " ", ""]


def chunk(
    document: Document, tokens: int, overlap: int, count: Callable[[str], int]
) -> list[Passage]:
    """Return a document's passages, none of them longer than `tokens`.

    Its sections are cut at paragraphs, lines and sentences. `overlap` (in tokens) is repeated
    between pieces of one section. `document.text[p.start:p.end] == p.text` holds for every passage.
    """
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=tokens,
        chunk_overlap=min(overlap, tokens // 2),
        length_function=count,
        separators=SEPARATORS,
        keep_separator="end",
    )
    passages: dict[str, Passage] = {}
    known = document.headings
    marks = headings(document.text) if known is None else known
    ends = {mark.start: mark.end for mark in marks}
    for start, end, section in sections(document.text, marks):
        pieces = splitter.split_text(document.text[start:end])
        for offset, text in _located(document.text, pieces, start, end):
            # Every piece below a heading is indexed with it. A long one is cut there, and stays.
            is_heading = offset + len(text) <= ends.get(offset, offset)
            if is_heading and len(text) <= LONGEST_HEADING:
                continue
            passage = _passage(document, text, section, offset)
            passages[passage.id] = passage
    return list(passages.values())


def _located(text: str, pieces: Sequence[str], start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield each piece with its offset.

    The splitter's own start index is wrong where lengths are counted in tokens.
    """
    offset = start
    previous = ""
    for piece in pieces:
        # An equal piece would be found at the same offset again.
        after = offset + 1 if piece == previous else offset
        offset = text.index(piece, after, end)
        previous = piece
        yield offset, piece


def _passage(document: Document, text: str, section: str, start: int) -> Passage:
    digest = hashlib.sha256(f"{document.source}\0{start}\0{text}".encode())
    return Passage(
        id=digest.hexdigest()[:16],
        text=text,
        source=document.source,
        section=section,
        page=document.page_at(start),
        start=start,
        end=start + len(text),
    )
