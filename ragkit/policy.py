"""Where a run goes next, by tables whose rows say why (adaptive, sections 4.5, 4.8 and 4.10).

A critic's node judges, and a function of its graph names what is wrong: the issues. The first row
of the graph's table that fits decides, and is kept in the trace. No model is called here. The
tables are next to the graphs: `graphs/adaptive/policy.py`, `graphs/crag/policy.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import wraps
from typing import Any, Protocol, cast

from langgraph.graph import StateGraph
from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.settings import Settings
from ragkit.state import Rule, RunState
from ragkit.watched import with_written

Policy = tuple[Rule, ...]
"""A table of rules, of which the first that fits decides."""
Issues = Callable[[Any, Settings], set[str]]
"""A function that names what is wrong, by the state after a node ran."""
TABLE = "ragkit policy"
"""The key in a node's metadata under which its table is kept."""


class Node(Protocol):
    """A function that LangGraph calls with the state and the kit; it returns what it wrote."""

    __name__: str

    def __call__(self, state: Any, runtime: Runtime[Kit]) -> dict[str, Any]: ...


class NoRow(LookupError):
    """No row of the policy fits.

    The message names the issues, the rows that fired, and the destinations that were closed.
    """


def choose(
    policy: Policy, issues: Collection[str], moves: Sequence[Rule], closed: Collection[str] = ()
) -> Rule:
    """The first row for one of the issues that has budget left and whose destination is open.

    `moves` are the rows that fired so far in this run; `closed` are the destinations that are not
    available. Raises `NoRow`.

    >>> table = (
    ...     Rule("thirsty", "drink", "water helps"),
    ...     Rule("thirsty", "complain", "there is no more"),
    ... )
    >>> first = choose(table, {"thirsty"}, [])
    >>> first.do, choose(table, {"thirsty"}, [first]).do
    ('drink', 'complain')
    >>> choose(table, {"thirsty"}, [], closed={"drink"}).do
    'complain'
    """
    for rule in policy:
        fits = rule.when in issues
        is_open = rule.do not in closed
        has_budget = moves.count(rule) < rule.budget
        if fits and is_open and has_budget:
            return rule
    path = [move.do for move in moves]
    raise NoRow(f"no row for {sorted(issues)} after {path}, with {sorted(closed)} closed")


def add_steered(
    graph: StateGraph[Any, Any, Any, Any],
    node: Node,
    policy: Policy,
    issues: Issues,
    name: str = "",
) -> None:
    """Add a node with its policy, and an edge to every destination of the policy.

    The node has the name of its function, unless it is given another. The policy is kept in the
    node's metadata, so that a drawing of the graph can show it.
    """
    name = name or node.__name__
    steer = cast(Any, steered(node, policy, issues))
    graph.add_node(name, steer, metadata={TABLE: policy})
    graph.add_conditional_edges(name, where, destinations(policy))


def steered(node: Node, policy: Policy, issues: Issues) -> Node:
    """The node, followed by its policy.

    It writes what the node writes, and the row of the policy that says where the run goes next.
    """

    # LangGraph narrows a state by the annotation of a node's first parameter. The policy may read
    # more of it than the node, so the annotations are not copied from the node.
    @wraps(node, assigned=("__module__", "__name__", "__qualname__", "__doc__"))
    def steer(state: Any, runtime: Runtime[Kit]) -> dict[str, Any]:
        kit = runtime.context
        wrote = node(state, runtime)
        after = with_written(state, wrote)
        problems = issues(after, kit.settings)
        move = choose(policy, problems, after.moves, closed(after, kit))
        return wrote | {"moves": [move]}

    return steer


def closed(state: RunState, kit: Kit) -> set[str]:
    """The destinations that are not available: the web when it is off, or was asked already."""
    if state.asked_web or kit.web is None:
        return {"search_web"}
    return set()


def where(state: RunState) -> str:
    """The destination of the row that fired last, for LangGraph's conditional edges."""
    return state.moves[-1].do


def destinations(policy: Policy) -> list[str]:
    """Every destination of a policy, once, in the order of its rows."""
    every = [rule.do for rule in policy]
    # Each once: a dict keeps its keys in order.
    once = dict.fromkeys(every)
    return list(once)


def tables(graph: Any) -> dict[str, Policy]:
    """The policies of a graph, compiled or not, by the name of the node that each one follows."""
    # A compiled graph keeps the graph that it was compiled from.
    uncompiled = getattr(graph, "builder", graph)
    policies = {}
    for name, node in uncompiled.nodes.items():
        metadata = node.metadata or {}
        policy = metadata.get(TABLE)
        if policy is not None:
            policies[name] = policy
    return policies
