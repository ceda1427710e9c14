"""Knowing that a model is the pinned one, without hashing a gigabyte at every start.

Beside a verified model lies a stamp: for each file its SHA-256, size and time of change, and which source
served. While these agree with the disk and the table, the bytes are taken as verified. Left out: defence
against someone who can write to the cache.
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
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pinned_bytes(model: ModelFile, folder: Path) -> bool:
    """Whether every file in `folder` hashes to its pinned SHA-256."""
    return all(sha256_of(folder / file.path) == file.sha256 for file in model.files)


def complete(model: ModelFile, cache: Path) -> bool:
    """Whether every file is there in its right size."""
    paths = [(cache / model.name / file.path, file.size) for file in model.files]
    return all(path.is_file() and path.stat().st_size == size for path, size in paths)


def fresh(model: ModelFile, cache: Path) -> bool:
    """Whether the model was verified before, and has not been touched since."""
    return complete(model, cache) and read_stamp(model, cache).get("files") == _files_now(model, cache)


def verified(model: ModelFile, cache: Path) -> bool:
    """Whether the pinned bytes are in place: by the stamp, else by hashing them, which renews the stamp."""
    if fresh(model, cache):
        return True
    if not complete(model, cache) or not pinned_bytes(model, cache / model.name):
        return False
    with suppress(OSError):  # a shared cache may be read-only: then it is hashed each time
        write_stamp(model, cache, read_stamp(model, cache).get("source", ""))
    return True


def read_stamp(model: ModelFile, cache: Path) -> Stamp:
    """What was recorded when the model was verified; empty when nothing readable was."""
    try:
        stamp = json.loads((cache / f"{model.name}.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(model: ModelFile, cache: Path, source: str) -> None:
    """Record that the files in place are the pinned ones, and that `source` served them."""
    half = cache / f"{model.name}.json.{os.getpid()}"
    half.write_text(json.dumps({"source": source, "files": _files_now(model, cache)}, indent=1), "utf-8")
    half.replace(cache / f"{model.name}.json")


def _files_now(model: ModelFile, cache: Path) -> dict[str, list[Any]]:
    stats = {file: (cache / model.name / file.path).stat() for file in model.files}
    return {file.path: [file.sha256, stat.st_size, stat.st_mtime_ns] for file, stat in stats.items()}
