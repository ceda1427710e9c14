"""The critic-guided graph with parts left out: what a part is worth shows when it is gone (papers/000, Table 6).

Parts that are nodes are not wired; memory and web are taken out of the kit. Everything that is left works as before.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Literal, get_args

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

Part = Literal["hybrid", "critic", "verifier", "memory", "web"]
PARTS: tuple[Part, ...] = get_args(Part)


def ablated(
    without: Collection[Part], context: Policy = CONTEXT, answer: Policy = ANSWER
) -> StateGraph[RAGState, Kit, RAGState, RAGState]:
    """The uncompiled graph without the given parts; without any, it is the whole graph. Raises `ValueError`.

    Without `hybrid` retrieval is dense only; without `critic` every evidence is answered from; without `verifier` every
    draft goes out. `memory` and `web` are parts of the kit: see `kit_without`.
    """
    _known(without)
    graph = StateGraph(RAGState, context_schema=Kit)
    graph.add_node(plan)
    graph.add_node("retrieve", retrieve_dense if "hybrid" in without else retrieve)
    graph.add_node("generate", generate if "verifier" in without else draft)
    graph.add_node(search_web)
    graph.add_node(apologise)
    graph.add_node(remember)
    graph.add_edge(START, "plan")
    graph.add_edge("plan", "retrieve")
    if "critic" in without:
        graph.add_edge("retrieve", "generate")
    else:
        graph.add_node("context_critic", steered(context_critic, context, context_issues))
        graph.add_edge("retrieve", "context_critic")
        graph.add_conditional_edges("context_critic", where, destinations(context))
    if "verifier" in without:
        graph.add_edge("generate", "remember")
    else:
        graph.add_node(verify)
        graph.add_node("answer_critic", steered(answer_critic, answer, answer_issues))
        graph.add_edge("generate", "verify")
        graph.add_edge("verify", "answer_critic")
        graph.add_conditional_edges("answer_critic", where, destinations(answer))
    graph.add_edge("search_web", "generate")
    graph.add_edge("apologise", "remember")
    graph.add_edge("remember", END)
    return graph


def kit_without(kit: Kit, without: Collection[Part]) -> Kit:
    """The kit without its memory or its web, where these are among the parts. Raises `ValueError`."""
    _known(without)
    memory, web = (None if "memory" in without else kit.memory), (None if "web" in without else kit.web)
    return kit if (memory, web) == (kit.memory, kit.web) else replace(kit, memory=memory, web=web)


def _known(without: Collection[str]) -> None:
    if strange := sorted(set(without) - set(PARTS)):
        raise ValueError(f"no such part: {', '.join(strange)}; there are {', '.join(PARTS)}")
