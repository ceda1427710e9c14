"""The critic-guided graph with parts left out: what a part is worth shows when it is gone (papers/000, Table 6).

A part that is left out is not wired; everything else works as before. Memory and web are parts of the kit: a kit that
was opened without them has none.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.kit import Kit
from ragkit.nodes import (
    answer_critic,
    apologise,
    context_critic,
    draft,
    generate,
    plan,
    remember,
    retrieve,
    retrieve_dense,
    search_web,
    verify,
)  # fmt: skip
from ragkit.policy import ANSWER, CONTEXT, Policy, answer_issues, context_issues, destinations, steered, where
from ragkit.state import RAGState


def ablated(
    hybrid: bool = True, critic: bool = True, verifier: bool = True,
    context: Policy = CONTEXT, answer: Policy = ANSWER,
) -> StateGraph[RAGState, Kit, RAGState, RAGState]:  # fmt: skip
    """The uncompiled graph without the parts that are False; with all of them, it is the whole graph.

    Without `hybrid` retrieval is dense only; without `critic` every evidence is answered from; without `verifier` every
    draft goes out.
    """
    graph = StateGraph(RAGState, context_schema=Kit)
    graph.add_node(plan)
    graph.add_node("retrieve", retrieve if hybrid else retrieve_dense)
    graph.add_node("generate", draft if verifier else generate)
    graph.add_node(search_web)
    graph.add_node(apologise)
    graph.add_node(remember)
    graph.add_edge(START, "plan")
    graph.add_edge("plan", "retrieve")
    if critic:
        graph.add_node("context_critic", steered(context_critic, context, context_issues))
        graph.add_edge("retrieve", "context_critic")
        graph.add_conditional_edges("context_critic", where, destinations(context))
    else:
        graph.add_edge("retrieve", "generate")
    if verifier:
        graph.add_node(verify)
        graph.add_node("answer_critic", steered(answer_critic, answer, answer_issues))
        graph.add_edge("generate", "verify")
        graph.add_edge("verify", "answer_critic")
        graph.add_conditional_edges("answer_critic", where, destinations(answer))
    else:
        graph.add_edge("generate", "remember")
    graph.add_edge("search_web", "generate")
    graph.add_edge("apologise", "remember")
    graph.add_edge("remember", END)
    return graph
