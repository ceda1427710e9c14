"""What a run tells while a node is still at work: that it began, and the text that it writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ragkit.model.reasoning import parted


@dataclass(frozen=True)
class Begun:
    """A node has started."""

    node: str


@dataclass(frozen=True)
class Piece:
    """A piece of the writer's text, as it comes; what a checked answer says may differ from it."""

    text: str
    begins: bool = False
    """Whether the text begins anew: what came of it before does not count."""


class Written:
    """A reply that comes token by token, without its reasoning.

    >>> reply = Written()
    >>> [reply.add(token) for token in ("<think>", "So?", "</think>", "Owls", " hunt.")]
    ['', '', '', 'Owls', ' hunt.']
    """

    def __init__(self) -> None:
        self.raw = ""
        self.text = ""

    def add(self, token: str | list[Any]) -> str:
        """What a token adds to the text; the whole of it where it no longer begins as it did."""
        self.raw += str(token or "")
        before = self.text
        _, self.text = parted(self.raw)
        if self.text.startswith(before):
            return self.text[len(before) :]
        return self.text
