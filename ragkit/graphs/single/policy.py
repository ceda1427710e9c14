"""Where the agent goes after each of its decisions, and why (teams).

Every way round the loop goes through `rewrite`, which the setting `cycles` bounds, and the budgets
of the rows again.
"""

from __future__ import annotations

from ragkit.graphs.single.state import AgentState
from ragkit.graphs.single.use_tool import SEARCHES, open_tools
from ragkit.policy import Policy
from ragkit.settings import Settings
from ragkit.state import Rule
from ragkit.thresholds import passes

MOST = 5
"""How often a row may fire; the setting `cycles` stops the run earlier."""
ROUTE: Policy = (
    Rule("parametric", "recall", "common knowledge: try to answer from memory"),
    Rule("documents", "use_tool", "the answer is looked for in the documents"),
)
"""The policy after the router."""
RECALLED: Policy = (
    Rule("known", "readings", "the closed-book judge trusts the answer: no search is needed"),
    Rule("unknown", "use_tool", "the closed-book judge does not trust the answer: search"),
)
"""The policy after an answer from memory; the paper trusts the router alone."""
ACTED: Policy = (
    Rule("wide", "use_tool", "a complex question: search in the other way, too"),
    Rule("done", "grade", "grade what was found", MOST),
)
"""The policy after a tool was called."""
GRADED: Policy = (
    Rule("enough", "generate", "enough passages help: write a draft", MOST),
    Rule("used up", "generate", "too few passages help, and no cycle or tool is left: answer now"),
    Rule("too few", "rewrite", "too few passages help: search for something else", MOST),
)
"""The policy after the passages were graded."""
CHECKED: Policy = (
    Rule("grounded", "readings", "the evidence supports the draft, and it answers the question"),
    Rule("nothing", "apologise", "no draft could be written: the evidence has no answer"),
    Rule("used up", "best_effort", "no cycle or tool is left: give the last draft, and say so"),
    Rule("withheld", "apologise", "no cycle or tool is left, and only checked answers are given"),
    Rule("not grounded", "rewrite", "the draft did not pass: search for what it lacks", MOST),
)
"""The policy after the draft was checked."""


def route_issues(state: AgentState, settings: Settings) -> set[str]:
    """Whether memory is tried first."""
    is_parametric = state.route is not None and state.route.label == "parametric"
    if is_parametric and settings.exit_from is not None:
        return {"parametric"}
    return {"documents"}


def recall_issues(state: AgentState, settings: Settings) -> set[str]:
    """Whether memory answered."""
    return {"known"} if state.answer else {"unknown"}


def tool_issues(state: AgentState, settings: Settings) -> set[str]:
    """Whether a complex question was searched in one way only."""
    odds = state.route.others.get("complex") if state.route else None
    is_first = len(state.actions) == 1 and len(SEARCHES) > 1
    if is_first and passes(odds, settings.complex_route_from):
        return {"wide"}
    return {"done"}


def grade_issues(state: AgentState, settings: Settings) -> set[str]:
    """Whether enough passages help, and whether anything is left to be done."""
    # What could not be judged counts: a judge that is away must not use up the cycles.
    odds = [state.helps.get(passage.id) for passage in state.passages]
    helping = [one for one in odds if one is None or one >= settings.helps_from]
    if len(helping) >= settings.enough_passages:
        return {"enough"}
    return {"used up"} if used_up(state, settings) else {"too few"}


def check_issues(state: AgentState, settings: Settings) -> set[str]:
    """Whether the draft passed, and whether anything is left to be done."""
    if state.verdict == "grounded":
        return {"grounded"}
    if not used_up(state, settings):
        return {"not grounded"}
    if state.verdict == "refused":
        return {"nothing"}
    return {"used up"} if settings.best_effort else {"withheld"}


def used_up(state: AgentState, settings: Settings) -> bool:
    """Whether no cycle is left, or no tool."""
    return state.loop + 1 >= settings.cycles or not open_tools(state)
