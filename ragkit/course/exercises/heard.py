"""What code prints while it is watched, up to a limit, and nobody to answer its `input`."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import TextIOBase

MOST = 2_000
"""Number of characters that are kept."""


class Heard(TextIOBase):
    """A stream that keeps the beginning of what is printed.

    >>> heard = Heard()
    >>> print("owl", file=heard)
    >>> heard.text, heard.count
    ('owl\\n', 4)
    """

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.count = 0
        """Number of characters printed, those beyond the limit included."""

    def writable(self) -> bool:
        """Yes: `print` asks for it."""
        return True

    def write(self, text: str) -> int:
        """Take a text, and return its length."""
        self.count += len(text)
        room = MOST - len(self.text)
        self.text += text[:room]
        return len(text)


@contextmanager
def listening(heard: Heard) -> Iterator[None]:
    """While this is open, what is printed goes to `heard`, and `input` is an error.

    In a kernel `input` would wait for a user who does not know that something is asked.
    """
    before = builtins.input
    builtins.input = _no_input
    try:
        with redirect_stdout(heard), redirect_stderr(heard):
            yield
    finally:
        builtins.input = before


def _no_input(prompt: object = "") -> str:
    raise RuntimeError("input() has nobody to ask here; take the value as an argument")
