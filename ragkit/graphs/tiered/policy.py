"""Where the tiered graph goes after each of its decisions, and why (tiered, the algorithm)."""

from __future__ import annotations

from ragkit.documents.tiers import MOST
from ragkit.graphs.tiered.gate import NOT_ANSWERABLE
from ragkit.graphs.tiered.state import TieredState, next_tier
from ragkit.policy import Policy
from ragkit.settings import Settings
from ragkit.state import Rule
from ragkit.thresholds import passes

GATE: Policy = (
    *NOT_ANSWERABLE,
    Rule("now", "detect_domain", "the answer depends on today's date, which memory does not know"),
    Rule("answerable", "recall", "nothing speaks against the question: memory comes first"),
)
"""The policy after the gate of answerability, which the paper leaves to later work."""
RECALL: Policy = (
    Rule(
        "never",
        "detect_domain",
        "memory was not asked: no score was chosen from which it may be trusted (`exit_from`)",
    ),
    Rule("unknown", "detect_domain", "the model does not know the answer: look it up"),
    Rule("recalled", "check_constraints", "is the answer from memory about what was asked?"),
)
"""The policy after the answer from memory."""
CONSTRAINTS: Policy = (
    Rule("violated", "detect_domain", "the answer from memory is not about what was asked"),
    Rule("respected", "closed_book_critic", "the claims are about what was asked: are they true?"),
)
"""The policy after the check of the claims from memory against the question."""
EXIT: Policy = (
    Rule("trusted", "remember", "the model is sure enough of its memory: no search is needed"),
    Rule("doubted", "detect_domain", "the model is not sure enough of its memory: look it up"),
)
"""The policy after the closed-book critic: the early exit."""
_NEXT = (
    Rule(
        "archive next",
        "search_archive",
        "the next tier is an archive of the documents: search it",
        MOST,
    ),
    Rule("web next", "search_web", "no archive before the web is left: search the web"),
)
TIERS: Policy = (
    *_NEXT,
    Rule("exhausted", "apologise", "the question belongs to no archive, and there is no web"),
)
"""The policy after the domain detector: which tier is asked first."""
CONTEXT: Policy = (
    Rule("kept", "generate", "something is left that helps to answer", MOST),
    *_NEXT,
    Rule("exhausted", "apologise", "no tier is left, and none had anything that helps"),
)
"""The policy after the context filter: answer, or ask the next tier."""
ANSWER: Policy = (
    Rule(
        "grounded",
        "readings",
        "the evidence supports enough of the claims (tau), and they answer the question",
    ),
    *_NEXT,
    Rule(
        "exhausted",
        "apologise",
        "no tier is left: no answer is better than an unsupported one (circuit breaker)",
    ),
)
"""The policy after the score of a tier's answer: give it, or ask the next tier."""


def gate_issues(state: TieredState, settings: Settings) -> set[str]:
    """The issues of the question, by what the gate found."""
    gate = state.gate
    if gate is None or gate.verdict == "answerable":
        found = {"answerable"}
        if gate is not None and gate.now:
            found.add("now")
        return found
    return {gate.verdict}


def recall_issues(state: TieredState, settings: Settings) -> set[str]:
    """The issues of the answer from memory: whether it was asked for, and is one."""
    if state.exit_bar is None:
        return {"never"}
    return {"recalled"} if state.recalled else {"unknown"}


def constraint_issues(state: TieredState, settings: Settings) -> set[str]:
    """Whether the claims from memory respect the question."""
    return {"violated"} if state.violations else {"respected"}


def exit_issues(state: TieredState, settings: Settings) -> set[str]:
    """Whether memory is trusted."""
    return {"trusted"} if passes(state.intrinsic, state.exit_bar) else {"doubted"}


def tier_issues(state: TieredState, settings: Settings) -> set[str]:
    """The kind of the next tier, or that none is left."""
    tier = next_tier(state.tiers, state.asked)
    if tier is None:
        return {"exhausted"}
    return {"web next"} if tier.reach == "web" else {"archive next"}


def context_issues(state: TieredState, settings: Settings) -> set[str]:
    """Whether the filter has left evidence, or else which tier is next."""
    if state.passages:
        return {"kept"}
    return tier_issues(state, settings)


def answer_issues(state: TieredState, settings: Settings) -> set[str]:
    """Whether the answer goes out, or else which tier is next."""
    if state.verdict == "grounded":
        return {"grounded"}
    return tier_issues(state, settings)
