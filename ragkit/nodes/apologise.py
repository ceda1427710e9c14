"""Say that there is no answer, in the exact words of the refusal.

A refusal has no claims, so its hallucination risk is 0.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.state import REFUSAL, RunState


def apologise(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads nothing · writes answer, claims, risk"""
    return {
        "answer": REFUSAL,
        "claims": [],
        "risk": 0.0,
    }
