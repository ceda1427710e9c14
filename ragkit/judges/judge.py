"""What every judge does: it answers yes-no questions about a question's evidence with a number between 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ragkit.state import Passage


class Verdicts(NamedTuple):
    """What a judge said to several yes-no questions."""

    odds: list[float | None]
    """How likely yes is, in [0, 1], one a question; None where the judge could not judge. None is never a no."""
    note: str = ""
    """Why something is None; empty when nothing is."""


class Judge(Protocol):
    """Answers yes-no questions about passages. A judge that fails returns None for it, and says why in the note."""

    @property
    def name(self) -> str:
        """What the trace calls it."""
        ...

    def verdicts(self, question: str, passages: Sequence[Passage], asked: Sequence[str]) -> Verdicts:
        """How likely yes is the answer to each of the yes-no questions in `asked`, given the evidence."""
        ...
