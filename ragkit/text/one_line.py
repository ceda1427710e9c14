"""An error as one line of text."""

from __future__ import annotations

LONGEST = 200
"""Maximum length of an error's message, in characters."""


def first_line(error: BaseException) -> str:
    """The type of an error of another library, and the first line of its message.

    >>> first_line(ValueError("no such repo\\nsee the manual"))
    'ValueError: no such repo'
    """
    lines = str(error).strip().splitlines()
    message = lines[0] if lines else ""
    kind = type(error).__name__
    return f"{kind}: {message[:LONGEST]}"
