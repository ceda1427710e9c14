"""Texts of models and documents as a page shows them: words, without the signs of other formats."""

from __future__ import annotations

import re
from html import escape

from ragkit.model.special_tokens import SPECIAL

STARRED = re.compile(r"(?<![\w*])(\*{1,2})(?=[^\s*])(.{1,300}?)(?<=[^\s*])\1(?![\w*])")
"""A word or a few between the asterisks with which Markdown marks them."""


def plain(text: str) -> str:
    """The text without Markdown's asterisks: what they mark stays.

    >>> plain("**Cuckoo hashing** is *fast*; 2 * 3 * 4, 2**3**4, f(*a, **b)")
    'Cuckoo hashing is fast; 2 * 3 * 4, 2**3**4, f(*a, **b)'
    """
    return STARRED.sub(r"\2", text)


def said(text: str) -> str:
    """What a model was asked or replied, plain and without its control tokens.

    >>> said("<|file_sep|><|file_sep|>Is it **so**?")
    'Is it so?'
    """
    letters = SPECIAL.sub("", text)
    return plain(letters)


def readable(text: str) -> str:
    """The plain text, escaped for a page."""
    return escape(plain(text))


def cut(text: str, longest: int) -> str:
    """The text in one line, and where it is too long its first words with "…" behind them.

    >>> cut("Who hunts at night?", 40), cut("Who hunts at night?", 12)
    ('Who hunts at night?', 'Who hunts…')
    """
    words = text.split()
    line = " ".join(words)
    if len(line) <= longest:
        return line
    start = line[:longest]
    whole, _, _ = start.rpartition(" ")
    return f"{whole or start[:-1]}…"
