"""Do the passages hold the answer? Four scores, a decision, and words for another search (papers/000, section 4.5).

An approval costs three short questions. Only a rejection pays for more: which passages help, and what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime

from ragkit.judges import Judge
from ragkit.keywords import keywords
from ragkit.kit import Kit
from ragkit.policy import surer
from ragkit.state import Grade, Passage, RAGState

RELEVANT = "Are the passages about the topic of the question?"
SUFFICIENT = "Is the exact fact that the question asks for stated in the passages?"
ANSWERABLE = "Can the question be answered from the passages alone?"
HELPS = "Does passage [{n}] help to answer the question?"


def context_critic(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, grades, loop · writes grades, notes"""
    kit = runtime.context
    least = surer(kit.settings.answerable_from, state.loop, kit.settings)
    grade, note = grade_evidence(kit.judge, kit.llm, state.question, state.passages, least)
    return {"grades": [*state.grades, grade], "notes": [note] if note else []}


def grade_evidence(
    judge: Judge, llm: BaseChatModel, question: str, passages: Sequence[Passage], answerable_from: float
) -> tuple[Grade, str]:
    """The critic's grade, and a note when something could not be judged. Without passages all is 0, and certain."""
    if not passages:
        return Grade(0.0, 0.0, 0.0, 1.0, approved=False), ""
    (r, s, a), note = judge.verdicts(question, passages, [RELEVANT, SUFFICIENT, ANSWERABLE])
    if a is not None and a >= answerable_from:
        return Grade(r, s, a, confidence(r, s, a), approved=True), note
    helpful, why = judge.verdicts(question, passages, [HELPS.format(n=n + 1) for n in range(len(passages))])
    feedback = keywords(llm, question, passages)
    return Grade(r, s, a, confidence(r, s, a), False, tuple(helpful), feedback), note or why


def confidence(*scores: float | None) -> float:
    """c, in [0, 1]: how far the scores agree; 0 when one is missing. A critic that contradicts itself is not sure.

    >>> confidence(0.75, 0.5, 0.75), confidence(0.9, None, 0.9)
    (0.75, 0.0)
    """
    known = [score for score in scores if score is not None]
    return 1 - (max(known) - min(known)) if len(known) == len(scores) else 0.0
