"""What an agent did, and the state of its run."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragkit.judges import Choice
from ragkit.state import CheckedState


@dataclass(frozen=True)
class Action:
    """One call of a tool."""

    tool: str
    target: str
    """The query, or the id of the passage."""
    odds: dict[str, float] = field(default_factory=dict)
    """The odds of every tool that was open, in [0, 1]; empty where there was no choice."""
    found: tuple[str, ...] = ()
    """Ids of the passages that were new."""

    def __post_init__(self) -> None:
        # A checkpoint gives back a list.
        object.__setattr__(self, "found", tuple(self.found))


@dataclass(kw_only=True)
class AgentState(CheckedState):
    """The state of `single`. The cycle is `loop` + 1."""

    route: Choice | None = None
    """Simple, complex or parametric, with the odds of each. Written by: router."""
    intrinsic: float | None = None
    """The closed-book judge's score of an answer from memory; None: not asked, or not judged.

    Written by: recall.
    """
    forbidden: list[str] = field(default_factory=list)
    """Tools that the agent may not use. Written by: the caller."""
    actions: list[Action] = field(default_factory=list)
    """What the agent did, oldest first. Written by: use_tool."""
    helps: dict[str, float | None] = field(default_factory=dict)
    """How likely each passage helps, by id; None where it was not judged. Written by: grade."""

    @property
    def query(self) -> str:
        """What is searched for: the rewritten question, or else the question."""
        return self.queries[0] if self.queries else self.question
