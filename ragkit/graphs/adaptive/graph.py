"""The critic-guided graph: seven agents and a memory (adaptive).

    question ─ plan ─ retrieve ─ hop ─ context critic ─ generate ─ verify ─ answer critic
                 ▲                        │      │         ▲                 │  │  │
                 ├──── insufficient ──────┘      └── web ──┤     apologise ──┘  │  │
                 └──────────────────── unsupported ────────┼────────────────────┘  │
                                                           └───────── web ─────────┤
                                              remember ─ readings ─ grounded ──────┘

The two policies decide where the run goes after a critic; this file only adds the nodes and the
other edges. A part that is left out is not wired, and everything else works as before. So the
value of a part can be measured by leaving it out (adaptive, Table 6).
"""

from __future__ import annotations

from collections.abc import Collection

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.adaptive.plan import plan
from ragkit.graphs.adaptive.policy import ANSWER, CONTEXT, answer_issues, context_issues
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.kit import Kit
from ragkit.nodes import (
    answer_critic,
    apologise,
    context_critic,
    draft,
    generate,
    hop,
    readings,
    remember,
    retrieve,
    retrieve_dense,
    search_web,
    verify,
)
from ragkit.policy import Policy, add_steered

Graph = StateGraph[AdaptiveState, Kit, AdaptiveState, AdaptiveState]
PARTS = ("hybrid", "critic", "verifier")
"""The parts that can be left out.

Memory and web are not among them: they belong to the kit, which can be opened without them. The
second hop and the readings are switched off by settings (`complex_above`, `rival_from`).
"""


def adaptive(
    context: Policy = CONTEXT, answer: Policy = ANSWER, without: Collection[str] = ()
) -> Graph:
    """The uncompiled graph; `context` and `answer` are the policies after the two critics.

    `without` names parts to leave out. Without `hybrid`, retrieval is dense only. Without `critic`,
    the answer is generated from any evidence. Without `verifier`, every draft becomes the answer.
    Raises `ValueError` for an unknown part.
    """
    _check(without)
    graph = StateGraph(AdaptiveState, context_schema=Kit)
    graph.add_node(plan)
    graph.add_node("retrieve", retrieve_dense if "hybrid" in without else retrieve)
    graph.add_node(hop)
    graph.add_edge(START, "plan")
    graph.add_edge("plan", "retrieve")
    graph.add_edge("retrieve", "hop")

    if "critic" in without:
        graph.add_edge("hop", "generate")
    else:
        add_steered(graph, context_critic, context, context_issues)
        graph.add_edge("hop", "context_critic")
    graph.add_node(search_web)
    graph.add_edge("search_web", "generate")

    if "verifier" in without:
        graph.add_node(generate)
        graph.add_edge("generate", "readings")
    else:
        graph.add_node("generate", draft)
        graph.add_node(verify)
        add_steered(graph, answer_critic, answer, answer_issues)
        graph.add_edge("generate", "verify")
        graph.add_edge("verify", "answer_critic")

    _add_ends(graph)
    return graph


def _add_ends(graph: Graph) -> None:
    """Add what follows an answer, and what follows when there is none."""
    graph.add_node(readings)
    graph.add_node(apologise)
    graph.add_node(remember)
    graph.add_edge("readings", "remember")
    graph.add_edge("apologise", "remember")
    graph.add_edge("remember", END)


def _check(without: Collection[str]) -> None:
    unknown = sorted(set(without) - set(PARTS))
    if unknown:
        parts = ", ".join(PARTS)
        raise ValueError(f"asked to leave out {', '.join(unknown)}; the parts are {parts}")
