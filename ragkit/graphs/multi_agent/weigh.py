"""Estimate how complex a question is: only a complex one is worth several workers."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.adaptive.complexity import complexity
from ragkit.graphs.multi_agent.state import WorkersState
from ragkit.kit import Kit


def weigh(state: WorkersState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question · writes complexity"""
    return {"complexity": complexity(state.question)}
