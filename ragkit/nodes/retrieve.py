"""Find the evidence by hybrid retrieval: dense and sparse rankings, fused (adaptive, section 4.3).

On a retry, passages that were graded helpful keep their places, so that the work done on them is
reused. The other passages are dropped for good (corrective RAG). New passages follow.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.retry import sift
from ragkit.screen import nothing_left
from ragkit.state import RunState


def retrieve(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, depth, passages, grades, dropped, set_aside · writes rankings,
    passages, dropped, set_aside, notes
    """
    kit = runtime.context
    query, *_ = [*state.queries, state.question]
    kept, unhelpful = sift(state.passages, state.grades)
    dropped = [*state.dropped, *unhelpful]
    known = [*dropped, *(one.passage.id for one in state.set_aside)]
    found = kit.evidence.hybrid(state.question, query, state.depth, kept, known)
    passages = kept + found.passages
    return {
        "rankings": found.rankings,
        "passages": passages,
        "dropped": dropped,
        "set_aside": found.set_aside,
        "notes": found.notes + nothing_left(passages, found.set_aside),
    }
