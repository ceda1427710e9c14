"""Recognising a verified model without hashing a gigabyte at every start.

Beside a verified model is a stamp: the SHA-256, size and modification time of each file, and the
source that served it. While these agree with the disk and the table, the bytes count as verified.
Left out: defence against an attacker who can write to the cache.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from ragkit.weights.table import ModelFile

Stamp = dict[str, Any]


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    return digest.hexdigest()


def pinned_bytes(model: ModelFile, folder: Path) -> bool:
    """Whether every file in `folder` hashes to its pinned SHA-256."""
    return all(sha256_of(folder / file.path) == file.sha256 for file in model.files)


def complete(model: ModelFile, cache: Path) -> bool:
    """Whether every file is present and has the right size."""
    for file in model.files:
        path = cache / model.name / file.path
        if not path.is_file():
            return False
        if path.stat().st_size != file.size:
            return False
    return True


def fresh(model: ModelFile, cache: Path) -> bool:
    """Whether the model was verified before, and has not changed since."""
    if not complete(model, cache):
        return False
    stamp = read_stamp(model, cache)
    return stamp.get("files") == _files_now(model, cache)


def verified(model: ModelFile, cache: Path) -> bool:
    """Whether the pinned bytes are in place, by the stamp or else by hashing them.

    Hashing renews the stamp.
    """
    if fresh(model, cache):
        return True
    if not complete(model, cache):
        return False
    if not pinned_bytes(model, cache / model.name):
        return False
    source = read_stamp(model, cache).get("source", "")
    # A shared cache may be read-only: then the model is hashed each time.
    with suppress(OSError):
        write_stamp(model, cache, source)
    return True


def read_stamp(model: ModelFile, cache: Path) -> Stamp:
    """Return what was recorded when the model was verified; empty if that is not readable."""
    path = cache / f"{model.name}.json"
    try:
        stamp = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(model: ModelFile, cache: Path, source: str) -> None:
    """Record that the files in place are the pinned ones, and that `source` served them."""
    path = cache / f"{model.name}.json"
    stamp = {"source": source, "files": _files_now(model, cache)}
    text = json.dumps(stamp, indent=1)
    # Written beside it and moved, so that another process never reads half a stamp.
    temporary = cache / f"{path.name}.{os.getpid()}"
    temporary.write_text(text, "utf-8")
    temporary.replace(path)


def _files_now(model: ModelFile, cache: Path) -> dict[str, list[Any]]:
    """Return the pinned SHA-256, the size and the modification time of each file."""
    files = {}
    for file in model.files:
        stat = (cache / model.name / file.path).stat()
        files[file.path] = [file.sha256, stat.st_size, stat.st_mtime_ns]
    return files
