"""One agent in a loop of five components, which a rewriter closes (teams).

    question ─ router ─ documents ─────────► use tool ─ grade ─ enough ─ generate ─ verify
                 │                              ▲  ▲      │        ▲                  │
                 └ parametric ─ recall ─ unknown┘  │   too few   used up              │
                                   │               │      ▼                           ▼
                                   │               └── rewrite ◄──── not grounded ─ check
                                   │                                                 ││
                                   └ known ─ readings ◄──────────────────── grounded ┘│
                                                 best effort, apologise ◄──── used up ┘

The retriever is `use_tool`; the hallucination checker is the kit's verifier with its critic.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.single.best_effort import best_effort
from ragkit.graphs.single.grade import grade
from ragkit.graphs.single.policy import (
    ACTED,
    CHECKED,
    GRADED,
    RECALLED,
    ROUTE,
    check_issues,
    grade_issues,
    recall_issues,
    route_issues,
    tool_issues,
)
from ragkit.graphs.single.recall import recall
from ragkit.graphs.single.rewrite import rewrite
from ragkit.graphs.single.router import router
from ragkit.graphs.single.state import AgentState
from ragkit.graphs.single.use_tool import use_tool
from ragkit.kit import Kit
from ragkit.nodes import answer_critic, apologise, draft, readings, verify
from ragkit.policy import Policy, add_steered

Graph = StateGraph[AgentState, Kit, AgentState, AgentState]


def single(graded: Policy = GRADED, checked: Policy = CHECKED) -> Graph:
    """The uncompiled graph; the policies are those after the grader and after the checker."""
    graph = StateGraph(AgentState, context_schema=Kit)
    add_steered(graph, router, ROUTE, route_issues)
    add_steered(graph, recall, RECALLED, recall_issues)
    add_steered(graph, use_tool, ACTED, tool_issues)
    add_steered(graph, grade, graded, grade_issues)
    graph.add_node(rewrite)
    graph.add_node("generate", draft)
    graph.add_node(verify)
    add_steered(graph, answer_critic, checked, check_issues, name="check")
    graph.add_node(best_effort)
    graph.add_node(readings)
    graph.add_node(apologise)

    graph.add_edge(START, "router")
    graph.add_edge("rewrite", "use_tool")
    graph.add_edge("generate", "verify")
    graph.add_edge("verify", "check")
    graph.add_edge("best_effort", END)
    graph.add_edge("readings", END)
    graph.add_edge("apologise", END)
    return graph
