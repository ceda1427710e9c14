"""The edges of a graph, and which of them a run took, and how often.

A trace records steps, not edges. An edge counts as taken when a step at its end follows a step at
its start. After a step whose policy rule fired, only the edge that the rule names counts. Steps
that ran side by side are recognised by their edges too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from langchain_core.runnables.graph import Edge as DrawnEdge
from langgraph.graph import END, START, StateGraph

from ragkit.model.meter import Usage
from ragkit.policy import Policy, tables
from ragkit.state import Rule
from ragkit.trace import Graph, Step
from ragkit.widgets.drawing.layers import Edge


@dataclass(frozen=True)
class Way:
    """An edge of a graph: whether it is a choice, and what leads along it."""

    choice: bool
    rules: tuple[Rule, ...] = ()
    word: str = ""
    """The graph's own name for the edge."""

    @property
    def issues(self) -> list[str]:
        """What leads here, by the rules or by the graph's own word."""
        issues = [rule.when for rule in self.rules]
        if not issues and self.word:
            return [self.word]
        return list(dict.fromkeys(issues))


def network(
    graph: Graph, policies: Mapping[str, Policy] | None = None
) -> tuple[list[str], dict[Edge, Way]]:
    """The nodes of a graph in their order, and its edges with the policy rows that lead there.

    The policies are those of the graph, unless others are given.
    """
    compiled = graph.compile() if isinstance(graph, StateGraph) else graph
    drawn = compiled.get_graph()
    if policies is None:
        policies = tables(graph)
    nodes = list(drawn.nodes)
    place = {node: number for number, node in enumerate(nodes)}
    order = {}
    for edge in drawn.edges:
        word = str(edge.data or "")
        order[edge] = (place[edge.source], place[edge.target], word)
    found = dict[Edge, Way]()
    for edge in sorted(order, key=order.__getitem__):
        policy = policies.get(edge.source, ()) if edge.conditional else ()
        pair = (edge.source, edge.target)
        found[pair] = _way(edge, policy, found.get(pair))
    return nodes, found


def _way(edge: DrawnEdge, policy: Policy, known: Way | None) -> Way:
    """An edge, together with what is already known of it when the graph has it twice."""
    word = str(edge.data or "")
    words = [known.word, word] if known else [word]
    return Way(
        choice=edge.conditional and (known is None or known.choice),
        rules=tuple(rule for rule in policy if rule.do == edge.target),
        word=", ".join(dict.fromkeys(filter(None, words))),
    )


def visits(steps: Sequence[Step]) -> dict[str, list[int]]:
    """The numbers of the steps, from 1, at which each node ran."""
    found: dict[str, list[int]] = {}
    for number, step in enumerate(steps, start=1):
        found.setdefault(step.node, []).append(number)
    return found


def taken(steps: Sequence[Step], edges: Collection[Edge], ended: bool) -> Counter[Edge]:
    """How often a run went along each edge.

    If the run `ended`, a step that led nowhere else led to the end.
    """
    route = [step.node for step in steps]
    start, end = (Step(node, 0.0, Usage(), {}) for node in (START, END))
    groups = [[start]]
    for numbers in together(route, edges):
        groups.append([steps[number] for number in numbers])
    if ended:
        groups.append([])
    counts = Counter[Edge]()
    for before, after in pairwise(groups):
        idle = []
        for step in before:
            onward = _onward(step, after, edges)
            counts.update(onward)
            if not onward:
                idle.append(step)
        # Where no step of a group leads to the next group, the run has left the map, not ended.
        left_map = after and len(idle) == len(before)
        if ended and not left_map:
            for step in idle:
                counts.update(_onward(step, [end], edges))
    return counts


def _onward(step: Step, after: Sequence[Step], edges: Collection[Edge]) -> list[Edge]:
    """The edges that lead from a step to those after it."""
    onward = []
    for other in after:
        if _goes(step, other.node, edges):
            onward.append((step.node, other.node))
    return onward


def _goes(step: Step, target: str, edges: Collection[Edge]) -> bool:
    """Whether a step can have led to a node: there is an edge, and its rule names no other edge."""
    if (step.node, target) not in edges:
        return False
    if step.rule is None or step.rule.do == target:
        return True
    return (step.node, step.rule.do) not in edges


def together(route: Sequence[str], edges: Collection[Edge]) -> list[list[int]]:
    """The steps of a route, with those in one list that ran side by side.

    Steps of one list do not lead to each other, but the same steps before lead to all of them.

    >>> together("abcd", {("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")})
    [[0], [1, 2], [3]]
    """
    groups = list[list[int]]()
    before = set[str]()
    now = {START}
    for number, node in enumerate(route):
        mates = {*now, node}
        shared = all(_reached(mate, before, edges) for mate in mates)
        if shared and not _reached(node, now, edges):
            groups[-1].append(number)
            now = mates
        else:
            groups.append([number])
            before = now
            now = {node}
    return groups


def _reached(node: str, sources: Collection[str], edges: Collection[Edge]) -> bool:
    """Whether an edge leads to a node from one of some others."""
    incoming = {(source, node) for source in sources}
    return not incoming.isdisjoint(edges)
