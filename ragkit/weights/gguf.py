"""GGUF files, which llama.cpp reads: how one is recognised, and what it says of itself.

A file begins with its metadata, which are names with values; the tensors follow. Only the metadata
are read here. Left out: nested arrays, which llama.cpp does not read either.
"""

from __future__ import annotations

import struct
from collections.abc import Collection
from pathlib import Path
from typing import Any, BinaryIO

MAGIC = b"GGUF"
"""The first bytes of every GGUF file."""
VERSIONS = (2, 3)
"""The versions whose metadata are written as they are read here."""
NUMBERS = {
    0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d",
}  # fmt: skip
"""The kinds of numbers, as the module `struct` names them."""
STRING, ARRAY = 8, 9
"""The other kinds of values."""


class BadGGUF(ValueError):
    """A file is no GGUF file, or its metadata cannot be read; the message says why."""


def is_gguf(path: Path) -> bool:
    """Whether a file begins as a GGUF file does. Raises `OSError` if it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def metadata(path: Path, names: Collection[str]) -> dict[str, Any]:
    """Those of a file's metadata that have these names: numbers, texts, and lists of them.

    Reading stops when all were found. Raises `BadGGUF`, and `OSError` if it cannot be read.
    """
    with path.open("rb") as file:
        reader = _Reader(file, path.stat().st_size)
        return reader.metadata(names)


class _Reader:
    """Reads values one after the other; the lengths in the file are not trusted."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self.file = file
        self.left = size
        """Number of bytes that are not read yet."""

    def metadata(self, names: Collection[str]) -> dict[str, Any]:
        if self.left < len(MAGIC) or self.bytes(len(MAGIC)) != MAGIC:
            raise BadGGUF("it is no GGUF file")
        version = self.number("I")
        if version not in VERSIONS:
            raise BadGGUF(f"it is a GGUF file of version {version}, which is not known here")
        self.number("Q")  # the number of tensors
        found: dict[str, Any] = {}
        for _ in range(self.number("Q")):
            if len(found) == len(names):
                break
            name = self.text()
            value = self.value(self.number("I"))
            if name in names:
                found[name] = value
        return found

    def value(self, kind: int) -> Any:
        if kind == STRING:
            return self.text()
        if kind == ARRAY:
            return self.array()
        return self.number(_code(kind))

    def array(self) -> list[Any]:
        kind = self.number("I")
        count = self.number("Q")
        if kind == STRING:
            return [self.text() for _ in range(count)]
        code = _code(kind)
        size = struct.calcsize(code)
        content = self.bytes(count * size)
        return list(struct.unpack(f"<{count}{code}", content))

    def text(self) -> str:
        length = self.number("Q")
        return self.bytes(length).decode("utf-8", errors="replace")

    def number(self, code: str) -> Any:
        size = struct.calcsize(code)
        (number,) = struct.unpack(f"<{code}", self.bytes(size))
        return number

    def bytes(self, count: int) -> bytes:
        if count > self.left:
            raise BadGGUF("it is a GGUF file that was cut short")
        self.left -= count
        return self.file.read(count)


def _code(kind: int) -> str:
    if kind not in NUMBERS:
        raise BadGGUF(f"its metadata contain a value of kind {kind}, which is not known here")
    return NUMBERS[kind]
