"""Long lines that go on at a word, as a terminal and a page show them."""

from __future__ import annotations

from textwrap import TextWrapper

INDENT = " " * 10
"""What a line goes on below: the text behind a name such as `answer:`."""
WIDTH = 96
"""Largest number of letters of a line, unless it has a longer word."""


def wrapped(text: str) -> str:
    """The text with its long lines cut at words.

    >>> print(wrapped("answer:   " + "Owls hunt mice, " * 6))
    answer:   Owls hunt mice, Owls hunt mice, Owls hunt mice, Owls hunt mice, Owls hunt mice, Owls
              hunt mice,
    """
    wrapper = TextWrapper(
        width=WIDTH,
        subsequent_indent=INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
    lines = map(wrapper.fill, text.splitlines())
    return "\n".join(lines)
