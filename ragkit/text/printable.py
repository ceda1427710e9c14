"""Text that can be shown and written everywhere."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""The text with `?` in place of halves of surrogate pairs, which UTF-8 cannot write.

    Names of files and replies of models may contain them.

    >>> printable("owls\ud83d and cats")
    'owls? and cats'
    """
    return text.encode(errors="replace").decode()
