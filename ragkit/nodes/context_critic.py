"""Judge whether the passages contain the answer (adaptive, section 4.5).

The critic gives three scores, a confidence, a decision, and words for another search. An approval
costs three short questions. Only a rejection that another search may follow costs more: which
passages help, and what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.judges import Judge
from ragkit.kit import Kit
from ragkit.nodes.retry import may_retry, with_feedback
from ragkit.state import Grade, Passage, RunState
from ragkit.thresholds import passes, surer

RELEVANT = "Are the passages about the topic of the question?"
SUFFICIENT = "Is the exact fact that the question asks for stated in the passages?"
ANSWERABLE = "Can the question be answered from the passages alone?"


def context_critic(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, grades, loop, depth · writes grades, notes"""
    kit = runtime.context
    settings = kit.settings
    threshold = surer(settings.answerable_from, state.loop, settings)
    grade, note = grade_evidence(kit.judge, state.question, state.passages, threshold)
    if not grade.approved and state.passages and may_retry(state, settings):
        grade, second_note = with_feedback(
            grade, kit.judge, kit.llm, state.question, state.passages
        )
        note = note or second_note
    notes = [kit.judge_note, note]
    return {
        "grades": [*state.grades, grade],
        "notes": [note for note in notes if note],
    }


def grade_evidence(
    judge: Judge, question: str, passages: Sequence[Passage], answerable_from: float
) -> tuple[Grade, str]:
    """The critic's grade, and a note when something could not be judged.

    Without passages every score is 0 and the confidence is 1.
    """
    if not passages:
        return Grade(0.0, 0.0, 0.0, confidence=1.0, approved=False), ""
    scores, note = judge.verdicts(question, passages, [RELEVANT, SUFFICIENT, ANSWERABLE])
    relevance, sufficiency, answerability = scores
    grade = Grade(
        relevance=relevance,
        sufficiency=sufficiency,
        answerability=answerability,
        confidence=confidence(*scores),
        approved=passes(answerability, answerable_from),
    )
    return grade, note


def confidence(*scores: float | None) -> float:
    """c: how far the scores agree, in [0, 1]; 0 when one of them is missing.

    A critic that contradicts itself is not sure.

    >>> confidence(0.75, 0.5, 0.75), confidence(0.9, None, 0.9)
    (0.75, 0.0)
    """
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        return 0.0
    spread = max(known) - min(known)
    return 1 - spread
