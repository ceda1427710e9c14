"""The protocol of all judges: they answer yes-no questions about evidence with probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ragkit.state import Passage


class Verdicts(NamedTuple):
    """A judge's answers to several yes-no questions."""

    odds: list[float | None]
    """The probability of yes for each question, in [0, 1].

    It is None where the judge could not judge; None never means no.
    """
    note: str = ""
    """Why a probability is None; empty when none is."""


class Judge(Protocol):
    """Answers yes-no questions about passages.

    A judge that fails on a question returns None for it, and a note that says why.
    """

    @property
    def name(self) -> str:
        """The judge's name in a trace."""
        ...

    def verdicts(
        self, question: str, passages: Sequence[Passage], asked: Sequence[str]
    ) -> Verdicts:
        """The probability of yes for each of the yes-no questions in `asked`, by the passages."""
        ...
