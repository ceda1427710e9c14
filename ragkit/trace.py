"""Run a graph and keep what happened, as the steps and the trace of `steps.py`.

Nodes know nothing of it: it watches LangGraph's task stream and LangChain's model callbacks from
outside.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from threading import Event as Stop
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.config import get_stream_writer
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Overwrite

from ragkit.conversation import Turn
from ragkit.disk.room import NoRoom
from ragkit.kit import Kit
from ragkit.model.embedded import ServerFailed
from ragkit.model.errors import ChatFailed
from ragkit.model.meter import Meter
from ragkit.model.recording import RecordingError
from ragkit.model.stopping import Stopped
from ragkit.model.written import Begun, Piece
from ragkit.start import Graph, fresh, schema
from ragkit.steps import FIXED, MOST_STEPS, Step, Trace
from ragkit.watched import Watched, fields_read, nouns_in

__all__ = [
    "FIXED",
    "Event",
    "Graph",
    "Saver",
    "Step",
    "Trace",
    "compiled_with",
    "follow",
    "run",
    "stream",
]

Saver = BaseCheckpointSaver[Any]

Event = Step | Trace | Begun | Piece
"""What a run tells as it goes on."""


def run(
    graph: Graph,
    question: str,
    kit: Kit,
    saver: Saver | None = None,
    thread: str = "",
    history: Sequence[Turn] | None = None,
    system: str = "",
) -> Trace:
    """Run a graph on a question and return what happened.

    A model that cannot be reached ends the run, and so do a question that was not recorded and a
    full disk: then `trace.failed` says why, and there is no answer. With a `saver`
    (`ragkit.runs.threads`) the run can be resumed then, or after its process was killed, under the
    name of its `thread`. `history` are the turns before this one, for a graph that holds a
    conversation; None: those that the thread kept. `system` is the name that the trace has.
    """
    *_, trace = stream(graph, question, kit, saver, thread, history=history, system=system)
    assert isinstance(trace, Trace)
    return trace


def stream(
    graph: Graph,
    question: str,
    kit: Kit,
    saver: Saver | None = None,
    thread: str = "",
    stop: Stop | None = None,
    history: Sequence[Turn] | None = None,
    pieces: bool = False,
    system: str = "",
) -> Iterator[Event]:
    """Run a graph on a question: each step as its node finishes, and the whole trace at the end.

    Set `stop` from another thread, and the model call under way ends and no other begins; the trace
    then says that it was stopped. Models are loaded before the clock starts, all but the embedded
    one, which waits for a reply that is not on disk. With `pieces`, it also tells when a node
    begins, and what the writer writes, as it comes, where its replies are streamed.
    """
    if not question.strip():
        raise ValueError("asked an empty question; write what you want to know")
    start = fresh(question, schema(graph), history)
    yield from follow(graph, start, kit, saver, thread, stop, pieces, system)


def follow(
    graph: Graph,
    start: dict[str, Any] | None,
    kit: Kit,
    saver: Saver | None = None,
    thread: str = "",
    stop: Stop | None = None,
    pieces: bool = False,
    system: str = "",
) -> Iterator[Event]:
    """Follow a run from its first state, or, with None, from where its thread was stopped."""
    compiled = compiled_with(graph, saver)
    meter, steps, failed = Meter(stop), list[Step](), ""
    state: dict[str, Any] = dict(start or compiled.get_state(_config(thread)).values)
    begun: dict[str, tuple[float, Any]] = {}
    try:
        kit.load()
        meter.clock = time.perf_counter()
        for kind, event in _events(compiled, start, kit, meter, saver, thread, pieces):
            if kind == "custom":
                if isinstance(event, Piece):  # a node of the user's own may write anything
                    yield event
            elif kind == "values":
                state = event
            elif "input" in event:
                meter.go_on()
                begun[event["id"]] = time.perf_counter(), event["input"]
                if pieces:
                    yield Begun(event["name"])
            elif not event["error"]:
                since, seen = begun[event["id"]]
                steps.append(_step(event, time.perf_counter() - since, seen, meter))
                yield steps[-1]
    except (ChatFailed, ServerFailed, RecordingError, Stopped, NoRoom) as error:
        failed = str(error)
    notes = [*_plain(state.get("notes", ())), *meter.notes]
    trace = _trace(steps, state, notes, time.perf_counter() - meter.clock, failed)
    yield _sent(replace(trace, system=system), kit)


def _sent(trace: Trace, kit: Kit) -> Trace:
    """The finished run, sent to the collector of the settings; a note says if that did not work."""
    if kit.collector is None:
        return trace
    note = kit.collector.send(trace)
    return replace(trace, notes=(*trace.notes, note)) if note else trace


def compiled_with(graph: Graph, saver: Saver | None) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph, ready to run. From a checkpoint it reads back the classes in its own state."""
    if not isinstance(graph, StateGraph):
        return graph
    if saver is not None:
        nouns = nouns_in(schema(graph)).values()
        saver = saver.with_allowlist([(noun.__module__, noun.__name__) for noun in nouns])
    return graph.compile(checkpointer=saver)


def _config(thread: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread or "default"}, "recursion_limit": MOST_STEPS}


def _events(
    graph: Any,
    start: dict[str, Any] | None,
    kit: Kit,
    meter: Meter,
    saver: Saver | None,
    thread: str,
    pieces: bool,
) -> Iterator[tuple[str, Any]]:
    """LangGraph's stream: the state after each step, each task as it starts and ends, and pieces.

    For the pieces, LangGraph lets each node work in a thread beside this one.
    """
    modes = ["tasks", "values"]
    if pieces:
        modes.append("custom")
        meter.tell = _write
    config = _config(thread) | {"callbacks": [meter]}
    durability = "sync" if saver else None  # a step is on disk before the next one begins
    return graph.stream(start, config, context=kit, stream_mode=modes, durability=durability)


def _write(piece: Piece) -> None:
    """Write a piece into the stream of the graph whose node is at work in this thread."""
    get_stream_writer()(piece)


def _plain(value: Any) -> Any:
    """A field of a state, also of the first one, which `fresh` wraps for LangGraph."""
    return value.value if isinstance(value, Overwrite) else value


def _step(event: dict[str, Any], seconds: float, seen: Any, meter: Meter) -> Step:
    """A step from the end of a task; `seen` is the state that its node was given."""
    task = event["id"]
    wrote = event["result"] or {}
    moves = wrote.get("moves")
    return Step(
        node=event["name"],
        seconds=seconds,
        usage=meter.usage(task),
        wrote=wrote,
        rule=moves[-1] if moves else None,
        calls=tuple(meter.calls.get(task, ())),
        read=fields_read(seen) if isinstance(seen, Watched) else None,
    )


def _trace(
    steps: list[Step], state: dict[str, Any], notes: list[str], seconds: float, failed: str
) -> Trace:
    return Trace(
        question=state["question"],
        steps=tuple(steps),
        answer="" if failed else state.get("answer", ""),
        passages=tuple(state.get("passages", ())),
        seconds=seconds,
        claims=tuple(state.get("claims", ())),
        notes=tuple(dict.fromkeys(notes)),  # each one once
        failed=failed,
    )
