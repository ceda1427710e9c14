"""Corrective RAG: a critic between retrieval and generation (crag; adaptive, section 4.5).

    question ─ retrieve ─ context critic ─ generate ─ answer
                  ▲           │   │  │         ▲
                  └─ rewrite ─┘   │  └── web ──┘
                                  └─ apologise

Left out: a check that the passages state the answer.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.crag.policy import CRAG, crag_issues
from ragkit.kit import Kit
from ragkit.nodes import apologise, context_critic, generate, retrieve, rewrite, search_web
from ragkit.policy import Policy, add_steered
from ragkit.state import RunState


def crag(context: Policy = CRAG) -> StateGraph[RunState, Kit, RunState, RunState]:
    """The uncompiled graph; `context` is the policy after the critic."""
    graph = StateGraph(RunState, context_schema=Kit)
    graph.add_node(retrieve)
    add_steered(graph, context_critic, context, crag_issues)
    graph.add_node(rewrite)
    graph.add_node(search_web)
    graph.add_node(generate)
    graph.add_node(apologise)

    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "context_critic")
    graph.add_edge("rewrite", "retrieve")
    graph.add_edge("search_web", "generate")
    graph.add_edge("generate", END)
    graph.add_edge("apologise", END)
    return graph
