"""Say that there is no answer, in the exact words of the refusal.

A refusal has no claims, so its hallucination risk is 0. When all evidence was set aside, a note
says that this is why.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.screen import nothing_left
from ragkit.state import REFUSAL, RunState


def apologise(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads passages, set_aside · writes answer, claims, risk, notes"""
    return {
        "answer": REFUSAL,
        "claims": [],
        "risk": 0.0,
        "notes": nothing_left(state.passages, state.set_aside),
    }
