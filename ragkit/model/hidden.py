"""Keys that must not come back: an endpoint may repeat the key that it was sent.

A reply that repeats it would be shown, judged, and kept in caches, threads and traces. So the door
(`door.py`) removes the key from every reply and from every error. In a reply nothing else is
removed, because what looks like a key may be what the documents are about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from pydantic import BaseModel

from ragkit.model.errors import BadReply
from ragkit.model.reply import StreamPiece
from ragkit.text.redact import SHORTEST, without, without_secrets

Reply = TypeVar("Reply", bound=BaseModel)

LONG = 16
"""Number of letters from which a key without any other character is one.

Endpoints that check no key are given a word, such as `anything`, which a reply may contain.
"""


class Hidden:
    """The keys of one endpoint."""

    def __init__(self, keys: Iterable[str]) -> None:
        self.keys = [key for key in keys if _is_secret(key)]

    def cleaned(self, reply: Reply) -> Reply:
        """The reply with `[removed]` for a key in any of its texts."""
        if not self.keys:
            return reply
        for name in type(reply).model_fields:
            setattr(reply, name, self._cleaned(getattr(reply, name)))
        return reply

    def _cleaned(self, value: object) -> object:
        if isinstance(value, str):
            return without(value, self.keys)
        if isinstance(value, list):
            return [self._cleaned(one) for one in value]
        if isinstance(value, BaseModel):
            return self.cleaned(value)
        return value

    def error(self, error: BadReply) -> BadReply:
        """The error without the keys, and without what looks like one."""
        text = without_secrets(str(error), self.keys)
        return BadReply(text, error.status_code, error.remedy, error.after)

    def begun(self, text: str) -> int:
        """Number of characters at the end of a text with which a key may begin.

        >>> hidden = Hidden(["sk-012345"])
        >>> hidden.begun("I like sk-"), hidden.begun("I like owls")
        (3, 1)
        """
        longest = max(map(len, self.keys), default=1)
        for length in range(min(longest - 1, len(text)), 0, -1):
            if any(key.startswith(text[-length:]) for key in self.keys):
                return length
        return 0


def _is_secret(key: str) -> bool:
    """Whether a key is one that an ordinary reply does not contain."""
    return len(key) >= (LONG if key.isalpha() else SHORTEST)


class HiddenStream:
    """A streamed reply, in which a key may begin in one piece and end in another.

    The end of a piece that may be the beginning of a key is held back until the next piece.
    """

    def __init__(self, hidden: Hidden) -> None:
        self.hidden = hidden
        self.held = ""
        self._last: StreamPiece | None = None

    def next(self, piece: StreamPiece) -> None:
        """Put what was held back in front of the next piece, and hold back its own end."""
        text = without(self.held + piece.text, self.hidden.keys)
        kept = 0 if piece.ends else self.hidden.begun(text)
        self.held = text[len(text) - kept :]
        piece.write(text[: len(text) - kept])
        self._last = piece

    def rest(self) -> list[StreamPiece]:
        """What is held back at the end of the stream, as a piece; usually there is none."""
        if self._last is None or not self.held:
            return []
        return [type(self._last).of(self.held)]
