"""Give each worker a task: an archive of its own, or a part of the question (teams).

Where the question belongs to several archives, each worker asks one of them the whole question.
Elsewhere the question is split, and the whole of it is a task, too.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.multi_agent.decompose import MOST, sub_queries
from ragkit.graphs.multi_agent.state import Task, WorkersState
from ragkit.graphs.tiered.detect_domain import belonging
from ragkit.kit import Kit


def orchestrate(state: WorkersState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, depth · writes tasks, notes"""
    kit = runtime.context
    archives, note = archives_of(kit, state.question)
    if len(archives) > 1:
        tasks = [
            Task(number, state.question, state.depth, archive)
            for number, archive in enumerate(archives[:MOST], start=1)
        ]
        return {"tasks": tasks, "notes": [note] if note else []}
    queries, notes = sub_queries(kit.llm, state.question)
    every = dict.fromkeys([state.question, *queries])
    tasks = [Task(number, query, state.depth) for number, query in enumerate(every, start=1)]
    return {"tasks": tasks, "notes": [*notes, note] if note else notes}


def archives_of(kit: Kit, question: str) -> tuple[list[str], str]:
    """The archives that a question belongs to, the most similar first, and what went wrong."""
    if not kit.tiers:
        return [], ""
    _, archives, fault = belonging(question, kit)
    return archives, fault
