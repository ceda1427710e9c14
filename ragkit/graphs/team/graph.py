"""A team: an orchestrator, workers side by side, and a verification agent (teams).

    question ─ orchestrate ┬ find out ┐
                           ├ find out ┼ merge ─ synthesise ─ verify ─ check ─ grounded ─ readings
                           └ find out ┘             ▲                   │
                                                    └── once ───────────┤
                                                                        └ apologise

How a worker searches, and how the evidence of all is joined, is that of `multi_agent`. Nobody hands
anything back: each way is an edge.
"""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

from ragkit.graphs.multi_agent.merge import merge
from ragkit.graphs.multi_agent.state import WorkersState
from ragkit.graphs.team.find_out import find_out
from ragkit.graphs.team.orchestrate import orchestrate
from ragkit.graphs.team.policy import CHECKED, check_issues
from ragkit.graphs.team.synthesise import synthesise
from ragkit.kit import Kit
from ragkit.nodes import answer_critic, apologise, readings, verify
from ragkit.policy import Policy, add_steered

Graph = StateGraph[WorkersState, Kit, WorkersState, WorkersState]


def team(checked: Policy = CHECKED) -> Graph:
    """The uncompiled graph; the policy is the one after the verification agent."""
    graph = StateGraph(WorkersState, context_schema=Kit)
    graph.add_node(orchestrate)
    graph.add_node(find_out)
    graph.add_edge(START, "orchestrate")
    graph.add_conditional_edges("orchestrate", sent, ["find_out"])
    graph.add_edge("find_out", "merge")
    add_synthesis(graph, checked)
    return graph


def sent(state: WorkersState) -> list[Send]:
    """A worker for each task, all at the same time."""
    return [Send("find_out", task) for task in state.tasks]


def add_synthesis(graph: StateGraph[Any, Kit, Any, Any], checked: Policy) -> None:
    """Add what follows the workers: their evidence joined, a draft, and its verification."""
    graph.add_node(merge)
    graph.add_node(synthesise)
    graph.add_node(verify)
    add_steered(graph, answer_critic, checked, check_issues, name="check")
    graph.add_node(readings)
    graph.add_node(apologise)
    graph.add_edge("merge", "synthesise")
    graph.add_edge("synthesise", "verify")
    graph.add_edge("verify", "check")
    graph.add_edge("readings", END)
    graph.add_edge("apologise", END)
