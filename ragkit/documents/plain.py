"""Markdown and plain text: which encoding the bytes are in, and the first heading.

The text is kept as it is. It is decoded by its byte order mark, else as UTF-8, else by a guess.
"""

from __future__ import annotations

import codecs
import re

from ragkit.documents.document import USUAL, Document, Limits, Unreadable

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
GUESSED_FROM = 1_000_000
"""Number of bytes at the beginning from which an encoding is guessed."""

EMPTY = "is empty; fill it or leave it out"

FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(\S.*)$|^(\S.*)\n=+[ \t]*$", re.MULTILINE)


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
    title = _title(text[: limits.characters])
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
    # Most files are UTF-8, and need not wait for this import.
    from charset_normalizer import from_bytes

    if b"\0" in raw:
        return ""
    # The matches are sorted, best first.
    matches = list(from_bytes(raw[:GUESSED_FROM], cp_isolation=LEGACY))
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
    if heading[2]:
        return heading[2].strip()
    return heading[1].rstrip(" \t#").strip()
