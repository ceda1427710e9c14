"""Write the next query: the claims that no passage states, or words for what is missing (teams)."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.single.state import AgentState
from ragkit.kit import Kit
from ragkit.nodes.retry import keywords, refined


def rewrite(state: AgentState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, tried, passages, verdict, claims, loop · writes queries, tried,
    loop, verdict
    """
    kit = runtime.context
    tried = [*state.tried, state.query]
    query = unsupported_claims(state)
    if not query:
        words = keywords(kit.llm, state.question, state.passages)
        query = refined(state.question, words, tried, kit.failed_before)
    return {
        "queries": [query],
        "tried": tried,
        "loop": state.loop + 1,
        # The next verdict is that of the next draft.
        "verdict": "",
    }


def unsupported_claims(state: AgentState) -> str:
    """What the last draft says and no passage states; empty where no draft was rejected for it."""
    if state.verdict != "unsupported":
        return ""
    return " ".join(claim.text for claim in state.claims if not claim.support)
