"""The quality-gated conversation: two gates, two loops, and a question back (advanced).

    question ─ conversational rewrite ─── greeting ─ greet ─────────────────┐
                        │                                                   │
                 decide strategy ◄─────────── off topic ─┐                  │
                        │                                │                  │
                 query expansion ◄─ rewrite and refine ◄─┤                  │
                        │                                │                  │
             retrieve with expansion                     │                  │
                        │                                │                  │
                     rerank ─ judge evidence ─ poor ─────┘                  │
                                    │                                       │
                                ask back ── two readings ───────────────────┤
                                    │                                       │
                           answer generation ◄─────────┐                    │
                                    │                  │                    │
                            evaluate answer ─ poor ────┘                    │
                                    │                                       │
                                    └─ sufficient, or else apologise ── keep turn

The paper's fourth node is three here, so that each can be seen and left out: retrieve, rerank,
judge. Its policies decide; this file only adds the nodes and the other edges. A part that is left
out is not wired, and what led to it leads to what follows.
"""

from __future__ import annotations

from collections.abc import Collection

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.advanced.answer_generation import answer_at_once, answer_generation
from ragkit.graphs.advanced.ask_back import ask_back
from ragkit.graphs.advanced.conversational_rewrite import conversational_rewrite
from ragkit.graphs.advanced.decide_strategy import decide_strategy
from ragkit.graphs.advanced.evaluate_answer import evaluate_answer
from ragkit.graphs.advanced.greet import greet
from ragkit.graphs.advanced.judge_evidence import judge_evidence
from ragkit.graphs.advanced.keep_turn import keep_turn
from ragkit.graphs.advanced.policy import (
    ANSWER,
    READINGS,
    REFINED,
    RETRIEVAL,
    TURN,
    answer_issues,
    led,
    reading_issues,
    refined_issues,
    retrieval_issues,
    turn_issues,
)
from ragkit.graphs.advanced.query_expansion import query_expansion
from ragkit.graphs.advanced.rerank import rerank
from ragkit.graphs.advanced.retrieve_with_expansion import (
    retrieve_to_show,
    retrieve_with_expansion,
)
from ragkit.graphs.advanced.rewrite_and_refine import rewrite_and_refine
from ragkit.graphs.advanced.state import AdvancedState
from ragkit.graphs.parts import check_parts
from ragkit.kit import Kit
from ragkit.nodes import apologise
from ragkit.policy import Policy, add_steered

Graph = StateGraph[AdvancedState, Kit, AdvancedState, AdvancedState]
PARTS = ("follow_up", "strategy", "expansion", "rerank", "gates", "ask_back")
"""The parts that can be left out."""


def advanced(
    retrieval: Policy = RETRIEVAL, answer: Policy = ANSWER, without: Collection[str] = ()
) -> Graph:
    """The uncompiled graph; `retrieval` and `answer` are the policies after the two gates.

    `without` names parts to leave out. Without `follow_up`, the user's words are searched as they
    are. Without `strategy`, search is hybrid. Without `gates`, the first evidence is used, and the
    first draft is the answer. Raises `ValueError` for an unknown part.
    """
    check_parts(without, PARTS)
    graph = StateGraph(AdvancedState, context_schema=Kit)
    search = _add_search(graph, without)
    _add_turn(graph, search, without)
    _add_evidence_gate(graph, search, retrieval, without)
    _add_answer(graph, answer, without)
    graph.add_node(keep_turn)
    graph.add_edge("keep_turn", END)
    return graph


def _add_search(graph: Graph, without: Collection[str]) -> str:
    """Add what leads from a strategy to the evidence; return the node where a search begins."""
    found = retrieve_to_show if "rerank" in without else retrieve_with_expansion
    graph.add_node("retrieve_with_expansion", found)
    search = "retrieve_with_expansion"
    if "expansion" not in without:
        graph.add_node(query_expansion)
        graph.add_edge("query_expansion", search)
        search = "query_expansion"
    if "rerank" not in without:
        graph.add_node(rerank)
        graph.add_edge("retrieve_with_expansion", "rerank")
    return search


def _add_turn(graph: Graph, search: str, without: Collection[str]) -> None:
    """Add what leads from the user's words to the search."""
    begin = search
    if "strategy" not in without:
        graph.add_node(decide_strategy)
        graph.add_edge("decide_strategy", search)
        begin = "decide_strategy"
    if "follow_up" in without:
        graph.add_edge(START, begin)
        return
    turn = led(TURN, {"decide_strategy": begin})
    add_steered(graph, conversational_rewrite, turn, turn_issues)
    graph.add_edge(START, "conversational_rewrite")
    graph.add_node(greet)
    graph.add_edge("greet", "keep_turn")


def _add_evidence_gate(
    graph: Graph, search: str, retrieval: Policy, without: Collection[str]
) -> None:
    """Add the gate behind the evidence, and the loop in front of it."""
    found = "retrieve_with_expansion" if "rerank" in without else "rerank"
    asks_back = "ask_back" not in without
    ahead = "ask_back" if asks_back else "answer_generation"
    if asks_back:
        add_steered(graph, ask_back, READINGS, reading_issues)
    if "gates" in without:
        graph.add_edge(found, ahead)
        return
    elsewhere = {"ask_back": ahead, "query_expansion": search}
    if "strategy" in without:
        elsewhere["decide_strategy"] = "rewrite_and_refine"
    add_steered(graph, judge_evidence, led(retrieval, elsewhere), retrieval_issues)
    add_steered(graph, rewrite_and_refine, led(REFINED, elsewhere), refined_issues)
    graph.add_edge(found, "judge_evidence")


def _add_answer(graph: Graph, answer: Policy, without: Collection[str]) -> None:
    """Add the writer, and the gate behind it."""
    if "gates" in without:
        graph.add_node("answer_generation", answer_at_once)
        graph.add_edge("answer_generation", "keep_turn")
        return
    graph.add_node(answer_generation)
    add_steered(graph, evaluate_answer, answer, answer_issues)
    graph.add_node(apologise)
    graph.add_edge("answer_generation", "evaluate_answer")
    graph.add_edge("apologise", "keep_turn")
