"""From memory if it may be trusted, from trusted archives, from the web last (tiered).

    question ─ answerability ─ recall ─ constraints ─ closed-book critic ─ remember ─ answer
                │        │        │          │                │
                │      correct    └──────────┴── doubted ─────┘
                │                                │
                └── now ─────────────── detect domain
                                                 │
                  ┌─────── next tier ────────────┤
          search archive, search web         apologise
                  │
           filter context ─ generate ─ verify ─ score ─ readings ─ as of ─ remember ─ answer
                  │                               │
                  └────────── next tier ──────────┘

The tiers are rows of a file beside the documents (`documents/tiers.py`); with none left, the run
ends in the refusal. Left out: a second hop, and retries of a tier in other words.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.tiered.detect_domain import detect_domain
from ragkit.graphs.tiered.early_exit import check_constraints, closed_book_critic, recall
from ragkit.graphs.tiered.filter_context import filter_context
from ragkit.graphs.tiered.gate import as_of, correct
from ragkit.graphs.tiered.gate.by_archive import answerability_by_archive
from ragkit.graphs.tiered.policy import (
    ANSWER,
    CONSTRAINTS,
    CONTEXT,
    EXIT,
    GATE,
    RECALL,
    TIERS,
    answer_issues,
    constraint_issues,
    context_issues,
    exit_issues,
    gate_issues,
    recall_issues,
    tier_issues,
)
from ragkit.graphs.tiered.score_answer import score_answer
from ragkit.graphs.tiered.search import search_archive, search_web_tier
from ragkit.graphs.tiered.state import TieredState
from ragkit.kit import Kit
from ragkit.nodes import (
    apologise,
    draft,
    readings,
    remember,
    verify,
)
from ragkit.policy import Policy, add_steered

Graph = StateGraph[TieredState, Kit, TieredState, TieredState]


def tiered(
    gate: Policy = GATE,
    tiers: Policy = TIERS,
    context: Policy = CONTEXT,
    answer: Policy = ANSWER,
) -> Graph:
    """The uncompiled graph.

    The policies are those after the gate, the domain detector, the context filter, and the score of
    an answer.
    """
    graph = StateGraph(TieredState, context_schema=Kit)
    add_steered(graph, answerability_by_archive, gate, gate_issues, name="answerability")
    graph.add_edge(START, "answerability")
    _add_memory(graph)
    add_steered(graph, detect_domain, tiers, tier_issues)
    graph.add_node(search_archive)
    graph.add_node("search_web", search_web_tier)
    graph.add_edge("search_archive", "filter_context")
    graph.add_edge("search_web", "filter_context")

    add_steered(graph, filter_context, context, context_issues)
    graph.add_node("generate", draft)
    graph.add_node(verify)
    add_steered(graph, score_answer, answer, answer_issues)
    graph.add_edge("generate", "verify")
    graph.add_edge("verify", "score_answer")
    _add_ends(graph)
    return graph


def _add_memory(graph: Graph) -> None:
    """Add phase I: the answer from memory, and the two checks of it."""
    add_steered(graph, recall, RECALL, recall_issues)
    add_steered(graph, check_constraints, CONSTRAINTS, constraint_issues)
    add_steered(graph, closed_book_critic, EXIT, exit_issues)


def _add_ends(graph: Graph) -> None:
    """Add what follows an answer, and what follows when there is none."""
    graph.add_node(readings)
    graph.add_node(as_of)
    graph.add_node(correct)
    graph.add_node(apologise)
    graph.add_node(remember)
    graph.add_edge("readings", "as_of")
    graph.add_edge("as_of", "remember")
    graph.add_edge("correct", "remember")
    graph.add_edge("apologise", "remember")
    graph.add_edge("remember", END)
