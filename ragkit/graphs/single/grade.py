"""Grade each new passage: does it help to answer the question? (teams)

One token a passage, with all of the evidence in view, whose computation is shared.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.single.state import AgentState
from ragkit.judges import HELPS
from ragkit.kit import Kit


def grade(state: AgentState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, helps · writes helps, notes"""
    kit = runtime.context
    new = {}
    for number, passage in enumerate(state.passages, start=1):
        if passage.id not in state.helps:
            new[passage.id] = HELPS.format(n=number)
    odds, note = kit.judge.verdicts(state.question, state.passages, list(new.values()))
    notes = [kit.judge_note, note] if new else []
    return {
        "helps": state.helps | dict(zip(new, odds, strict=True)),
        "notes": [note for note in notes if note],
    }
