"""Where corrective RAG goes after its critic, and why (adaptive, section 4.5; crag)."""

from __future__ import annotations

from ragkit.nodes.retry import RETRIES, ROUNDS, may_retry
from ragkit.policy import Policy
from ragkit.settings import Settings
from ragkit.state import Rule, RunState

CRAG: Policy = (
    Rule(
        "approved",
        "generate",
        "the critic approved the evidence and finds the question answerable from it",
        ROUNDS,
    ),
    Rule(
        "exhausted",
        "search_web",
        "the retries are used up, and the documents do not contain an answer",
    ),
    Rule("exhausted", "apologise", "the retries are used up, and there is no web to search"),
    Rule(
        "insufficient",
        "rewrite",
        "something is missing, and the critic says what: search again with its words",
        RETRIES,
    ),
)
"""The policy after the context critic of corrective RAG, which has no planner and no verifier."""


def crag_issues(state: RunState, settings: Settings) -> set[str]:
    """The issues of the evidence, by the critic's last grade and the run so far."""
    grade = state.grades[-1]
    if grade.approved:
        return {"approved"}
    if may_retry(state, settings):
        return {"insufficient"}
    return {"insufficient", "exhausted"}
