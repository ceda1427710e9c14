"""The state of the critic-guided graph: also the complexity of the question, and failures."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragkit.graphs.tiered.gate import GateState
from ragkit.state import Complexity, Memory


@dataclass(kw_only=True)
class AdaptiveState(GateState):
    """The state of `adaptive`."""

    complexity: Complexity | None = None
    """The complexity of the question, which decides how deep to search. Written by: plan."""
    memories: list[Memory] = field(default_factory=list)
    """Earlier failures on similar questions. Written by: plan."""
