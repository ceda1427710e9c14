"""The baseline without a model: hybrid retrieval, then the best sentences and rows copied.

    question ─ retrieve (dense + sparse ─ RRF) ─ quote ─ answer

Left out: everything that a language model does. Whoever does not beat this has no use for one.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.kit import Kit
from ragkit.nodes import quote, retrieve
from ragkit.state import RunState


def extract() -> StateGraph[RunState, Kit, RunState, RunState]:
    """The uncompiled graph; the kit's setting `depth` says how deep it searches."""
    graph = StateGraph(RunState, context_schema=Kit)
    graph.add_node(retrieve)
    graph.add_node(quote)
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "quote")
    graph.add_edge("quote", END)
    return graph
