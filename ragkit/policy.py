"""Where a run goes next: tables whose rows carry their why (papers/000, sections 4.5, 4.8 and 4.10).

A critic's node finds out what is the matter; `context_issues` and `answer_issues` give it names; the first row of
the table that fits decides, and is kept in the trace. No model is called here. To try another policy, change a
row and hand the table to the graph: `adaptive(context=(...))`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Protocol

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.settings import POLICIES, Depth, Settings
from ragkit.state import REFUSAL, Claim, RAGState, Rule

Policy = tuple[Rule, ...]
Issues = Callable[[RAGState, Settings], set[str]]

RETRIES = max(depth.retries for depth in POLICIES.values())
ROUNDS = 1 + RETRIES + 1  # the first pass, the retries, the web

CONTEXT: Policy = (
    Rule("approved", "generate", "the critic approved the evidence and finds the question answerable from it", ROUNDS),
    Rule("unsure", "search_web", "the critic is not sure of its own judgement, so judging again would not help"),
    Rule("remembered", "search_web", "a question like this one was not in the documents before: no second try there"),
    Rule("remembered", "apologise", "it was not in the documents before, and there is no web left to ask"),
    Rule("stalled", "search_web", "two retries in a row brought hardly more relevant evidence: more will not"),
    Rule("exhausted", "search_web", "the retries are spent, and the documents do not hold it"),
    Rule("exhausted", "apologise", "the retries are spent, and there is no web left to ask"),
    Rule("insufficient", "plan", "something is missing; the critic says what: search again with its words", RETRIES),
)
"""After the context critic: the decision of section 4.5 and its three tiers of escalation."""

ANSWER: Policy = (
    Rule("refused", "search_web", "the model would not answer from the documents: the web is asked once first"),
    Rule("refused", "apologise", "neither documents nor web hold an answer"),
    Rule("ungraded", "apologise", "the verifier could not judge, and an answer that nobody verified does not go out"),
    Rule("grounded", "remember", "the evidence supports the claims (h <= 0.5), and they answer the question"),
    Rule("exhausted", "search_web", "no draft from the documents held, and the retries are spent: ask the web once"),
    Rule("exhausted", "apologise", "retries and web are spent: better no answer than one that is not supported"),
    Rule("unsupported", "plan", "the evidence does not support the draft: reject it and try again (eq. 16)", RETRIES),
    Rule("beside the point", "plan", "the draft is supported, but does not answer the question: try again", RETRIES),
)
"""After the answer critic: eq. 16, and what the paper leaves open (a refusal, an ungraded claim, a last draft)."""

CRAG: Policy = (
    Rule("approved", "generate", "the critic approved the evidence and finds the question answerable from it", ROUNDS),
    Rule("exhausted", "search_web", "the retries are spent, and the documents do not hold it"),
    Rule("exhausted", "apologise", "the retries are spent, and there is no web left to ask"),
    Rule("insufficient", "rewrite", "something is missing, and the critic says what: search with its words", RETRIES),
)
"""Corrective RAG: after the context critic, without a planner and without a verifier."""


class Node(Protocol):
    """What LangGraph calls: it gets the state and the kit, and returns what it wrote."""

    def __call__(self, state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]: ...


class NoRow(LookupError):
    """No row of the policy fits; the message says which issues were there and which rows were spent."""


def choose(policy: Policy, issues: Collection[str], moves: Sequence[Rule], closed: Collection[str] = ()) -> Rule:
    """The first row whose issue is there, whose budget is not spent, and whose destination is open.

    `moves` are the rows that fired so far in this run; `closed` are destinations that are not to be had.
    Raises `NoRow`.

    >>> table = (Rule("thirsty", "drink", "water helps"), Rule("thirsty", "complain", "there is no more"))
    >>> first = choose(table, {"thirsty"}, [])
    >>> first.do, choose(table, {"thirsty"}, [first]).do, choose(table, {"thirsty"}, [], closed={"drink"}).do
    ('drink', 'complain', 'complain')
    """
    for rule in policy:
        if rule.when in issues and rule.do not in closed and moves.count(rule) < rule.budget:
            return rule
    raise NoRow(f"no row for {sorted(issues)} after {[move.do for move in moves]}, with {sorted(closed)} closed")


def context_issues(state: RAGState, settings: Settings) -> set[str]:
    """What is the matter with the evidence, by the critic's last grade and the run so far."""
    grade, depth = state.grades[-1], depth_of(state.policy, settings)
    if grade.approved:
        return {"approved"}
    found = {
        "unsure": grade.confidence < settings.confidence_from,
        "remembered": any(memory.mode == "not in the corpus" for memory in state.memories),
        "stalled": stalled([grade.relevance for grade in state.grades], settings.stalled_below),
        "exhausted": state.loop >= depth.retries,
    }
    return {"insufficient"} | {issue for issue, there in found.items() if there}


