"""Files that are written all or nothing, and files that only grow by whole lines.

On a full disk, to write a file in the usual way first empties it, and then fails.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from tempfile import TemporaryDirectory

from ragkit.disk.room import is_disk_full, no_room
from ragkit.text.decoded import NotText, decoded


def write_whole(file: Path, content: bytes) -> None:
    """Write a file, in a folder that is created if it is missing.

    What was in the file stays there until the new content is complete. Raises `NoRoom`, or another
    `OSError`.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=file.parent, prefix=".") as folder:
            part = Path(folder, file.name)
            part.write_bytes(content)
            part.replace(file)
    except OSError as error:
        if is_disk_full(error):
            raise no_room(f"to write {file}", file.parent, len(content)) from error
        raise


def append_line(file: Path, line: str) -> None:
    """Append a line to a file; it is on disk when this returns.

    When that fails, the file is as long as it was. Raises `NoRoom`, or another `OSError`.
    """
    content = f"{line}\n".encode()
    # Without a buffer, so that nothing is written when the file is closed after an error.
    with file.open("ab", buffering=0) as out:
        before = out.tell()
        try:
            left = content
            while left:
                written = out.write(left)
                left = left[written:]
            os.fsync(out.fileno())
        except OSError as error:
            out.truncate(before)
            if is_disk_full(error):
                raise no_room(f"to append to {file}", file.parent, len(content)) from error
            raise


def whole_lines(file: Path) -> list[str]:
    """The lines of a file; a last line cut short by a crash is removed from the file.

    Raises `NotText`.
    """
    raw = file.read_bytes()
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise NotText(f"{file} is UTF-16, and lines are added in UTF-8; save it as UTF-8")
    *_, torn = raw.split(b"\n")
    if torn:
        end = file.stat().st_size - len(torn)
        os.truncate(file, end)
    whole = decoded(raw.removesuffix(torn), file)
    return whole.split("\n")[:-1]
