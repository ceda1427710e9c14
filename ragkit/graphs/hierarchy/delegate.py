"""Give the next sub-question to a sub-agent, and note what it found in the plan (teams)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.hierarchy.state import PlanState
from ragkit.graphs.multi_agent.state import Task
from ragkit.graphs.team.find_out import find_out
from ragkit.kit import Kit


def delegate(state: PlanState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads plan, depth · writes plan, reports, set_aside, notes"""
    first, *_ = state.open
    wrote = find_out(Task(first.number, first.query, state.depth), runtime)
    (report,) = wrote["reports"]
    answered = replace(first, fate="done", finding=report.finding)
    return wrote | {"plan": [answered if one == first else one for one in state.plan]}
