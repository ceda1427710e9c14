"""Return a greeting: no search, no model, and no claim about the documents."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.state import RunState

REPLY = "You are welcome to ask what the documents may answer."
"""It has to fit a greeting, a thank-you and a good-bye."""


def greet(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads nothing · writes answer"""
    return {"answer": REPLY}
