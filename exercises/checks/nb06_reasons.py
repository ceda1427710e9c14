"""06-reasons: read in a trace why a run went where it went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.retold import retold
from ragkit.graphs.crag.policy import CRAG
from ragkit.policy import Policy
from ragkit.state import Rule
from ragkit.trace import Step, Trace

REASONS = [
    *("the owl said so", "it was late", "mice are shy", "two are better than one"),
    *("the map was old", "nobody had asked", "it began to rain", "the door was open"),
]
QUESTIONS = [f"Who hunts {prey}?" for prey in ("mice", "bats", "frogs", "owls", "moths", "hares")]
OPPOSITE = "in the opposite order"
OWN = Own(
    "Each reason is written as `{form}`, with the fields of its row in the place of the braces, "
    "and they are returned {order}.",
    form=(
        *("{why}", "{when}: {why}", "{why} ({when})"),
        *("{do}: {why}", "{why} [{budget}]", "{when} > {do}: {why}"),
    ),
    order=("in order", OPPOSITE),
)
NODES = ["rewrite", "search_web", "generate", "apologise", "retrieve"]


def reasons(trace: Trace, node: str) -> list[str]:
    """Why the policy sent a run to a node, once for each time, in order.

    >>> [why[:29] for why in reasons(retold(CRAG, ["exhausted"]), "search_web")]
    ['the retries are used up, and ']
    """
    rules = _that_led_to(trace, node)
    whys = map(_written, rules)
    return _ordered(whys)


def _that_led_to(trace: Trace, node: str) -> list[Rule]:
    rules = _fired(trace)
    return [rule for rule in rules if rule.do == node]


def _written(rule: Rule) -> str:
    """The reason of a row, in the form of the variant."""
    fields = asdict(rule)
    form: str = OWN.form
    return form.format(**fields)


def _ordered(whys: Iterable[str]) -> list[str]:
    """Reasons in the order of the variant."""
    ordered = list(whys)
    if OWN.order == OPPOSITE:
        ordered.reverse()
    return ordered


def _fired(trace: Trace) -> list[Rule]:
    """The rows that decided, in order."""
    rules = []
    for step in trace.steps:
        if step.rule is not None:
            rules.append(step.rule)
    return rules


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A node that two rows led to; one that no row led to; one never visited; then drawn runs."""
    searched = ["insufficient"] * rng.randint(2, 3)
    whole = _told(rng, [*searched, "exhausted"], web=True)
    for node in ("rewrite", "generate", "apologise", "search_web"):
        yield answer.against(reasons, whole, node)
    for _ in range(10):
        trace = _drawn(rng)
        yield answer.against(reasons, trace, rng.choice(NODES))


def _reworded(rng: Random) -> Policy:
    """The policy of corrective RAG with reasons of another kind, and two rows that search again."""
    once = replace(CRAG[-1], budget=1)
    rules = [*CRAG[:-1], once, CRAG[-1]]
    whys = rng.sample(REASONS, len(rules))
    reworded = []
    for rule, why in zip(rules, whys, strict=True):
        other = replace(rule, why=why)
        reworded.append(other)
    return tuple(reworded)


def _told(rng: Random, findings: Sequence[str], web: bool) -> Trace:
    policy = _reworded(rng)
    question = rng.choice(QUESTIONS)
    return retold(policy, findings, web, question)


def _drawn(rng: Random) -> Trace:
    retries = rng.randint(0, 3)
    last = rng.choice(["approved", "exhausted"])
    web = rng.choice([True, False])
    searched = ["insufficient"] * retries
    return _told(rng, [*searched, last], web)


def _why(step: Step) -> str:
    """Why a run went on after a step, which may be a way that is fixed."""
    if step.rule is None:
        return step.why
    return _written(step.rule)


def _of_the_node(trace: Trace, node: str) -> list[str]:
    whys = []
    for step in trace.steps:
        if step.node == node:
            whys.append(_why(step))
    return _ordered(whys)


def _rows_of_the_node(trace: Trace, node: str) -> list[str]:
    whys = []
    for step in trace.steps:
        if step.node == node and step.rule is not None:
            why = _written(step.rule)
            whys.append(why)
    return _ordered(whys)


def _fixed_ways_too(trace: Trace, node: str) -> list[str]:
    whys = []
    for before, after in pairwise(trace.steps):
        if after.node == node:
            why = _why(before)
            whys.append(why)
    return _ordered(whys)


def _first_only(trace: Trace, node: str) -> list[str]:
    rules = _that_led_to(trace, node)
    whys = map(_written, rules[:1])
    return list(whys)


def _every_decision(trace: Trace, node: str) -> list[str]:
    rules = _fired(trace)
    whys = map(_written, rules)
    return _ordered(whys)


MISCONCEPTIONS = {
    "the step of the node itself is read, and not the one that led to it": _of_the_node,
    "the row is looked for in the step of the node itself, which has none": _rows_of_the_node,
    "a way that the graph has fixed counts as a decision": _fixed_ways_too,
    "only the first time is told": _first_only,
    "every decision of the run is told, wherever it led": _every_decision,
}
