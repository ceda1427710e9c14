"""Judge the evidence: how good it is, and what is wrong with it if it is not (advanced, 6).

Quality is the odds that the question can be answered from the passages. The issue is one of eight,
by one constrained token with its odds. It is asked for only where another search may follow, which
its instruction is for. The judge has said before how relevant the evidence is, and an issue that
contradicts this is not chosen: a small model that has eight options hardly prefers one.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.advanced.issues import ON_TOPIC, RETRIEVAL, SWITCHING, meanings
from ragkit.graphs.advanced.state import GatedState
from ragkit.judges import Choice, choose_one
from ragkit.kit import Kit
from ragkit.nodes.context_critic import grade_evidence
from ragkit.state import Grade
from ragkit.thresholds import Bars, passes

ASKED = "The question cannot be answered from these passages. What is wrong with them?"
NOTHING = Choice("off_topic", note="no passage was found")
"""The issue of a search that found nothing: another way to search may find something."""


def judge_evidence(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, passages, grades, loop · writes grades, retrieval_issue, notes"""
    kit = runtime.context
    least = Bars.of(kit.settings).quality
    grade, note = grade_evidence(kit.judge, state.words, state.passages, least)
    issue = issue_of(state, grade, kit)
    notes = [kit.judge_note, note, issue.note if issue else ""]
    return {
        "grades": [*state.grades, grade],
        "retrieval_issue": issue,
        "notes": [note for note in notes if note],
    }


def issue_of(state: GatedState, grade: Grade, kit: Kit) -> Choice | None:
    """What is wrong with the evidence, by one token; None where nobody would use it."""
    is_last = state.loop + 1 >= kit.settings.searches
    if not state.passages:
        return NOTHING
    if is_last or grade.approved or grade.answerability is None:
        return None
    choice = choose_one(kit.judge_llm, state.words, state.passages, ASKED, meanings(RETRIEVAL))
    return choice.without(ruled_out(grade.relevance, kit.settings.topic_from))


def ruled_out(relevance: float | None, topic_from: float) -> Collection[str]:
    """The issues that the relevance of the evidence contradicts.

    >>> ruled_out(0.9, 0.2), len(ruled_out(0.1, 0.2)), ruled_out(None, 0.2)
    (('off_topic', 'wrong_domain'), 4, ())
    """
    if relevance is None:
        return ()
    return SWITCHING if passes(relevance, topic_from) else ON_TOPIC
