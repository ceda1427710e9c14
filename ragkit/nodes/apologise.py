"""Say that there is no answer, in exactly the words of the refusal; an abstention claims nothing and risks nothing."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.state import REFUSAL, RAGState


def apologise(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads nothing · writes answer, claims, risk"""
    return {"answer": REFUSAL, "claims": [], "risk": 0.0}
