"""Special tokens: texts that the embedded model reads as one control token, and not as letters.

Text from outside must never contain one. A document, a question or a draft with the marker of the
taught judge would switch the adapter on, in the middle of the evidence. So such texts are spelled
differently where a prompt is built, for every provider.

Left out so far: the tokens that begin and end a message.
"""

from __future__ import annotations

from ragkit.weights import MARKER

INVOCATION = MARKER + MARKER
"""What precedes the question of a taught call, and stands in no other prompt.

llama.cpp computes the token before the marker with the adapter, too, and keeps it. With the marker
twice, that token is a marker, and the evidence that plain calls share stays as it was.
"""
SPECIAL = (MARKER,)
"""The texts that outside text must not contain."""


def as_letters(text: str) -> str:
    """A text in which nothing is a special token; all else is as it was.

    >>> as_letters("a <|file_sep|> b <|c|>")
    'a < |file_sep|> b <|c|>'
    """
    for token in SPECIAL:
        letters = f"{token[:1]} {token[1:]}"
        text = text.replace(token, letters)
    return text
