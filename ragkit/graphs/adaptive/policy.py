"""Where the critic-guided graph goes after each of its two critics, and why.

The policies follow adaptive, sections 4.5, 4.8 and 4.10. To try another one, change a row and pass
the table to the graph: `adaptive(context=(...))`.
"""

from __future__ import annotations

from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.graphs.tiered.gate import NOT_ANSWERABLE
from ragkit.nodes.retry import RETRIES, ROUNDS, may_retry, stalled
from ragkit.policy import Policy
from ragkit.settings import Settings
from ragkit.state import Rule

CONFIDENT_FROM = 0.5
"""Confidence c below which the context critic is not asked again."""
GATE: Policy = (
    *NOT_ANSWERABLE,
    Rule("answerable", "plan", "nothing speaks against the question: plan the search"),
)
"""The policy after the gate of answerability, where the graph has one (tiered, section 5.3)."""
CONTEXT: Policy = (
    Rule(
        "approved",
        "generate",
        "the critic approved the evidence and finds the question answerable from it",
        ROUNDS,
    ),
    Rule(
        "unsure",
        "search_web",
        "the critic is not sure of its own judgement, so judging again would not help",
    ),
    Rule(
        "remembered",
        "search_web",
        "the documents did not answer a similar question before: do not search them again",
    ),
    Rule(
        "remembered",
        "apologise",
        "the documents did not answer a similar question before, and there is no web to search",
    ),
    Rule(
        "stalled",
        "search_web",
        "two retries in a row found hardly more relevant evidence: a third would not help",
    ),
    Rule(
        "exhausted",
        "search_web",
        "the retries are used up, and the documents do not contain an answer",
    ),
    Rule("exhausted", "apologise", "the retries are used up, and there is no web to search"),
    Rule(
        "insufficient",
        "plan",
        "something is missing, and the critic says what: search again with its words",
        RETRIES,
    ),
)
"""The policy after the context critic: the paper's decision and its three tiers of escalation.

See adaptive, section 4.5.
"""
ANSWER: Policy = (
    Rule(
        "refused",
        "search_web",
        "the model did not answer from the documents: search the web once",
    ),
    Rule("refused", "apologise", "neither the documents nor the web contain an answer"),
    Rule(
        "repeated",
        "search_web",
        "the model wrote a rejected draft again: only other evidence can change what it writes",
    ),
    Rule(
        "repeated",
        "apologise",
        "the model wrote a rejected draft again, and there is no web to search",
    ),
    Rule(
        "ungraded",
        "apologise",
        "the verifier could not judge, and an answer that was not verified is not given",
    ),
    Rule(
        "grounded",
        "readings",
        "the evidence supports the claims (h is low enough), and they answer the question",
    ),
    Rule(
        "exhausted",
        "search_web",
        "no draft from the documents passed, and the retries are used up: search the web once",
    ),
    Rule(
        "exhausted",
        "apologise",
        "the retries and the web are used up: no answer is better than an unsupported one",
    ),
    Rule(
        "unsupported",
        "plan",
        "the evidence does not support the draft: reject it and try again (adaptive, eq. 16)",
        RETRIES,
    ),
    Rule(
        "beside the point",
        "plan",
        "the draft is supported, but does not answer the question: try again",
        RETRIES,
    ),
)
"""The policy after the answer critic: adaptive, eq. 16, and what the paper leaves open.

That is a refusal, a claim that could not be judged, and a draft after which no retry is left.
"""


def gate_issues(state: AdaptiveState, settings: Settings) -> set[str]:
    """What the gate found about the question."""
    return {state.gate.verdict} if state.gate else {"answerable"}


def context_issues(state: AdaptiveState, settings: Settings) -> set[str]:
    """The issues of the evidence, by the critic's last grade and the run so far."""
    grade = state.grades[-1]
    if grade.approved:
        return {"approved"}
    relevance = [grade.relevance for grade in state.grades]
    modes = [memory.mode for memory in state.memories]
    tests = {
        "insufficient": True,
        "unsure": grade.confidence < CONFIDENT_FROM,
        "remembered": "not in the corpus" in modes,
        "stalled": stalled(relevance),
        "exhausted": not may_retry(state, settings),
    }
    return {issue for issue, applies in tests.items() if applies}


def answer_issues(state: AdaptiveState, settings: Settings) -> set[str]:
    """The issues of the draft, by the critic's verdict and the run so far."""
    no_retry_left = state.asked_web or not may_retry(state, settings)
    # Only these verdicts would lead to another draft.
    wants_retry = state.verdict in ("unsupported", "beside the point")
    if wants_retry and no_retry_left:
        return {state.verdict, "exhausted"}
    return {state.verdict}
