"""Make one evidence of what the workers found (advanced, multi-agent tier).

Their rankings are fused by rank. Then those passages come first that serve the most sub-queries
which have none yet, so that no part of the question is left without evidence. The paper lets a
model choose; here a rule does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.multi_agent.state import Report, WorkersState
from ragkit.kit import Kit
from ragkit.screen import nothing_left
from ragkit.search.budget import within
from ragkit.search.fuse import rrf
from ragkit.state import Passage

BEST = 3
"""Number of a worker's best passages that count as serving its sub-query."""


def merge(state: WorkersState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads reports, depth, set_aside · writes rankings, passages, notes"""
    row = runtime.context.settings.depth_of(state.depth)
    rankings = {f"worker {one.number}": list(one.passages) for one in state.reports}
    gone = {one.passage.id for one in state.set_aside if not one.is_part}
    fused = [one for one in rrf(list(rankings.values())) if one.id not in gone]
    chosen = covering(fused, state.reports)
    passages = within(chosen[: row.final], row.tokens)
    return {
        "rankings": rankings | {"fused": fused},
        "passages": passages,
        "notes": nothing_left(passages, state.set_aside),
    }


def covering(fused: Sequence[Passage], reports: Sequence[Report]) -> list[Passage]:
    """The fused passages, those first that serve the most sub-queries which have none yet.

    >>> owl, cat, dog = (Passage(name, "") for name in ("owl", "cat", "dog"))
    >>> reports = [Report(1, "?", (cat, owl)), Report(2, "?", (owl,)), Report(3, "?", (dog,))]
    >>> [passage.id for passage in covering([cat, owl, dog], reports)]
    ['owl', 'dog', 'cat']
    """
    served_by = {passage.id: set[int]() for passage in fused}
    for report in reports:
        for passage in report.passages[:BEST]:
            served_by.setdefault(passage.id, set()).add(report.number)
    left = list(fused)
    open_queries = {report.number for report in reports if report.passages}
    first: list[Passage] = []
    while open_queries and left:
        serves = [len(served_by[passage.id] & open_queries) for passage in left]
        if not max(serves):
            break
        best = left.pop(serves.index(max(serves)))
        open_queries -= served_by[best.id]
        first.append(best)
    return first + left
