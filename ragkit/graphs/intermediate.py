"""The second of four architectures: variants, hybrid search, fusion and reranking (advanced).

    question ─ query expansion ─ retrieve (hybrid, RRF) ─ rerank ─ generate ─ answer

Left out: every decision. What is found is taken, and what is written is the answer.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.advanced.query_expansion import query_expansion
from ragkit.graphs.advanced.rerank import cross_encode
from ragkit.graphs.advanced.retrieve_with_expansion import retrieve_variants
from ragkit.graphs.advanced.state import GatedState
from ragkit.kit import Kit
from ragkit.nodes import generate


def intermediate() -> StateGraph[GatedState, Kit, GatedState, GatedState]:
    """The uncompiled graph; the kit's setting `reranker` names the cross-encoder."""
    graph = StateGraph(GatedState, context_schema=Kit)
    graph.add_node(query_expansion)
    graph.add_node("retrieve", retrieve_variants)
    graph.add_node("rerank", cross_encode)
    graph.add_node(generate)
    graph.add_edge(START, "query_expansion")
    graph.add_edge("query_expansion", "retrieve")
    graph.add_edge("retrieve", "rerank")
    graph.add_edge("rerank", "generate")
    graph.add_edge("generate", END)
    return graph
