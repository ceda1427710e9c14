"""Text that can be shown and written everywhere."""

from __future__ import annotations

CONTROLS = [*range(32), *range(127, 160)]
"""The characters that a terminal obeys: they clear it, colour it, or write into its title."""
DIRECTIONS = [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]
"""The characters that turn the order of others round, so that a text reads as another one."""
LINES_AND_TABS = "\n\t"
SEEN = {code: f"\\x{code:02x}" for code in CONTROLS if chr(code) not in LINES_AND_TABS}
SEEN |= {code: f"\\u{code:04x}" for code in DIRECTIONS}
"""What is shown in place of a character, by its code."""
SEEN_IN_NAMES = SEEN | {ord("\n"): "\\n", ord("\t"): "\\t"}


def printable(text: str) -> str:
    r"""The text with `?` in place of halves of surrogate pairs, which UTF-8 cannot write.

    Names of files and replies of models may contain them.

    >>> printable("owls\ud83d and cats")
    'owls? and cats'
    """
    return text.encode(errors="replace").decode()


def shown(text: str) -> str:
    r"""The text with control characters written out, so that a terminal shows and does not obey.

    Documents, pages and models may contain them. Ends of lines and tabs stay.

    >>> print(shown("owls\x1b[2J and\ncats"))
    owls\x1b[2J and
    cats
    """
    return printable(text).translate(SEEN)


def shown_name(name: str) -> str:
    r"""The name of a file with ends of lines and tabs written out, too: a name is one line.

    >>> print(shown_name("owls.md\nnote: all is well"))
    owls.md\nnote: all is well
    """
    return printable(name).translate(SEEN_IN_NAMES)
