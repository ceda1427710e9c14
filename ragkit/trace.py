"""Run a graph and keep what happened: the one record that widgets, metrics and tests read.

Nodes know nothing of it: it watches LangGraph's task stream and LangChain's model callbacks from outside.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Overwrite

from ragkit.chat_errors import ChatFailed
from ragkit.embedded import ServerFailed
from ragkit.kit import Kit
from ragkit.meter import Call, Meter, Stopped, Usage
from ragkit.state import REFUSAL, Claim, Passage, RAGState, Rule

Graph = StateGraph[Any, Any, Any, Any] | CompiledStateGraph[Any, Any, Any, Any]
Saver = BaseCheckpointSaver[Any]
FIXED = "the graph has one way from here"
MOST_STEPS = 100
"""Far more than any policy's budgets allow: a graph of the user's own that runs in a circle ends here."""


@dataclass(frozen=True)
class Step:
    """One node at work."""

    node: str
    seconds: float
    usage: Usage
    wrote: dict[str, Any]
    rule: Rule | None = None
    """The policy row that decided the next step; None where the graph has only one way on."""
    calls: tuple[Call, ...] = ()
    """Every model call that the node made, in order: what it asked and what came back."""

    @property
    def why(self) -> str:
        """Why the run went on as it did."""
        return self.rule.why if self.rule else FIXED


@dataclass(frozen=True)
class Trace:
    """A run: question, answer, evidence, and every step in between."""

    question: str
    steps: tuple[Step, ...]
    answer: str
    passages: tuple[Passage, ...]
    """The evidence that was really used."""
    seconds: float
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    """What fell back or could not be done."""
    failed: str = ""
    """Why the run ended without answer or refusal; empty when it did not."""

    @property
    def refused(self) -> bool:
        """Whether the run abstained, in the exact words of the refusal."""
        return self.answer == REFUSAL

    @property
    def route(self) -> list[str]:
        """The nodes in the order in which they finished."""
        return [step.node for step in self.steps]

    @property
    def usage(self) -> Usage:
        """Model calls and tokens of the whole run."""
        return sum((step.usage for step in self.steps), Usage())

    def __str__(self) -> str:
        use = self.usage
        outcome = f"failed:   {self.failed}" if self.failed else f"answer:   {self.answer}"
        sources = "".join(f"\n  [{i}] {p.place}" for i, p in enumerate(self.passages, start=1))
        notes = "".join(f"\nnote: {note}" for note in self.notes)
        return (
            f"question: {self.question}\n{outcome}\nsources:{sources}\n"
            f"route:    {' > '.join(self.route)}\n"
            f"cost:     {self.seconds:.1f} s, {use.calls} model calls ({use.cached} from disk), "
            f"{use.tokens_in} tokens in ({use.reused} reused), {use.tokens_out} out{notes}"
        )


def run(graph: Graph, question: str, kit: Kit, saver: Saver | None = None, thread: str = "") -> Trace:
    """Run a graph on a question and return what happened.

    A model that cannot be reached ends the run: then `trace.failed` says why, and there is no answer. With a `saver`
    (`ragkit.threads`) the run can be resumed after its process was killed, under the name of its `thread`.
    """
    *_, trace = stream(graph, question, kit, saver, thread)
    assert isinstance(trace, Trace)
    return trace


def stream(
    graph: Graph, question: str, kit: Kit, saver: Saver | None = None, thread: str = "", stop: Event | None = None
) -> Iterator[Step | Trace]:
    """Run a graph on a question: each step as its node finishes, and the whole trace at the end.

    Set `stop` from another thread and no further model call begins; the trace then says that it was stopped. Models
    are loaded before the clock starts, all but the embedded one, which waits for a reply that is not on disk.
    """
    if not question.strip():
        raise ValueError("asked an empty question; write what you want to know")
    yield from follow(graph, fresh(question), kit, saver, thread, stop)


def follow(
    graph: Graph, start: dict[str, Any] | None, kit: Kit, saver: Saver | None = None, thread: str = "",
    stop: Event | None = None,
) -> Iterator[Step | Trace]:  # fmt: skip
    """Follow a run from its first state, or, with None, from where its thread was stopped."""
    compiled = graph.compile(checkpointer=saver) if isinstance(graph, StateGraph) else graph
    meter, steps, failed = Meter(stop), list[Step](), ""
    state: dict[str, Any] = dict(start or compiled.get_state(_config(thread)).values)
    begun: dict[str, float] = {}
    clock = time.perf_counter()
    try:
        kit.load()
        clock = time.perf_counter()
        for kind, event in _events(compiled, start, kit, meter, saver, thread):
            if kind == "values":
                state = event
            elif "input" in event:
                meter.go_on()
                begun[event["id"]] = time.perf_counter()
            elif not event["error"]:
                steps.append(_step(event, time.perf_counter() - begun[event["id"]], meter))
                yield steps[-1]
    except (ChatFailed, ServerFailed, Stopped) as error:
        failed = str(error)
    yield _trace(steps, state, time.perf_counter() - clock, failed)


def fresh(question: str) -> dict[str, Any]:
    """The first state of a run: nothing is left of an earlier question on the same thread."""
    blank = vars(RAGState(question=question))
    return {name: Overwrite(value) if name in ("moves", "notes") else value for name, value in blank.items()}


def _config(thread: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread or "default"}, "recursion_limit": MOST_STEPS}


def _events(
    graph: Any, start: dict[str, Any] | None, kit: Kit, meter: Meter, saver: Saver | None, thread: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """LangGraph's stream: the state after each step, and each task when it starts and when it ends."""
    config = _config(thread) | {"callbacks": [meter]}
    durability = "sync" if saver else None  # a step is on disk before the next one begins
    return graph.stream(start, config, context=kit, stream_mode=["tasks", "values"], durability=durability)


def _step(event: dict[str, Any], seconds: float, meter: Meter) -> Step:
    wrote, task = event["result"] or {}, event["id"]
    moves = wrote.get("moves")
    calls = tuple(meter.calls.get(task, ()))
    return Step(event["name"], seconds, meter.usage(task), wrote, moves[-1] if moves else None, calls)


def _trace(steps: list[Step], state: dict[str, Any], seconds: float, failed: str) -> Trace:
    return Trace(
        state["question"], tuple(steps), "" if failed else state.get("answer", ""), tuple(state.get("passages", ())),
        seconds, tuple(state.get("claims", ())), tuple(dict.fromkeys(state.get("notes", ()))), failed,
    )  # fmt: skip
