"""Where the gated graph goes after its router and after a tool, and why (tiny, section III.A)."""

from __future__ import annotations

from ragkit.graphs.tiny.state import TinyState
from ragkit.policy import Policy
from ragkit.settings import Settings
from ragkit.state import Rule
from ragkit.thresholds import passes

ROUTE: Policy = (
    Rule("pass", "generate", "the router finds the question answerable from the passages"),
    Rule(
        "own tool",
        "ask_tool",
        "the evidence did not pass: ask the tool that the settings name (`mcp_server`)",
    ),
    Rule("fail", "search_web", "the evidence did not pass: search the web, over MCP"),
    Rule(
        "fail",
        "look_up",
        "the evidence did not pass, and there is no web: look deeper in the documents, over MCP",
    ),
)
"""The policy after the router: the paper's two actions, and which tool the second one calls."""
FALLBACK: Policy = (
    Rule("found", "generate", "the tool brought evidence: answer from the first and the new"),
    Rule("nothing", "apologise", "the evidence did not pass, and the tool brought no other"),
)
"""The policy after each tool.

The paper leaves open what follows a tool that brings nothing. Here it is the refusal, because the
router found the question not answerable.
"""


def route_issues(state: TinyState, settings: Settings) -> set[str]:
    """The issues of the evidence: `pass`, or why another row applies.

    Evidence that could not be judged does not pass.
    """
    threshold = settings.pass_from
    if threshold is None:
        threshold = settings.answerable_from
    if passes(state.pass_odds, threshold):
        return {"pass"}
    if settings.mcp_server is not None:
        return {"fail", "own tool"}
    return {"fail"}


def tool_issues(state: TinyState, settings: Settings) -> set[str]:
    """Whether the tool brought other passages."""
    return {"found"} if state.added else {"nothing"}
