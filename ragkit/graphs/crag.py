"""Corrective RAG: a critic between retrieval and generation (papers/000, section 4.5; Yan et al. 2024).

    question ─ retrieve ─ context critic ─ generate ─ answer
                  ▲           │   │  │         ▲
                  └─ rewrite ─┘   │  └── web ──┘
                                  └─ apologise

Left out: everything that could notice that the answer is not what the passages say.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.kit import Kit
from ragkit.nodes import apologise, context_critic, generate, retrieve, rewrite, search_web
from ragkit.policy import CRAG, Policy, context_issues, destinations, steered, where
from ragkit.state import RAGState


def crag(context: Policy = CRAG) -> StateGraph[RAGState, Kit, RAGState, RAGState]:
    """The uncompiled graph; `context` is the table after the critic."""
    graph = StateGraph(RAGState, context_schema=Kit)
    graph.add_node(retrieve)
    graph.add_node("context_critic", steered(context_critic, context, context_issues))
    graph.add_node(rewrite)
    graph.add_node(search_web)
    graph.add_node(generate)
    graph.add_node(apologise)

    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "context_critic")
    graph.add_conditional_edges("context_critic", where, destinations(context))
    graph.add_edge("rewrite", "retrieve")
    graph.add_edge("search_web", "generate")
    graph.add_edge("generate", END)
    graph.add_edge("apologise", END)
    return graph
