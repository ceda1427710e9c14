"""The text of a file that somebody wrote with a program of his own, whatever its first bytes are.

Notepad, Excel and PowerShell begin a file with a byte order mark, and some of them write UTF-16.
Left out: to guess an encoding, as `documents` does. A wrong letter in a key or a setting counts.
"""

from __future__ import annotations

import codecs
from pathlib import Path

MARKS = {
    # Before UTF-16, whose mark is the beginning of this one.
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The encodings by their byte order marks."""


def marked_as(raw: bytes) -> str:
    """The encoding of the byte order mark; empty without one."""
    for mark, encoding in MARKS.items():
        if raw.startswith(mark):
            return encoding
    return ""


class NotText(ValueError):
    """A file is not in UTF-8; the message names the file and the line, and says what to do."""


def decoded(raw: bytes, file: str | Path) -> str:
    r"""The text in the bytes of a file: by its byte order mark, else as UTF-8. Raises `NotText`.

    Lines end in `\n`.

    >>> decoded("größer\r\n".encode("utf-16"), "questions.jsonl")
    'größer\n'
    """
    encoding = marked_as(raw) or "utf-8"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        where = f"{file}, line {line}"
        got = f"the byte 0x{raw[error.start]:02x}, which is not {encoding.upper()}"
        raise NotText(f"{where}: {got}; save the file as UTF-8") from error
    if "\0" in text:
        raise NotText(
            f"{file}: UTF-16 without a byte order mark, or no text; save the file as UTF-8"
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")
