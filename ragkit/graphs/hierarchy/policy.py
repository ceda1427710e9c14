"""Where the planner goes after each look at its plan, and why (teams)."""

from __future__ import annotations

from ragkit.graphs.hierarchy.review import MOST
from ragkit.graphs.hierarchy.state import PlanState
from ragkit.policy import Policy
from ragkit.settings import Settings
from ragkit.state import Rule

REVIEWED: Policy = (
    Rule("open", "delegate", "a sub-question is open: give it to a sub-agent", MOST),
    Rule("dropped", "review", "the next sub-question was dropped: look at the plan again", MOST),
    Rule("finished", "merge", "nothing is left to be asked: join the evidence and answer"),
)
"""The policy after the planner looked at its plan."""


def review_issues(state: PlanState, settings: Settings) -> set[str]:
    """Whether a sub-question is left to be asked."""
    last = state.changes[-1].what
    if state.open:
        return {"open"}
    return {"dropped"} if last == "drop" else {"finished"}
