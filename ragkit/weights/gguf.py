"""GGUF files, which llama.cpp reads: how one is recognised."""

from __future__ import annotations

from pathlib import Path

MAGIC = b"GGUF"
"""The first bytes of every GGUF file."""


def is_gguf(path: Path) -> bool:
    """Whether a file begins as a GGUF file does. Raises `OSError` if it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
