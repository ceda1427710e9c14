"""Hybrid RAG: dense and sparse retrieval fused by rank, then generate (papers/000, section 4.3).

    question ─ retrieve (dense + sparse ─ RRF ─ rerank on a deep policy) ─ generate ─ answer

Left out: everything that could notice that the passages do not hold the answer.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.kit import Kit
from ragkit.nodes import generate, retrieve
from ragkit.state import RAGState


def hybrid() -> StateGraph[RAGState, Kit, RAGState, RAGState]:
    """The uncompiled graph; the retrieval policy in the kit's settings says how deep it searches."""
    graph = StateGraph(RAGState, context_schema=Kit)
    graph.add_node(retrieve)
    graph.add_node(generate)
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "generate")
    graph.add_edge("generate", END)
    return graph
