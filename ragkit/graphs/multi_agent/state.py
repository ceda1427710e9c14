"""What an orchestrator gives to its workers, what they bring back, and the state of such a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import add
from typing import Annotated

from ragkit.graphs.advanced.state import GatedState
from ragkit.state import Complexity, Passage


@dataclass(frozen=True)
class Task:
    """What one worker is asked to do; it sees nothing else of the run."""

    number: int
    """Its number among the tasks, from 1."""
    query: str
    """What to search for."""
    depth: str = ""
    """How deep to search; empty means the depth in the settings."""
    folder: str = ""
    """The archive to search; empty means all documents."""


@dataclass(frozen=True)
class Report:
    """What one worker brings back."""

    number: int
    """The number of its task."""
    query: str
    passages: tuple[Passage, ...] = ()
    """Its own evidence, best first."""
    finding: str = ""
    """What it answers from them (only in (teams))."""
    failed: str = ""
    """Why it brings nothing; empty when it did not fail."""

    def __post_init__(self) -> None:
        # A checkpoint gives back a list.
        object.__setattr__(self, "passages", tuple(self.passages))


@dataclass(kw_only=True)
class WorkersState(GatedState):
    """The state of a run whose orchestrator sends out workers."""

    complexity: Complexity | None = None
    """The complexity of the question, which decides about workers. Written by: weigh."""
    tasks: list[Task] = field(default_factory=list)
    """What the workers are asked to do. Written by: decompose."""
    reports: Annotated[list[Report], add] = field(default_factory=list)
    """What the workers brought back, in the order of their tasks. Written by: worker."""
