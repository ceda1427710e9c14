"""Hybrid RAG: dense and sparse retrieval, fused, then generate (adaptive, section 4.3).

    question ─ retrieve (dense + sparse, fused) ─ generate ─ readings ─ answer

Asked for `choose`, it gives the best lines of the evidence where a judge rejects the draft:

    question ─ retrieve ─ generate ─ choose (draft or lines) ─ readings ─ answer

Left out: a check that the passages contain the answer.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.parts import check_parts
from ragkit.kit import Kit
from ragkit.nodes import choose, draft, generate, readings, retrieve
from ragkit.state import CheckedState, RunState

EXTRA = ("choose",)
"""The parts that are added only when they are asked for."""


def hybrid(extra: Collection[str] = ()) -> StateGraph[Any, Kit, Any, Any]:
    """The uncompiled graph; the kit's setting `depth` says how deep it searches.

    `extra` names parts to add: `choose` judges the draft, and copies lines where it is rejected.
    Raises `ValueError` for an unknown part.
    """
    check_parts(extra, EXTRA)
    chooses = "choose" in extra
    graph = StateGraph(CheckedState if chooses else RunState, context_schema=Kit)
    graph.add_node(retrieve)
    graph.add_node("generate", draft if chooses else generate)
    graph.add_node(readings)
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "generate")
    if chooses:
        graph.add_node(choose)
        graph.add_edge("generate", "choose")
    graph.add_edge("choose" if chooses else "generate", "readings")
    graph.add_edge("readings", END)
    return graph
