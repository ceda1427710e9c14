"""The critic-guided graph: seven agents and a memory (papers/000).

    question ─ plan ─ retrieve ─ context critic ─ generate ─ verify ─ answer critic ─ remember ─ answer
                 ▲                     │  │            ▲                 │   │  │
                 ├──── insufficient ───┘  └─ web ──────┤                 │   │  └─ apologise ─ remember
                 └──────────────── unsupported ────────┼─────────────────┘   │
                                                       └──────── web ────────┘

Where the arrows lead is decided by the two policies; this file only says which nodes there are.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.kit import Kit
from ragkit.nodes import (
    answer_critic,
    apologise,
    context_critic,
    draft,
    plan,
    remember,
    retrieve,
    search_web,
    verify,
)  # fmt: skip
from ragkit.policy import ANSWER, CONTEXT, Policy, answer_issues, context_issues, destinations, steered, where
from ragkit.state import RAGState


def adaptive(context: Policy = CONTEXT, answer: Policy = ANSWER) -> StateGraph[RAGState, Kit, RAGState, RAGState]:
    """The uncompiled graph; `context` and `answer` are the tables after the two critics."""
    graph = StateGraph(RAGState, context_schema=Kit)
    graph.add_node(plan)
    graph.add_node(retrieve)
    graph.add_node("context_critic", steered(context_critic, context, context_issues))
    graph.add_node(search_web)
    graph.add_node("generate", draft)
    graph.add_node(verify)
    graph.add_node("answer_critic", steered(answer_critic, answer, answer_issues))
    graph.add_node(apologise)
    graph.add_node(remember)

    graph.add_edge(START, "plan")
    graph.add_edge("plan", "retrieve")
    graph.add_edge("retrieve", "context_critic")
    graph.add_conditional_edges("context_critic", where, destinations(context))
    graph.add_edge("search_web", "generate")
    graph.add_edge("generate", "verify")
    graph.add_edge("verify", "answer_critic")
    graph.add_conditional_edges("answer_critic", where, destinations(answer))
    graph.add_edge("apologise", "remember")
    graph.add_edge("remember", END)
    return graph
