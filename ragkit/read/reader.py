"""One file of a corpus -> one `Document`: its text as Markdown, its pages, and notes on what was lost.

A reader takes bytes and returns a `Document`; `READERS` says which reader a suffix gets. Whatever cannot be
read is refused with `Unreadable`, which says why and what to do. Left out: OCR, Office files, fetching.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from charset_normalizer import from_bytes

from ragkit.read.document import USUAL, Document, Limits, Unreadable
from ragkit.read.html import read_html
from ragkit.read.pdf import read_pdf

__all__ = ["READERS", "Document", "Limits", "Unreadable", "read"]

BOMS = {  # UTF-32 first: its mark begins with that of UTF-16
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
LEGACY = ["cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp932", "euc_jp", "gb18030", "big5", "cp949"]
"""What files that are not UTF-8 mostly are, likeliest first: among all of Python's a guess is noise."""

FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.{1,300}?)[ \t#]*$|^(\S.*)\n=+[ \t]*$", re.MULTILINE)


def read(path: Path, root: Path | None = None, limits: Limits = USUAL) -> Document:
    """Read one file. `root` is the corpus folder that `Document.source` is relative to; without it, the name.

    Raises `Unreadable` for a file that is missing, empty, too large, of an unknown type, broken, locked, or
    without text; never hangs on one. A PDF costs about a second, most of it the start of its own process.
    """
    try:
        reader = READERS.get(path.suffix.lower())
        if reader is None:
            asked, known = path.suffix or "no suffix", ", ".join(READERS)
            raise Unreadable(None, f"is of a type not read here ({asked}); convert it to one of {known}")
        document = reader(_bytes_of(path, limits), limits)
        if not document.text.strip():
            raise Unreadable(None, "holds no text, only markup; leave it out or export it again")
    except Unreadable as refused:
        refused.path = path
        raise
    source = path.relative_to(root).as_posix() if root else path.name
    return _cut(replace(document, source=source, title=document.title or path.stem), limits.characters)


def _bytes_of(path: Path, limits: Limits) -> bytes:
    try:
        if path.exists() and not path.is_file():  # a pipe or a device would never end
            raise Unreadable(None, "is not a file but a folder or a device; a folder opens with Kit.open")
        with path.open("rb") as file:
            raw = file.read(limits.file_bytes + 1)
    except FileNotFoundError:
        raise Unreadable(None, "is not there; check the path, or whether another program moved it") from None
    except OSError as error:
        why = error.strerror or str(error)
        raise Unreadable(None, f"cannot be opened ({why}); check its permissions") from error
    if len(raw) > (most := limits.file_bytes):
        raise Unreadable(None, f"is larger than {most:,} bytes; split it, or raise Limits.file_bytes")
    if not raw.strip():
        raise Unreadable(None, "is empty; fill it or leave it out")
    return raw


def read_text(raw: bytes, limits: Limits = USUAL) -> Document:
    """Markdown or plain text, taken as it is: UTF-8, what a byte order mark says, else a guess with a note.

    >>> read_text(b"# Heaps \\n\\nA heap is a tree.").title
    'Heaps'
    """
    text, notes = _decoded(raw)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise Unreadable(None, "is empty; fill it or leave it out")
    return Document("", _title(text), text, notes=notes)


def _decoded(raw: bytes) -> tuple[str, tuple[str, ...]]:
    encoding = next((name for mark, name in BOMS.items() if raw.startswith(mark)), "utf-8")
    notes: tuple[str, ...] = ()
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        text, encoding = ("", "") if b"\0" in raw else _guessed(raw)
        notes = (f"decoded as {encoding}, a guess: it is not UTF-8",)
    if not encoding or "\0" in text:
        raise Unreadable(None, "looks binary, not like text; if it is text, save it again as UTF-8")
    return text, notes


def _guessed(raw: bytes) -> tuple[str, str]:
    matches = list(from_bytes(raw[:1_000_000], cp_isolation=LEGACY))  # best first
    if not matches:
        return "", ""
    ties = [match for match in matches if (match.chaos, match.coherence) == (matches[0].chaos, matches[0].coherence)]
    encoding = min((name for match in ties for name in match.could_be_from_charset), key=LEGACY.index)
    return raw.decode(encoding, errors="replace"), encoding


def _title(text: str) -> str:
    found = HEADING.search(FENCED.sub("", text))  # a `# comment` in code is no heading
    return (found[1] or found[2]).strip() if found else ""


def _cut(document: Document, most: int) -> Document:
    if len(document.text) <= most:
        return document
    return replace(
        document,
        text=document.text[:most],
        pages=tuple(start for start in document.pages if start < most),
        notes=(*document.notes, f"cut at {most:,} characters"),
    )


READERS: dict[str, Callable[[bytes, Limits], Document]] = {
    ".md": read_text,
    ".markdown": read_text,
    ".txt": read_text,
    ".html": read_html,
    ".htm": read_html,
    ".pdf": read_pdf,
}
"""Which reader a suffix gets, in lower case. Add a row to read another kind of file."""
