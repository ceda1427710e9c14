"""Hybrid RAG: dense and sparse retrieval, fused, then generate (adaptive, section 4.3).

    question ─ retrieve (dense + sparse, fused) ─ generate ─ readings ─ answer

Left out: a check that the passages contain the answer.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.kit import Kit
from ragkit.nodes import generate, readings, retrieve
from ragkit.state import RunState


def hybrid() -> StateGraph[RunState, Kit, RunState, RunState]:
    """The uncompiled graph; the kit's setting `depth` says how deep it searches."""
    graph = StateGraph(RunState, context_schema=Kit)
    graph.add_node(retrieve)
    graph.add_node(generate)
    graph.add_node(readings)
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "generate")
    graph.add_edge("generate", "readings")
    graph.add_edge("readings", END)
    return graph
