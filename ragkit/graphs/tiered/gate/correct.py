"""Answer a question with a false premise: say so, and what is the case instead.

The correction was written and checked by the gate (tiered, section 5.3; `premise_reply.py`).
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiered.gate.state import GateState
from ragkit.judges.support import risk
from ragkit.kit import Kit
from ragkit.state import REFUSAL

CORRECTION = "The question takes for granted what the documents deny. {correction}"


def correct(state: GateState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads gate · writes answer, claims, risk"""
    gate = state.gate
    if gate is None or not gate.correction:
        return {"answer": REFUSAL, "claims": [], "risk": 0.0}
    return {
        "answer": CORRECTION.format(correction=gate.correction),
        "claims": gate.claims,
        "risk": risk(gate.claims),
    }
