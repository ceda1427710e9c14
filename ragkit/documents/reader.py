"""One file of a corpus to one `Document`: Markdown text, pages, and notes on what was lost.

A reader takes bytes and returns a `Document`; `READERS` names the reader of each suffix. A file
that cannot be read raises `Unreadable`, which says why and what to do. Left out: OCR, Office files,
fetching.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from charset_normalizer import from_bytes

from ragkit.documents.document import USUAL, Document, Limits, Unreadable
from ragkit.documents.html import read_html
from ragkit.documents.pdf import read_pdf

__all__ = ["READERS", "Document", "Limits", "Unreadable", "read"]

# UTF-32 first, because its mark begins with that of UTF-16.
BOMS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
EUROPEAN = ["cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254"]
EAST_ASIAN = ["cp932", "euc_jp", "gb18030", "big5", "cp949"]
LEGACY = [*EUROPEAN, *EAST_ASIAN]
"""Encodings to guess from for files that are not UTF-8, likeliest first.

A guess among all of Python's encodings is noise.
"""

EMPTY = "is empty; fill it or leave it out"

FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.{1,300}?)[ \t#]*$|^(\S.*)\n=+[ \t]*$", re.MULTILINE)


def read(path: Path, root: Path | None = None, limits: Limits = USUAL) -> Document:
    """Read one file.

    `Document.source` is relative to `root`, the corpus folder; without it, `source` is the name.

    Raises `Unreadable` for a file that is missing, empty, too large, of an unknown type, broken,
    locked, or without text. Any file is read in bounded time. A PDF takes about a second, mostly
    to start its own process.
    """
    try:
        reader = _reader_of(path)
        document = reader(_bytes_of(path, limits), limits)
        if not document.text.strip():
            raise Unreadable(None, "holds no text, only markup; leave it out or export it again")
    except Unreadable as error:
        error.path = path
        raise
    source = path.relative_to(root).as_posix() if root else path.name
    title = document.title or path.stem
    document = replace(document, source=source, title=title)
    return _cut(document, limits.characters)


def _reader_of(path: Path) -> Callable[[bytes, Limits], Document]:
    suffix = path.suffix.lower()
    if suffix not in READERS:
        known = ", ".join(READERS)
        kind = path.suffix or "no suffix"
        reason = f"is of a type not read here ({kind}); convert it to one of {known}"
        raise Unreadable(None, reason)
    return READERS[suffix]


def _bytes_of(path: Path, limits: Limits) -> bytes:
    most = limits.file_bytes
    try:
        # A pipe or a device would never end.
        if path.exists() and not path.is_file():
            reason = "is not a file but a folder or a device; a folder opens with Kit.open"
            raise Unreadable(None, reason)
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except FileNotFoundError:
        reason = "is not there; check the path, or whether another program moved it"
        raise Unreadable(None, reason) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise Unreadable(None, f"cannot be opened ({why}); check its permissions") from error
    if len(raw) > most:
        reason = f"is larger than {most:,} bytes; split it, or raise Limits.file_bytes"
        raise Unreadable(None, reason)
    if not raw.strip():
        raise Unreadable(None, EMPTY)
    return raw


def read_text(raw: bytes, limits: Limits = USUAL) -> Document:
    """Read Markdown or plain text; the text is kept as it is.

    It is decoded by its byte order mark, else as UTF-8, else by a guess that is noted.

    >>> read_text(b"# Heaps \\n\\nA heap is a tree.").title
    'Heaps'
    """
    text, notes = _decoded(raw)
    text = text.replace("\r\n", "\n")
    text = text.replace("\r", "\n")
    if not text.strip():
        raise Unreadable(None, EMPTY)
    title = _title(text)
    return Document("", title, text, notes=notes)


def _decoded(raw: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the text, and a note if its encoding was guessed."""
    encoding = _declared_encoding(raw) or "utf-8"
    notes: tuple[str, ...] = ()
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        encoding = _guessed_encoding(raw)
        text = raw.decode(encoding, errors="replace") if encoding else ""
        notes = (f"decoded as {encoding}, a guess: it is not UTF-8",)
    if not encoding or "\0" in text:
        raise Unreadable(None, "looks binary, not like text; if it is text, save it again as UTF-8")
    return text, notes


def _declared_encoding(raw: bytes) -> str:
    """Return the encoding of the byte order mark; an empty string if there is none."""
    for mark, encoding in BOMS.items():
        if raw.startswith(mark):
            return encoding
    return ""


def _guessed_encoding(raw: bytes) -> str:
    """Return the likeliest encoding; an empty string if the bytes look binary."""
    if b"\0" in raw:
        return ""
    # The matches are sorted, best first.
    matches = list(from_bytes(raw[:1_000_000], cp_isolation=LEGACY))
    if not matches:
        return ""
    best = matches[0]
    encodings: list[str] = []
    for match in matches:
        if (match.chaos, match.coherence) == (best.chaos, best.coherence):
            encodings += match.could_be_from_charset
    return min(encodings, key=LEGACY.index)


def _title(text: str) -> str:
    # A `# comment` in code is no heading.
    prose = FENCED.sub("", text)
    heading = HEADING.search(prose)
    if not heading:
        return ""
    words: str = heading[1] or heading[2]
    return words.strip()


def _cut(document: Document, most: int) -> Document:
    if len(document.text) <= most:
        return document
    note = f"cut at {most:,} characters"
    pages = [start for start in document.pages if start < most]
    return replace(
        document,
        text=document.text[:most],
        pages=tuple(pages),
        notes=(*document.notes, note),
    )


READERS: dict[str, Callable[[bytes, Limits], Document]] = {
    ".md": read_text,
    ".markdown": read_text,
    ".txt": read_text,
    ".html": read_html,
    ".htm": read_html,
    ".pdf": read_pdf,
}
"""The reader of each suffix, in lower case. Add a row to read another kind of file."""
