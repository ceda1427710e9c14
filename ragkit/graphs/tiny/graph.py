"""A tiny critic as the gate: one token decides whether a tool is asked for more (tiny).

    question ─ retrieve ─ route ─ pass ────────────────────────────── generate ─ answer
                            │                                            ▲
                            └─ fail ─ search_web, look_up or ask_tool ─ found
                                                  │
                                                  └─ nothing ─ apologise

Left out: a check of the answer. What a tool brought is not judged either; it only adds to the
evidence.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.tiny.fallback import ask_tool, look_up, search_over_mcp
from ragkit.graphs.tiny.policy import FALLBACK, ROUTE, route_issues, tool_issues
from ragkit.graphs.tiny.route import route
from ragkit.graphs.tiny.state import TinyState
from ragkit.kit import Kit
from ragkit.nodes import apologise, generate, retrieve
from ragkit.policy import Policy, add_steered


def tiny(
    routing: Policy = ROUTE, fallback: Policy = FALLBACK
) -> StateGraph[TinyState, Kit, TinyState, TinyState]:
    """The uncompiled graph; the policies are those after the router and after a tool."""
    graph = StateGraph(TinyState, context_schema=Kit)
    graph.add_node(retrieve)
    add_steered(graph, route, routing, route_issues)
    add_steered(graph, search_over_mcp, fallback, tool_issues, name="search_web")
    add_steered(graph, look_up, fallback, tool_issues)
    add_steered(graph, ask_tool, fallback, tool_issues)
    graph.add_node(generate)
    graph.add_node(apologise)

    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "route")
    graph.add_edge("generate", END)
    graph.add_edge("apologise", END)
    return graph
