"""Fly a run again from any of its steps, with one thing changed (teams).

What came before that step is taken from the trace, and not computed again. So a question such as
*what if it had not been allowed to read on?* costs only what follows.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import StateGraph

from ragkit.kit import Kit
from ragkit.start import appended, fresh
from ragkit.trace import Step, Trace, compiled_with, follow

THREAD = "again"
Graph = StateGraph[Any, Any, Any, Any]


def again(graph: Graph, trace: Trace, kit: Kit, before: int, **changes: Any) -> Trace:
    """Run a graph on from in front of a step of a trace, with fields of the state changed.

    `before` is the step's place in `trace.steps`, from 0. `changes` are what the step finds in its
    state: `passages=[...]` edits what a tool returned, `forbidden=["read_passage"]` forbids an
    action of `single`. Without any, it is what the run would do again.

    The result has the earlier steps of the trace, then the new ones. Raises `ValueError` for a step
    or a field that is not there, and for a step that ran beside others.
    """
    _check(graph, trace, before, changes)
    if not before:
        start = fresh(trace.question, graph.state_schema) | changes
        return _followed(graph, start, kit, None, ())

    # By default it reads every class, with a warning; `compiled_with` adds those of the state.
    saver = InMemorySaver(serde=JsonPlusSerializer(allowed_msgpack_modules=None))
    compiled = compiled_with(graph, saver)
    state = state_before(graph, trace, before) | changes
    config: Any = {"configurable": {"thread_id": THREAD}}
    compiled.update_state(config, state, as_node=trace.steps[before - 1].node)
    return _followed(graph, None, kit, saver, trace.steps[:before])


def state_before(graph: Graph, trace: Trace, before: int) -> dict[str, Any]:
    """The fields of the state that a step of a trace found."""
    blank = graph.state_schema(question=trace.question)
    state = {field.name: getattr(blank, field.name) for field in fields(blank)}
    adding = appended(graph.state_schema)
    for step in trace.steps[:before]:
        for name, value in step.wrote.items():
            state[name] = [*state[name], *value] if name in adding else value
    return state


def _followed(
    graph: Graph, start: dict[str, Any] | None, kit: Kit, saver: Any, earlier: tuple[Step, ...]
) -> Trace:
    """The trace of what follows, behind the earlier steps."""
    *_, rest = follow(graph, start, kit, saver, THREAD)
    assert isinstance(rest, Trace)
    steps = (*earlier, *rest.steps)
    return replace(rest, steps=steps, seconds=sum(step.seconds for step in steps))


def _check(graph: Graph, trace: Trace, before: int, changes: dict[str, Any]) -> None:
    if not 0 <= before < len(trace.steps):
        there = f"0 to {len(trace.steps) - 1}"
        raise ValueError(f"asked for step {before}, and the run has steps {there}")
    unknown = sorted(set(changes) - set(graph.state_schema.__dataclass_fields__))
    if unknown:
        raise ValueError(f"the state of this graph has no field {', '.join(unknown)}")
    strange = sorted({step.node for step in trace.steps} - set(graph.nodes))
    if strange:
        raise ValueError(f"the run has the nodes {', '.join(strange)}, and this graph has not")
    for step in trace.steps[max(before - 1, 0) : before + 1]:
        # A node that gets a task, and no part of the state, has others at its side.
        if not issubclass(graph.state_schema, graph.nodes[step.node].input_schema):
            raise ValueError(
                f"step {before} is beside workers that run at the same time ({step.node}); take "
                "the step in front of all of them, or one further behind"
            )
