"""A plan, every change of it, and the state of a run that follows one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ragkit.graphs.multi_agent.state import WorkersState

Fate = Literal["open", "done", "dropped"]


@dataclass(frozen=True)
class SubQuestion:
    """One line of the plan."""

    number: int
    """Its number in the plan, from 1; it never changes."""
    query: str
    fate: Fate = "open"
    finding: str = ""
    """What its sub-agent answered; empty where it is open, or nothing was found."""


@dataclass(frozen=True)
class PlanChange:
    """What the planner did after a finding."""

    what: str
    """go_on, refine, drop, add or finish."""
    number: int = 0
    """The sub-question that it is about; 0 for none."""
    before: str = ""
    """The sub-question as it was."""
    after: str = ""
    """The sub-question as it is now."""
    odds: dict[str, float] = field(default_factory=dict)
    """The odds of everything that the planner could do, in [0, 1]; empty without a choice."""


@dataclass(kw_only=True)
class PlanState(WorkersState):
    """The state of `hierarchy`."""

    plan: list[SubQuestion] = field(default_factory=list)
    """The sub-questions, in the order of their numbers. Written by: plan, delegate, review."""
    changes: list[PlanChange] = field(default_factory=list)
    """What the planner did after each finding, oldest first. Written by: review."""

    @property
    def open(self) -> list[SubQuestion]:
        """The sub-questions that are still to be asked."""
        return [one for one in self.plan if one.fate == "open"]

    @property
    def done(self) -> list[SubQuestion]:
        """The sub-questions that were asked."""
        return [one for one in self.plan if one.fate == "done"]
