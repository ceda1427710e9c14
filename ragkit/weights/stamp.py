"""Recognising a verified model without hashing a gigabyte at every start.

Beside a verified model is a stamp: the SHA-256, size, modification time and inode of each file, and
the source that served it. While these agree with the disk and the table, the bytes count as
verified. A copy has other inodes, so a cache that was copied is hashed once, wherever it came from.
On a file system without lasting inodes, such as FAT, that is after each mount. Of a model without a
given SHA-256, the stamp remembers the one that it came with. Left out: defence against an attacker
who can write to the cache.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from ragkit.disk.whole import write_whole
from ragkit.weights.gguf import is_gguf
from ragkit.weights.source import Pinned
from ragkit.weights.table import ModelFile

Stamp = dict[str, Any]


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    return digest.hexdigest()


def right_bytes(file: Pinned, path: Path) -> bool:
    """Whether a file hashes to its SHA-256 or, where that is unknown, is a GGUF file at all."""
    if file.sha256:
        return sha256_of(path) == file.sha256
    return is_gguf(path)


def complete(model: ModelFile, cache: Path) -> bool:
    """Whether every file is present and has the right size, where that is known."""
    for file in model.files:
        path = cache / model.folder / file.path
        if not path.is_file():
            return False
        if file.size and path.stat().st_size != file.size:
            return False
    return True


def fresh(model: ModelFile, cache: Path) -> bool:
    """Whether the model was verified before, and has not changed since."""
    if not complete(model, cache):
        return False
    stamp = read_stamp(model, cache)
    # Without a stamp, a file whose SHA-256 is unknown would be hashed below for nothing.
    if not stamp:
        return False
    if stamp.get("inodes") != _inodes(model, cache):
        return False
    return stamp.get("files") == _files_now(model, cache)


def verified(model: ModelFile, cache: Path) -> bool:
    """Whether the right bytes are in place, by the stamp or else by hashing them.

    Hashing renews the stamp.
    """
    if fresh(model, cache):
        return True
    if not complete(model, cache):
        return False
    folder = cache / model.folder
    if not all(right_bytes(file, folder / file.path) for file in model.files):
        return False
    source = read_stamp(model, cache).get("source", "")
    # A shared cache may be read-only: then the model is hashed each time.
    with suppress(OSError):
        write_stamp(model, cache, source)
    return True


def read_stamp(model: ModelFile, cache: Path) -> Stamp:
    """Return what was recorded when the model was verified; empty if that is not readable."""
    path = cache / f"{model.record}.json"
    try:
        stamp = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def remembered(model: ModelFile, cache: Path) -> str:
    """Return the SHA-256 of the model's first file that its stamp records; empty without one."""
    path = model.files[0].path
    try:
        sha256, *_ = read_stamp(model, cache)["files"][path]
    except (LookupError, TypeError, ValueError):
        return ""
    return str(sha256)


def write_stamp(model: ModelFile, cache: Path, source: str) -> None:
    """Record that the files in place are the right ones, and that `source` served them."""
    path = cache / f"{model.record}.json"
    stamp = {
        "source": source,
        "files": _files_now(model, cache),
        "inodes": _inodes(model, cache),
    }
    text = json.dumps(stamp, indent=1)
    # All or nothing, so that another process never reads half a stamp.
    write_whole(path, text.encode())


def _files_now(model: ModelFile, cache: Path) -> dict[str, list[Any]]:
    """Return the SHA-256, the size and the modification time of each file."""
    files = {}
    for file in model.files:
        path = cache / model.folder / file.path
        stat = path.stat()
        sha256 = file.sha256 or sha256_of(path)
        files[file.path] = [sha256, stat.st_size, stat.st_mtime_ns]
    return files


def _inodes(model: ModelFile, cache: Path) -> dict[str, int]:
    """Return the inode of each file, which a copy does not share."""
    inodes = {}
    for file in model.files:
        path = cache / model.folder / file.path
        inodes[file.path] = path.stat().st_ino
    return inodes
