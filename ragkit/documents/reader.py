"""One file of a corpus to one `Document`: Markdown text, pages, and notes on what was lost.

`READERS` names the format of each suffix, and `formats.py` has the reader of each format. A file
that cannot be read raises `Unreadable`, which says why and what to do. Left out: OCR, Office files,
fetching.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ragkit.documents.document import USUAL, Document, Limits, Unreadable
from ragkit.documents.limited import limited
from ragkit.documents.plain import EMPTY

READERS: dict[str, str] = {
    ".md": "text",
    ".markdown": "text",
    ".txt": "text",
    ".html": "html",
    ".htm": "html",
    ".pdf": "pdf",
}
"""The format of each suffix, in lower case. To read another kind of file, add a row here and a
reader in `formats.py`."""

LEADS_OUT = "is a link that leads out of the folder; copy what it leads to into the folder"


def read(path: Path, root: Path | None = None, limits: Limits = USUAL) -> Document:
    """Read one file, in a process with limits of time and memory.

    `Document.source` is relative to `root`, the corpus folder; without it, `source` is the name.

    Raises `Unreadable` for a file that is missing, empty, too large, of an unknown type, broken,
    locked, or without text, and for one that takes too much time or memory.
    """
    try:
        format = _format_of(path)
        if root and leads_out(path, root):
            raise Unreadable(None, LEADS_OUT)
        document = limited(format, _bytes_of(path, limits), limits)
    except Unreadable as error:
        error.path = path
        raise
    source = path.relative_to(root).as_posix() if root else path.name
    title = document.title or path.stem
    return replace(document, source=source, title=title)


def leads_out(path: Path, root: Path) -> bool:
    """Return whether a path, or a folder on the way to it, is a link out of the corpus folder."""
    try:
        target = path.resolve()
    # Links in a circle lead nowhere, which opening them says.
    except (OSError, RuntimeError):
        return False
    return not target.is_relative_to(root.resolve())


def _format_of(path: Path) -> str:
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
