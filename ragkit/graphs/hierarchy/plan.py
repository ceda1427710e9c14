"""Make the first plan: the parts of the question, one after the other (teams)."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.hierarchy.state import PlanState, SubQuestion
from ragkit.graphs.multi_agent.decompose import sub_queries
from ragkit.kit import Kit


def plan(state: PlanState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question · writes plan, notes"""
    queries, notes = sub_queries(runtime.context.llm, state.question)
    # The whole question is no part of itself; alone it is the plan.
    parts = [query for query in queries if query != state.question]
    once = dict.fromkeys(parts or [state.question])
    return {
        "plan": [SubQuestion(number, query) for number, query in enumerate(once, start=1)],
        "notes": notes,
    }
