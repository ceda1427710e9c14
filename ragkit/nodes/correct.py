"""Answer a question with a false premise: say so in one sentence, and quote what denies it.

The correction is a sentence of the documents, word for word, so that it cannot claim more than they
do (tiered, section 5.3).
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.gated import GatedState
from ragkit.state import REFUSAL, Claim
from ragkit.text.sentences import without_citations

CORRECTION = "The question takes for granted what the documents deny: {sentence}"


def correct(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads gate · writes answer, claims, risk"""
    sentence = state.gate.correction if state.gate else ""
    if not sentence:
        return {"answer": REFUSAL, "claims": [], "risk": 0.0}
    return {
        "answer": CORRECTION.format(sentence=sentence),
        "claims": [Claim(without_citations(sentence), support=1.0)],
        "risk": 0.0,
    }
