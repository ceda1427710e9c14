"""Give the last draft, and say that it was not verified (teams).

The paper gives it as it is. Here its first words say what it is worth.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.single.state import AgentState
from ragkit.kit import Kit

MARK = "Best effort, not verified: "
NOTE = (
    "no cycle or tool is left after cycle {cycle}, so the answer is the last draft, which did not "
    "pass: {verdict}"
)


def best_effort(state: AgentState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads draft, verdict, loop · writes answer, notes"""
    return {
        "answer": MARK + state.draft,
        "notes": [NOTE.format(cycle=state.loop + 1, verdict=state.verdict)],
    }
