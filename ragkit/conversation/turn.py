"""What a conversation is made of: its turns, and what was made of a follow-up.

No evidence is in a turn, only the ids of the passages. A small model that is shown the evidence of
earlier turns loses the question, and what was evidence once must not count as proof again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Sort = Literal[
    "first",
    "standalone",
    "follow-up",
    "greeting",
    "assent",
    "correction",
    "choice",
]
"""What the user's words are in their conversation: what the gate decides."""


@dataclass(frozen=True)
class Turn:
    """One turn: what the user typed, and what came of it."""

    typed: str
    """The user's words."""
    answer: str
    searched: tuple[str, ...] = ()
    """The queries that were searched."""
    passages: tuple[str, ...] = ()
    """The ids of the passages that were the evidence."""
    readings: tuple[str, ...] = ()
    """The readings to choose from, where the answer was a question back."""

    def __post_init__(self) -> None:
        # A checkpoint gives back lists.
        for name in ("searched", "passages", "readings"):
            object.__setattr__(self, name, tuple(getattr(self, name)))


@dataclass(frozen=True)
class FollowUp:
    """How the user's words became a search: needed the history? rewritten? accepted? searched."""

    sort: Sort
    why: str
    """The sign by which the gate decided, in words."""
    needs_history: bool = False
    rewrite: str = ""
    """What the model wrote; empty where it was not asked."""
    refused: str = ""
    """Why the rewrite is not used; empty where it is, or where there is none."""
    queries: tuple[str, ...] = ()
    """What is searched."""

    def __post_init__(self) -> None:
        # A checkpoint gives back a list.
        object.__setattr__(self, "queries", tuple(self.queries))

    @property
    def accepted(self) -> str:
        """The rewrite, if it is used."""
        return "" if self.refused else self.rewrite

    @property
    def meant(self) -> str:
        """What the user's words mean, where they are no question themselves or a rewrite is used.

        >>> FollowUp("choice", "its number", True, queries=("What is a heap? A tree",)).meant
        'What is a heap? A tree'
        """
        if self.sort in ("assent", "correction", "choice"):
            return self.queries[0] if self.queries else ""
        return self.accepted


def in_words(typed: str, follow_up: FollowUp | None) -> str:
    """The question as the writer and the judges read it: the user's words, and beside them what
    they mean, where that is something else.

    >>> rewritten = FollowUp("follow-up", "a pronoun", True, "When do owls hunt?")
    >>> in_words("When do they hunt?", rewritten)
    'When do they hunt? (That is: When do owls hunt?)'
    """
    if follow_up is None or not follow_up.meant:
        return typed
    return f"{typed} (That is: {follow_up.meant})"


def typed_before(history: Sequence[Turn], last: int) -> list[str]:
    """What the user typed in the last so many turns, oldest first.

    >>> typed_before([Turn("Hi", "Hello."), Turn("Do owls hunt?", "Yes. [1]")], 1)
    ['Do owls hunt?']
    """
    if last < 1:
        return []
    return [turn.typed for turn in history[-last:]]
