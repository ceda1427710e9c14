"""The second task: HyDE or step-back as a node before the search, measured honestly.

Both let the model write another text to search for: an answer that it makes up (hyde), or a more
general question (stepback). What the node does is examined in `node_checks.py`, and what it is
worth in `recall.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langgraph.graph import END, START, StateGraph

from ragkit.course.capstones.rubric import Criterion, Rubric
from ragkit.graphs import hybrid
from ragkit.kit import Kit
from ragkit.nodes import retrieve
from ragkit.state import RunState

NAME = "rewrite"
"""The function of a submission, and the name of the node."""
Node = Callable[..., dict[str, Any]]
REWRITE = Rubric(
    "HyDE or step-back as a node",
    {
        "fields": Criterion(
            10,
            "the node reads the question alone, and writes `queries` (and `notes`)",
            "return a dict of the fields that you wrote; the question is never rewritten",
        ),
        "one call": Criterion(10, "it calls the model once", "ask for everything in one prompt"),
        "budget": Criterion(
            10,
            "its reply has at most 150 tokens",
            "wrap the model: `at_most(llm, 100)` of `ragkit/model/llm.py`",
        ),
        "prefix": Criterion(
            10,
            "the call that writes the answer begins with the same bytes as without the node",
            "leave `question` and `passages` alone: `model/briefing.py` begins every call",
        ),
        "falls back": Criterion(
            15,
            "where the reply is empty or the model fails, the question itself is searched for",
            "catch `ChatFailed`, and write no query where no text is left",
        ),
        "in hybrid": Criterion(
            10,
            "in front of `hybrid` it finds a passage that the question alone does not find",
            "write the model's text as the first of `queries`: `retrieve` searches for that one",
        ),
        "rows": Criterion(
            10,
            "on both parts, each question with support was searched for with and without it, once",
            "call `measure` again: it goes on where it was stopped; or name the questions that "
            "were measured, with `--questions`",
        ),
        "chosen": Criterion(
            5,
            "the way is the best one on *fit*, and no other was looked at on *test*",
            "measure all ways on *fit*; on *test* the chosen one alone, beside the plain search",
        ),
        "numbers": Criterion(
            10,
            "recall with and without, their paired difference, its interval and n are those of "
            "the rows of *test*",
            "copy what `result` computes into the claim",
        ),
        "conclusion": Criterion(
            10,
            "it is the one that the interval allows: helps, hurts or not shown",
            "an interval above 0: helps; below 0: hurts; otherwise: not shown",
        ),
    },
    (
        "whether the prompt is the learner's own, and explained",
        "whether the learner can say on which questions the rewrite helps, and why",
        "whether the rows were measured as the learner says: a person may repeat some of them",
    ),
)


def before_hybrid(node: Node) -> StateGraph[Any, Kit, Any, Any]:
    """The uncompiled graph of `hybrid` with a node in front of its search."""
    graph = hybrid()
    graph.edges.discard((START, "retrieve"))
    graph.add_node(NAME, node)
    graph.add_edge(START, NAME)
    graph.add_edge(NAME, "retrieve")
    return graph


def search_alone(node: Node | None) -> StateGraph[Any, Kit, Any, Any]:
    """The search of `hybrid` and nothing after it, with or without a node in front."""
    graph = StateGraph(RunState, context_schema=Kit)
    graph.add_node(retrieve)
    first = "retrieve"
    if node is not None:
        first = NAME
        graph.add_node(NAME, node)
        graph.add_edge(NAME, "retrieve")
    graph.add_edge(START, first)
    graph.add_edge("retrieve", END)
    return graph
