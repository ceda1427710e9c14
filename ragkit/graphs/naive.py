"""Naive RAG: retrieve the three nearest passages, then generate (adaptive, section 6).

    question ─ retrieve (dense, k = 3) ─ generate ─ answer

Left out: a check that the passages contain the answer.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.kit import Kit
from ragkit.nodes import generate, retrieve_dense
from ragkit.state import RunState


def naive() -> StateGraph[RunState, Kit, RunState, RunState]:
    """The uncompiled graph; `run(naive(), question, kit)` runs it."""
    graph = StateGraph(RunState, context_schema=Kit)
    graph.add_node("retrieve", retrieve_dense)
    graph.add_node(generate)
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "generate")
    graph.add_edge("generate", END)
    return graph
