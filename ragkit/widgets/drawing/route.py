"""What there is to draw of a graph, and what a run did on it: which edges a trace took, and how often.

A trace holds steps, not edges. An edge counts as taken when a step at its end follows one at its start; of a
policy's edges only the one that the row which fired names. Steps that ran side by side are told by their edges too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from langgraph.graph import END, START, StateGraph

from ragkit.meter import Usage
from ragkit.policy import ANSWER, CONTEXT, CRAG, Policy
from ragkit.state import Rule
from ragkit.trace import Graph, Step
from ragkit.widgets.drawing.layers import Edge

OURS: dict[str, tuple[Policy, ...]] = {"context_critic": (CONTEXT, CRAG), "answer_critic": (ANSWER,)}
"""The kit's own tables by the node that they steer: the one is taken whose destinations are the node's."""


@dataclass(frozen=True)
class Way:
    """An edge of a graph: whether it is a choice, and what leads along it."""

    choice: bool
    rules: tuple[Rule, ...] = ()
    word: str = ""
    """What the graph itself calls it."""

    @property
    def issues(self) -> list[str]:
        """What leads here, by the rules or by the graph's own word."""
        return list(dict.fromkeys(rule.when for rule in self.rules)) or [self.word] * bool(self.word)


def network(
    graph: Graph, steps: Sequence[Step], policies: Mapping[str, Policy] | None
) -> tuple[list[str], dict[Edge, Way]]:
    """The nodes of a graph in their order, and its edges, each with the policy rows that lead there."""
    drawn = (graph.compile() if isinstance(graph, StateGraph) else graph).get_graph()
    nodes, found = list(drawn.nodes), dict[Edge, Way]()
    leads = {node: {e.target for e in drawn.edges if e.source == node and e.conditional} for node in nodes}
    tables = {node: _table(node, leads[node], steps, policies) for node in nodes}
    for edge in sorted(drawn.edges, key=lambda e: (nodes.index(e.source), nodes.index(e.target), str(e.data or ""))):
        pair, rules = (edge.source, edge.target), tables[edge.source] if edge.conditional else ()
        known = found.get(pair, Way(choice=True))
        words = dict.fromkeys(filter(None, [known.word, str(edge.data or "")]))
        found[pair] = Way(
            known.choice and edge.conditional, tuple(r for r in rules if r.do == edge.target), ", ".join(words)
        )
    return nodes, found


def _table(node: str, leads: set[str], steps: Sequence[Step], policies: Mapping[str, Policy] | None) -> Policy:
    """The node's policy; of the kit's own, one that leads where the node does and holds every row that fired there."""
    if policies is not None:
        return policies.get(node, ())
    fired = {step.rule for step in steps if step.node == node and step.rule}
    fitting = (t for t in OURS.get(node, ()) if {rule.do for rule in t} == leads and fired <= set(t))
    return next(fitting, ())


def visits(steps: Sequence[Step]) -> dict[str, list[int]]:
    """The numbers of the steps, from 1, at which each node ran."""
    found: dict[str, list[int]] = {}
    for number, step in enumerate(steps, start=1):
        found.setdefault(step.node, []).append(number)
    return found


def taken(steps: Sequence[Step], edges: Collection[Edge], ended: bool) -> Counter[Edge]:
    """How often a run went along each edge; where it `ended`, what led nowhere else led to the end."""
    led = Counter[Edge]()
    groups = [[steps[i] for i in group] for group in together([step.node for step in steps], edges)]
    start = Step(START, 0.0, Usage(), {})
    for before, after in pairwise([[start], *groups, *([[]] if ended else [])]):
        outs = [[(step.node, other.node) for other in after if _goes(step, other.node, edges)] for step in before]
        led.update(edge for out in outs for edge in out)
        if ended and (any(outs) or not after):
            idle = [step for step, out in zip(before, outs, strict=True) if not out and _goes(step, END, edges)]
            led.update((step.node, END) for step in idle)
    return led


def _goes(step: Step, target: str, edges: Collection[Edge]) -> bool:
    """Whether a step can have led to a node: by an edge, and by its rule where that names another edge."""
    if (step.node, target) not in edges:
        return False
    return step.rule is None or step.rule.do == target or (step.node, step.rule.do) not in edges


def together(route: Sequence[str], edges: Collection[Edge]) -> list[list[int]]:
    """The steps of a route, those in one list that ran side by side: nothing in it leads to them, but the same before.

    >>> together("abcd", {("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")})
    [[0], [1, 2], [3]]
    """
    groups, before, now = list[list[int]](), set[str](), {START}
    for number, node in enumerate(route):
        beside = all(any((other, mate) in edges for other in before) for mate in {*now, node})
        if beside and not any((other, node) in edges for other in now):
            groups[-1].append(number)
            now.add(node)
        else:
            groups.append([number])
            before, now = now, {node}
    return groups
