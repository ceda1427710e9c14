"""The state of the gated graph: what the router found, and what a tool added."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragkit.state import RunState


@dataclass(kw_only=True)
class TinyState(RunState):
    """The state of `tiny`."""

    pass_odds: float | None = None
    """The router's probability of pass, in [0, 1]; None when it could not judge.

    Written by: route.
    """
    added: list[str] = field(default_factory=list)
    """Ids of the passages that a tool added, D' in the paper.

    Written by: search_web, look_up, ask_tool.
    """
