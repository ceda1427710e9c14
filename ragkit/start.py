"""The first state of a run, and what of it a thread keeps for its next question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, cast, get_type_hints

from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Overwrite

from ragkit.conversation import Turn
from ragkit.watched import KEPT

Graph = StateGraph[Any, Any, Any, Any] | CompiledStateGraph[Any, Any, Any, Any]


def schema(graph: Graph) -> type:
    """The class of a graph's state."""
    builder = graph if isinstance(graph, StateGraph) else graph.builder
    return builder.state_schema


def holds_conversation(graph: Graph) -> bool:
    """Whether a graph reads what was said before; otherwise it answers each question alone."""
    return "history" in set(_marked(schema(graph), KEPT))


def fresh(question: str, schema: Any, history: Sequence[Turn] | None = None) -> dict[str, Any]:
    """The first state of a run: nothing is left of an earlier question on the same thread.

    All but what is kept (`KEPT`), which is the history of a conversation, unless it is given.
    `schema` is the graph's own dataclass. Of any other state only the question is known. Raises
    `ValueError` for a history where the graph has no use for one.
    """
    kept = set(_marked(schema, KEPT))
    if history is not None and "history" not in kept:
        raise ValueError(
            "asked to run with a history, and this graph holds no conversation; "
            "leave the history out, or use `advanced`"
        )
    if not is_dataclass(schema):
        return {"question": question}
    blank: Any = cast(Any, schema)(question=question)
    names = [field.name for field in fields(blank) if field.name not in kept]
    state = {name: getattr(blank, name) for name in names}
    for name in appended(schema):
        state[name] = Overwrite(state[name])  # else LangGraph would add to what a thread has kept
    if history is not None:
        state["history"] = list(history)
    return state


def appended(schema: Any) -> set[str]:
    """The fields of a state to which nodes add, where the others replace: those with a reducer.

    >>> from ragkit.state import RunState
    >>> sorted(appended(RunState))
    ['moves', 'notes', 'set_aside']
    """
    return {name for name, mark in _marks(schema) if callable(mark)}


def _marked(schema: Any, wanted: str) -> Iterator[str]:
    """Yield the fields of a state that have a mark."""
    for name, mark in _marks(schema):
        if mark == wanted:
            yield name


def _marks(schema: Any) -> Iterator[tuple[str, Any]]:
    """Yield each mark of each field of a state."""
    for name, hint in get_type_hints(schema, include_extras=True).items():
        for mark in getattr(hint, "__metadata__", ()):
            yield name, mark
