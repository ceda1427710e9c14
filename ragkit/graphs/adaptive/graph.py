"""The critic-guided graph: seven agents and a memory (adaptive).

    question ─ plan ─ retrieve ─ hop ─ context critic ─ generate ─ verify ─ answer critic
                 ▲                        │      │         ▲                 │  │  │
                 ├──── insufficient ──────┘      └── web ──┤     apologise ──┘  │  │
                 └──────────────────── unsupported ────────┼────────────────────┘  │
                                                           └───────── web ─────────┤
                                              remember ─ readings ─ grounded ──────┘

The two policies decide where the run goes after a critic; this file only adds the nodes and the
other edges. A part that is left out is not wired, and everything else works as before. So the
value of a part can be measured by leaving it out (adaptive, Table 6). The gate of answerability is
the other way round: it is no part of the paper, and is added when it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.adaptive.plan import plan
from ragkit.graphs.adaptive.policy import (
    ANSWER,
    CONTEXT,
    GATE,
    answer_issues,
    context_issues,
    gate_issues,
)
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.graphs.parts import check_parts
from ragkit.graphs.tiered.gate import answerability, as_of, correct
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
EXTRA = ("gate",)
"""The parts that are added only when they are asked for."""


def adaptive(
    context: Policy = CONTEXT,
    answer: Policy = ANSWER,
    without: Collection[str] = (),
    extra: Collection[str] = (),
) -> Graph:
    """The uncompiled graph; `context` and `answer` are the policies after the two critics.

    `without` names parts to leave out. Without `hybrid`, retrieval is dense only. Without `critic`,
    the answer is generated from any evidence. Without `verifier`, every draft becomes the answer.
    `extra` names parts to add: `gate` corrects a false premise before anything is searched, and
    says as of when the answer to a question about now is. Raises `ValueError` for an unknown part.
    """
    check_parts(without, PARTS)
    check_parts(extra, EXTRA)
    graph = StateGraph(AdaptiveState, context_schema=Kit)
    graph.add_node(plan)
    graph.add_node("retrieve", retrieve_dense if "hybrid" in without else retrieve)
    graph.add_node(hop)
    if "gate" not in extra:
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
    _add_draft(graph, answer, without)
    _add_ends(graph, with_gate="gate" in extra)
    return graph


def _add_draft(graph: Graph, answer: Policy, without: Collection[str]) -> None:
    """Add the generator, and the verifier with its critic where it is not left out."""
    if "verifier" in without:
        graph.add_node(generate)
        graph.add_edge("generate", "readings")
        return
    graph.add_node("generate", draft)
    graph.add_node(verify)
    add_steered(graph, answer_critic, answer, answer_issues)
    graph.add_edge("generate", "verify")
    graph.add_edge("verify", "answer_critic")


def _add_ends(graph: Graph, with_gate: bool) -> None:
    """Add what follows an answer, and what follows when there is none."""
    graph.add_node(readings)
    graph.add_node(apologise)
    graph.add_node(remember)
    if with_gate:
        _add_gate(graph)
    else:
        graph.add_edge("readings", "remember")
    graph.add_edge("apologise", "remember")
    graph.add_edge("remember", END)


def _add_gate(graph: Graph) -> None:
    """Add the gate in front of the plan, and the date behind the answer."""
    add_steered(graph, answerability, GATE, gate_issues)
    graph.add_node(correct)
    graph.add_node(as_of)
    graph.add_edge(START, "answerability")
    graph.add_edge("correct", "remember")
    graph.add_edge("readings", "as_of")
    graph.add_edge("as_of", "remember")
