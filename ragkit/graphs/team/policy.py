"""Where a team goes after its verifier, and why (teams)."""

from __future__ import annotations

from ragkit.graphs.multi_agent.state import WorkersState
from ragkit.policy import Policy
from ragkit.settings import Settings
from ragkit.state import Rule

CHECKED: Policy = (
    Rule("grounded", "readings", "the evidence supports the draft, and it answers the question"),
    Rule("nothing", "apologise", "no worker found anything to answer from"),
    Rule(
        "not grounded",
        "synthesise",
        "what the workers found did not pass: write a draft from the passages alone",
    ),
    Rule("not grounded", "apologise", "no draft passed, and only checked answers are given"),
)
"""The policy after the verification agent; the paper does not say what follows a rejection."""


def check_issues(state: WorkersState, settings: Settings) -> set[str]:
    """Whether the draft passed."""
    if state.verdict == "grounded":
        return {"grounded"}
    return {"not grounded"} if state.passages else {"nothing"}
