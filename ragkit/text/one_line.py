"""An error as one line of text."""

from __future__ import annotations

from ragkit.text.printable import shown
from ragkit.text.redact import without_secrets

LONGEST = 200
"""Maximum length of an error's message, in characters."""


def first_line(error: BaseException) -> str:
    """The type of an error of another library, and the first line of its message.

    It has no credentials, and no characters that a terminal would obey.

    >>> first_line(ValueError("no such repo\\nsee the manual"))
    'ValueError: no such repo'
    """
    lines = str(error).strip().splitlines()
    # Nothing beyond this is shown, however much of it is removed.
    message = lines[0][: 4 * LONGEST] if lines else ""
    kind = type(error).__name__
    return f"{kind}: {shown(without_secrets(message))[:LONGEST]}"


def shortened(text: str, longest: int) -> str:
    """A text of a stranger as one line of at most so many characters, with nothing invisible in it.

    >>> shortened("Out  of\\n memory \\x1b[31m", 40), shortened("a" * 50, 7)
    ('Out of memory �[31m', 'aaaa...')
    """
    # Nothing beyond this is shown, whatever happens to the spaces.
    line = " ".join(text[: 4 * longest].split())
    visible = "".join(letter if letter.isprintable() else "�" for letter in line)
    if len(visible) <= longest and len(text) <= 4 * longest:
        return visible
    return f"{visible[: longest - 3]}..."
