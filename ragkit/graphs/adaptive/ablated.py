"""The graph `adaptive` with a keyword for each part that can be left out."""

from __future__ import annotations

from ragkit.graphs.adaptive.graph import Graph, adaptive
from ragkit.graphs.adaptive.policy import ANSWER, CONTEXT
from ragkit.policy import Policy


def ablated(
    hybrid: bool = True,
    critic: bool = True,
    verifier: bool = True,
    context: Policy = CONTEXT,
    answer: Policy = ANSWER,
) -> Graph:
    """The uncompiled graph without the parts that are False.

    `context` and `answer` are the policies after the two critics.
    """
    parts = {
        "hybrid": hybrid,
        "critic": critic,
        "verifier": verifier,
    }
    without = [part for part, wanted in parts.items() if not wanted]
    return adaptive(context, answer, without)
