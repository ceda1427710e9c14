"""What the gate in front of a search finds, and the state of graphs that have a gate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ragkit.state import CheckedState, Claim


@dataclass(frozen=True)
class Answerability:
    """What the gate in front of a search found about a question (tiered, section 5.3)."""

    verdict: Literal["answerable", "false premise", "unfounded", "unknowable"] = "answerable"
    """A premise may be denied by a passage, or stated by none; or the answer is not known yet."""
    now: bool = False
    """Whether the answer depends on today's date."""
    premise: str = ""
    """What the question takes for granted, as a yes-no question; empty where that is not seen."""
    odds: float | None = None
    """The probability that the premise is true by the passages; None when it was not judged."""
    correction: str = ""
    """The checked answer that denies the premise, with the sentence that it rests on."""
    claims: list[Claim] = field(default_factory=list)
    """The claims of the correction."""

    def __str__(self) -> str:
        odds = "" if self.odds is None else f" ({self.odds:.2f})"
        premise = f": {self.premise}{odds}" if self.premise else ""
        about_now = ", about now" if self.now else ""
        return f"{self.verdict}{about_now}{premise}"


@dataclass(kw_only=True)
class GateState(CheckedState):
    """The state of a graph that has the gate of answerability, or may have it."""

    gate: Answerability | None = None
    """Whether the question can be answered as it is; None without a gate.

    Written by: answerability.
    """
