"""When an orchestrator sends out workers, and why (advanced, "Architecture Tier Comparison")."""

from __future__ import annotations

from ragkit.graphs.advanced.policy import ANSWER, led
from ragkit.graphs.multi_agent.state import WorkersState
from ragkit.policy import Policy
from ragkit.settings import Settings
from ragkit.state import Rule

COMPLEXITY: Policy = (
    Rule(
        "complex",
        "decompose",
        "the question compares, relates or names several things: workers search for its parts",
    ),
    Rule("simple", "retrieve", "the question asks for one thing: one search is enough"),
)
"""The policy after the complexity was estimated; the paper lets a model classify it."""

DRAFT: Policy = led(ANSWER, {"keep_turn": "readings"})
"""The policy after a draft: that of `advanced`, without a conversation to keep a turn of."""


def complexity_issues(state: WorkersState, settings: Settings) -> set[str]:
    """Whether the question is complex."""
    estimate = state.complexity
    if estimate is not None and estimate.score > settings.complex_above:
        return {"complex"}
    return {"simple"}
