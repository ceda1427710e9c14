"""Keep what the next run can learn from, after the answer is out (papers/000, section 4.9).

A refusal is kept with its failure mode and the queries that failed; a verified answer as its supported claims, which
is a summary that cannot say more than was verified.
"""

from __future__ import annotations

from typing import Any

from chromadb.errors import ChromaError
from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.memory import VERIFIED_BELOW, FailureMemory
from ragkit.state import REFUSAL, Mode, RAGState


def remember(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, answer, queries, tried, grades, moves, claims, risk · writes notes"""
    memory = runtime.context.memory
    try:
        if memory is not None:
            keep(memory, state)
    except (ChromaError, OSError) as error:  # the answer is out, and a full disk does not take it back
        return {"notes": [f"not remembered: {error}"]}
    return {"notes": []}


def keep(memory: FailureMemory, state: RAGState) -> None:
    """Store how the run ended: a failure with its queries, or the supported claims of a verified answer."""
    if state.answer == REFUSAL:
        if (mode := failure(state)) is not None:
            memory.failed(state.question, mode, [*state.tried, *state.queries])
    elif state.risk is not None and state.risk < VERIFIED_BELOW:
        memory.verified(state.question, state.claims, state.risk)


def failure(state: RAGState) -> Mode | None:
    """Why there was no answer; None when nobody judged or could judge, which says nothing about the documents."""
    grade = state.grades[-1] if state.grades else None
    if grade is None or grade.answerability is None or any(move.when == "ungraded" for move in state.moves):
        return None
    return "unsupported" if grade.approved else "not in the corpus"