def answer_issues(state: RAGState, settings: Settings) -> set[str]:
    """What is the matter with the draft, by its claims, h, and the run so far."""
    if state.draft == REFUSAL:
        return {"refused"}
    if grounded(state.risk, state.fit, tries(state), settings):
        return {"grounded"}
    if ungraded(state.fit, state.claims):
        return {"ungraded"}
    last = state.loop >= depth_of(state.policy, settings).retries or asked_web(state)
    supported = state.risk is not None and state.risk <= settings.risk_up_to
    return {"beside the point" if supported else "unsupported"} | ({"exhausted"} if last else set())


def grounded(risk: float | None, fit: float | None, loop: int, settings: Settings) -> bool:
    """Whether a draft may go out: h is low enough (eq. 16), and the draft answers the question that was asked."""
    if risk is None or fit is None:
        return False
    return risk <= settings.risk_up_to and fit >= surer(settings.fit_from, loop, settings)


def tries(state: RAGState) -> int:
    """How often a draft was due before, for the bar that this one has to pass: the web is new, and counts as one retry.

    >>> asked = Rule("exhausted", "search_web", "nothing is left")
    >>> tries(RAGState(question="?", loop=3)), tries(RAGState(question="?", loop=3, moves=[asked]))
    (3, 1)
    """
    return min(state.loop, 1) if asked_web(state) else state.loop


def surer(threshold: float, loop: int, settings: Settings) -> float:
    """A threshold on retry `loop`: each try is one more chance for a judge to be wrong, so it has to be surer.

    >>> [surer(0.5, loop, Settings(retry_raises=0.2)) for loop in (0, 1, 3)]
    [0.5, 0.7, 1.0]
    """
    return min(1.0, round(threshold + loop * settings.retry_raises, 9))


def ungraded(fit: float | None, claims: Sequence[Claim]) -> bool:
    """Whether somebody could not judge the draft: nothing is known about it then, and no second draft changes that."""
    return fit is None or any(claim.support is None for claim in claims)


def stalled(relevance: Sequence[float | None], least: float) -> bool:
    """Whether r grew by no more than `least` over each of the last two retries (section 4.5, diminishing returns).

    >>> stalled([0.3, 0.32, 0.36], 0.05), stalled([0.3, 0.4, 0.42], 0.05), stalled([0.3, 0.32], 0.05)
    (True, False, False)
    """
    last = [r for r in relevance[-3:] if r is not None]
    return len(last) == 3 and all(round(now - before, 9) <= least for before, now in zip(last, last[1:], strict=False))


def depth_of(policy: str, settings: Settings) -> Depth:
    """The row of the retrieval policy that the planner chose, without one that of the settings; `k` overrides it."""
    depth, k = POLICIES[policy] if policy else settings.depth, settings.k
    return depth if k is None else depth._replace(dense=max(k, depth.dense), sparse=max(k, depth.sparse), final=k)


def steered(node: Node, policy: Policy, issues: Issues) -> Node:
    """The node, followed by its policy: what the node wrote, and the row that says where to go from there."""

    @wraps(node)
    def steer(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
        wrote = node(state, runtime)
        there = issues(replace(state, **wrote), runtime.context.settings)
        return wrote | {"moves": [choose(policy, there, state.moves, closed(state, runtime.context))]}

    return steer


def closed(state: RAGState, kit: Kit) -> set[str]:
    """Where this run cannot go: to the web when it is off, or was asked."""
    return {"search_web"} if asked_web(state) or kit.web is None else set()


def asked_web(state: RAGState) -> bool:
    """Whether this run has been to the web, which is the last resort: nothing is tried after it."""
    return any(move.do == "search_web" for move in state.moves)


def where(state: RAGState) -> str:
    """The destination of the row that fired last: a conditional edge for LangGraph."""
    return state.moves[-1].do


def destinations(policy: Policy) -> list[str]:
    """Every place that a policy can send a run to, in the order of its rows."""
    return list(dict.fromkeys(rule.do for rule in policy))
