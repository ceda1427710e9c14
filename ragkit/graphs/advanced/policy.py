"""Where the quality-gated graph goes after each of its decisions, and why (advanced)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ragkit.graphs.advanced.state import AdvancedState, GatedState
from ragkit.policy import Policy
from ragkit.settings import Settings
from ragkit.state import Rule
from ragkit.thresholds import Bars, passes

MOST = 5
"""How often a row may fire; the settings `searches` and `drafts` stop the run earlier."""


def rows(do: str, **reasons: str) -> Policy:
    """A row for each of several issues that lead to the same node, with its reason."""
    return tuple(Rule(issue, do, why, MOST) for issue, why in reasons.items())


TURN: Policy = (
    Rule("greeting", "greet", "nothing is asked: neither a search nor a model is needed"),
    Rule("question", "decide_strategy", "something is asked: the documents are searched anew"),
)
"""The policy after the user's words were understood: every turn that asks something retrieves."""
RETRIEVAL: Policy = (
    *rows(
        "ask_back",
        good="the question can be answered from the evidence",
        ungraded="the judge could not judge the evidence, and another search would not change that",
        exhausted="the searches are used up: answer from what there is",
    ),
    *rows(
        "decide_strategy",
        off_topic="nothing is on the topic: other words would not help, another way may",
        wrong_domain="all is of another field: other words would not help, another way may",
    ),
    *rows(
        "rewrite_and_refine",
        partial_coverage="a part of the question has no evidence: search for that part",
        missing_key_info="the fact is missing: search for the terms by which it would be stated",
        incomplete_context="what explains the matter is missing: search for the background",
        domain_misalignment="the words mean something else in the evidence: name the field",
        low_confidence="the answer is hinted at, and not stated: search for a plain statement",
        mixed_relevance="most of the evidence is beside the question: search more narrowly",
        unnamed="the evidence falls short, and the judge could not say how: search in other words",
    ),
)
"""The policy after the evidence was judged: go on, switch the strategy, or reword the query.

The paper's eight issues, and three cases that it leaves open: a judge that cannot judge, or cannot
name the issue, and searches that are used up.
"""
REFINED: Policy = (
    Rule("reworded", "query_expansion", "there is another query: write its variants", MOST),
    Rule(
        "unchanged",
        "ask_back",
        "there is no other query, and the same one would find the same: answer from what there is",
        MOST,
    ),
)
"""The policy after a query was to be reworded; the paper searches in any case."""
READINGS: Policy = (
    Rule(
        "two readings",
        "keep_turn",
        "documents or rows answer in different ways, and nothing said so far decides: ask which",
    ),
    Rule("clear", "answer_generation", "nothing makes the question unclear: answer it", MOST),
)
"""The policy after a look at what the question may mean; the paper never asks back."""
ANSWER: Policy = (
    Rule("sufficient", "keep_turn", "the draft is grounded, and answers what is asked", MOST),
    Rule("nothing", "apologise", "there is no evidence to write another draft from"),
    Rule(
        "ungraded",
        "apologise",
        "the judge could not judge the draft, and an unchecked answer is not given",
    ),
    Rule(
        "exhausted",
        "apologise",
        "the drafts are used up. The paper then gives the last one; here no answer is better than "
        "one that the evidence does not support",
    ),
    *rows(
        "answer_generation",
        refused="the model did not answer from good evidence: ask again",
        repeated="the model wrote a rejected draft again: let chance choose other words",
        incomplete_synthesis="the passages were not brought together: say so, and write again",
        lacks_specificity="the draft is too general: ask for names and numbers, and write again",
        missing_details="details are missing: ask for them, and write again",
        unsupported_claims="no passage states a claim: name it, and never search again for it",
        partial_answer="a part of the question is not answered: ask for every part",
        wrong_focus="the draft is about something else: say what is asked, and write again",
        retrieval_limited="the passages hold no more: write what they state, never search again",
        contextual_gaps="the draft cannot be understood alone: say so, and write again",
        unnamed="the draft falls short, and the judge could not say how: write again",
    ),
)
"""The policy after a draft was judged: give it, write another one, or give none.

What is wrong with a draft is put right by writing, never by another search.
"""


def turn_issues(state: AdvancedState, settings: Settings) -> set[str]:
    """Whether something is asked."""
    is_greeting = state.follow_up is not None and state.follow_up.sort == "greeting"
    return {"greeting"} if is_greeting else {"question"}


def retrieval_issues(state: GatedState, settings: Settings) -> set[str]:
    """The issue of the evidence, or why none is named."""
    if passes(state.quality, Bars.of(settings).quality):
        return {"good"}
    if state.quality is None:
        return {"ungraded"}
    if state.loop + 1 >= settings.searches:
        return {"exhausted"}
    label = state.retrieval_issue.label if state.retrieval_issue else ""
    return {label or "unnamed"}


def refined_issues(state: GatedState, settings: Settings) -> set[str]:
    """Whether there is a query that was not searched for yet."""
    return {"unchanged"} if set(state.queries) <= set(state.tried) else {"reworded"}


def reading_issues(state: AdvancedState, settings: Settings) -> set[str]:
    """Whether the question is unclear."""
    return {"two readings"} if state.readings else {"clear"}


def answer_issues(state: GatedState, settings: Settings) -> set[str]:
    """The issue of the draft, or why none is named."""
    if state.verdict == "grounded":
        return {"sufficient"}
    if not state.passages:
        return {"nothing"}
    if state.verdict == "ungraded":
        return {"ungraded"}
    if state.drafts >= settings.drafts:
        return {"exhausted"}
    if state.verdict in ("refused", "repeated"):
        return {state.verdict}
    label = state.answer_issue.label if state.answer_issue else ""
    return {label or "unnamed"}


def led(policy: Policy, elsewhere: Mapping[str, str]) -> Policy:
    """A policy whose destinations were replaced, where a part of the graph is left out.

    >>> led((Rule("clear", "ask_back", "because"),), {"ask_back": "answer_generation"})[0].do
    'answer_generation'
    """
    return tuple(replace(rule, do=elsewhere.get(rule.do, rule.do)) for rule in policy)
