"""Run a graph and keep what happened: the one record that widgets, metrics and tests read.

Nodes know nothing of it: it watches LangGraph's task stream and LangChain's model callbacks from
outside.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from ragkit.model.meter import Call, Meter, Usage
from ragkit.model.recording import RecordingError
from ragkit.model.stopping import Stopped
from ragkit.model.written import Begun, Piece
from ragkit.start import Graph, fresh, schema
from ragkit.state import REFUSAL, Claim, Passage, Rule
from ragkit.text.counted import counted
from ragkit.text.excerpts import rests_on
from ragkit.text.printable import shown
from ragkit.text.wrapped import wrapped
from ragkit.watched import Watched, fields_read, nouns_in

Saver = BaseCheckpointSaver[Any]
FIXED = "no choice here: the graph always goes on in the same way"
MOST_STEPS = 100
"""Far more than any policy's budgets allow: a graph of the user's own that runs in a circle ends
here."""


@dataclass(frozen=True)
class Step:
    """One node at work."""

    node: str
    seconds: float
    usage: Usage
    wrote: dict[str, Any]
    """The fields that it wrote, in its order."""
    rule: Rule | None = None
    """The policy row that decided the next step; None where the graph has only one way on."""
    calls: tuple[Call, ...] = ()
    """Every model call that the node made, in order: what it asked and what came back."""
    read: dict[str, Any] | None = None
    """The fields that it really read, in order; None where the state does not note it (see
    `state.Watched`)."""

    @property
    def why(self) -> str:
        """Why the run went on as it did."""
        if self.rule is None:
            return FIXED
        return self.rule.why


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
    system: str = ""
    """The name of the system that ran; empty where a graph was run without one."""

    @property
    def refused(self) -> bool:
        """Whether the run abstained, in the exact words of the refusal."""
        return self.answer == REFUSAL

    @property
    def route(self) -> list[str]:
        """The nodes in the order in which they finished."""
        return [step.node for step in self.steps]

    @property
    def retries(self) -> int:
        """How often a critic sent the question back to be searched for again."""
        loops = [step.wrote.get("loop") for step in self.steps]
        # a file may hold anything
        counts = [loop for loop in loops if isinstance(loop, int) and 0 <= loop <= MOST_STEPS]
        return max(counts, default=0)

    @property
    def asked_web(self) -> bool:
        """Whether the run went to the web."""
        asked = [step.wrote.get("asked_web") for step in self.steps]
        return True in asked

    @property
    def usage(self) -> Usage:
        """Model calls and tokens of the whole run."""
        usages = [step.usage for step in self.steps]
        return sum(usages, Usage())

    def __str__(self) -> str:
        use = self.usage
        calls = counted(use.calls, "model call")
        outcome = f"failed:   {self.failed}" if self.failed else f"answer:   {self.answer}"
        sources = ""
        sentences = rests_on(self.answer, self.passages)
        for number, passage in enumerate(self.passages, start=1):
            sources += f"\n  [{number}] {passage.place}"
            if number in sentences:
                sources += f'\n      "{sentences[number]}"'
        notes = "".join(f"\nnote: {note}" for note in self.notes)
        text = (
            f"question: {self.question}\n{outcome}\nsources:{sources}\n"
            f"route:    {' > '.join(self.route)}\n"
            f"cost:     {self.seconds:.1f} s, {calls} ({use.cached} from disk), "
            f"{use.tokens}{notes}"
        )
        # What documents, pages and models wrote must not reach a terminal as commands.
        return wrapped(shown(text))


Event = Step | Trace | Begun | Piece
"""What a run tells as it goes on."""


def run(
    graph: Graph,
    question: str,
    kit: Kit,
    saver: Saver | None = None,
    thread: str = "",
    history: Sequence[Turn] | None = None,
) -> Trace:
    """Run a graph on a question and return what happened.

    A model that cannot be reached ends the run, and so do a question that was not recorded and a
    full disk: then `trace.failed` says why, and there is no answer. With a `saver`
    (`ragkit.runs.threads`) the run can be resumed then, or after its process was killed, under the
    name of its `thread`. `history` are the turns before this one, for a graph that holds a
    conversation; None: those that the thread kept.
    """
    *_, trace = stream(graph, question, kit, saver, thread, history=history)
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
    yield from follow(graph, start, kit, saver, thread, stop, pieces)


def follow(
    graph: Graph,
    start: dict[str, Any] | None,
    kit: Kit,
    saver: Saver | None = None,
    thread: str = "",
    stop: Stop | None = None,
    pieces: bool = False,
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
    yield _trace(steps, state, notes, time.perf_counter() - meter.clock, failed)


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
