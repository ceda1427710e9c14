"""The fourth of four architectures: an orchestrator with parallel workers (advanced).

    question ─ weigh ─ simple ─ retrieve ──────────────┐
                 │                                     │
                 └─ complex ─ decompose ┬ worker ┐     │
                                        ├ worker ┼ merge ─ answer generation ◄─┐
                                        └ worker ┘               │             │
                                                          evaluate answer ─ poor
                                                                 │
                                        sufficient ─ readings, or else apologise

Left out: the conversation, the strategies and the gate behind the evidence, which `advanced` has.
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from ragkit.graphs.advanced.answer_generation import answer_generation
from ragkit.graphs.advanced.evaluate_answer import evaluate_answer
from ragkit.graphs.advanced.policy import answer_issues
from ragkit.graphs.multi_agent.decompose import decompose, sent
from ragkit.graphs.multi_agent.merge import merge
from ragkit.graphs.multi_agent.policy import COMPLEXITY, DRAFT, complexity_issues
from ragkit.graphs.multi_agent.state import WorkersState
from ragkit.graphs.multi_agent.weigh import weigh
from ragkit.graphs.multi_agent.worker import worker
from ragkit.kit import Kit
from ragkit.nodes import apologise, readings, retrieve
from ragkit.policy import Policy, add_steered

Graph = StateGraph[WorkersState, Kit, WorkersState, WorkersState]


def multi_agent(complexity: Policy = COMPLEXITY, answer: Policy = DRAFT) -> Graph:
    """The uncompiled graph; the policies are those after the estimate and after a draft."""
    graph = StateGraph(WorkersState, context_schema=Kit)
    add_steered(graph, weigh, complexity, complexity_issues)
    graph.add_node(retrieve)
    graph.add_node(decompose)
    graph.add_node(worker)
    graph.add_node(merge)
    graph.add_node(answer_generation)
    add_steered(graph, evaluate_answer, answer, answer_issues)
    graph.add_node(readings)
    graph.add_node(apologise)

    graph.add_edge(START, "weigh")
    graph.add_edge("retrieve", "answer_generation")
    graph.add_conditional_edges("decompose", sent, ["worker"])
    graph.add_edge("worker", "merge")
    graph.add_edge("merge", "answer_generation")
    graph.add_edge("answer_generation", "evaluate_answer")
    graph.add_edge("readings", END)
    graph.add_edge("apologise", END)
    return graph
