"""What may go wrong with a tool, told apart by what helps: nothing, another try, or more time."""

from __future__ import annotations

from ragkit.text.redact import without_secrets
from ragkit.web.page import one_line

LONGEST = 300
"""Maximum length of what a message quotes from a server, in characters."""


class ToolFailed(RuntimeError):
    """A tool gave no usable reply; the message says what was asked, what came, what to do next."""


class ServerGone(ToolFailed):
    """The server ended. Started anew, it may reply."""


class Stopped(ServerGone):
    """The server had to be stopped: it was too slow, or said too much. It would do so again."""


def quoted(text: str) -> str:
    """The beginning of what a server said: one line, without credentials and invisible characters.

    >>> quoted("no such\\n index\\x1b[31m")
    'no such index[31m'
    """
    return one_line(without_secrets(text[: 10 * LONGEST]), LONGEST)
