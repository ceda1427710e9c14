"""Keep what later runs can learn from, once the answer is given (adaptive, section 4.9).

A refusal is kept with its failure mode and the queries that failed. A verified answer is kept as
its supported claims: a summary that cannot say more than was verified.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.search.memory import VERIFIED_BELOW, FailureMemory
from ragkit.state import REFUSAL, CheckedState, Mode
from ragkit.stores import StoreDamaged


def remember(state: CheckedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, answer, queries, tried, grades, moves, claims, risk · writes notes"""
    memory = runtime.context.memory
    notes = []
    try:
        if memory is not None:
            keep(memory, state)
    # The answer is given already; a full disk must not take it back.
    except (StoreDamaged, OSError) as error:
        notes.append(f"not remembered: {error}")
    return {"notes": notes}


def keep(memory: FailureMemory, state: CheckedState) -> None:
    """Store how the run ended.

    Stored are a failure with its queries, or the supported claims of a verified answer.
    """
    if state.answer == REFUSAL:
        mode = failure(state)
        if mode is not None:
            memory.failed(state.question, mode, [*state.tried, *state.queries])
        return
    risk = state.risk
    if risk is None:
        return
    if risk < VERIFIED_BELOW:
        memory.verified(state.question, state.claims, risk)


def failure(state: CheckedState) -> Mode | None:
    """Why there was no answer; None when that is unknown because something was not judged.

    A judge that failed, or was not asked, says nothing about the documents.
    """
    grade = state.grades[-1] if state.grades else None
    if grade is None or grade.answerability is None:
        return None
    if any(move.when == "ungraded" for move in state.moves):
        return None
    if grade.approved:
        return "unsupported"
    return "not in the corpus"
