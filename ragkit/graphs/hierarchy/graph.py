"""A planner over sub-agents, which sees what they find and changes its plan (teams).

    question ─ plan ─ delegate ─ review ─ finished ─ merge ─ synthesise ─ verify ─ check ─ readings
                         ▲         │                             ▲                   │
                         └─ open ──┘                             └────── once ───────┤
                                                                                     └ apologise

A sub-agent is the worker of `team`; what follows the plan is that of `team`, too.
"""

from __future__ import annotations

from langgraph.graph import START, StateGraph

from ragkit.graphs.hierarchy.delegate import delegate
from ragkit.graphs.hierarchy.plan import plan
from ragkit.graphs.hierarchy.policy import REVIEWED, review_issues
from ragkit.graphs.hierarchy.review import review
from ragkit.graphs.hierarchy.state import PlanState
from ragkit.graphs.team.graph import add_synthesis
from ragkit.graphs.team.policy import CHECKED
from ragkit.kit import Kit
from ragkit.policy import Policy, add_steered


def hierarchy(
    reviewed: Policy = REVIEWED, checked: Policy = CHECKED
) -> StateGraph[PlanState, Kit, PlanState, PlanState]:
    """The uncompiled graph; the policies are those after the planner and after the verifier."""
    graph = StateGraph(PlanState, context_schema=Kit)
    graph.add_node(plan)
    graph.add_node(delegate)
    add_steered(graph, review, reviewed, review_issues)
    graph.add_edge(START, "plan")
    graph.add_edge("plan", "delegate")
    graph.add_edge("delegate", "review")
    add_synthesis(graph, checked)
    return graph
