"""Run a graph and keep what happened: the one record that widgets, metrics and tests read.

Nodes know nothing of it: it watches LangGraph's task stream and LangChain's model callbacks from outside.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, LLMResult
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph

from ragkit.kit import Kit
from ragkit.replies import was_cached
from ragkit.state import REFUSAL, Claim, Passage, Rule

Graph = StateGraph[Any, Any, Any, Any] | CompiledStateGraph[Any, Any, Any, Any]
FIXED = "the graph has one way from here"


@dataclass(frozen=True)
class Usage:
    """Tokens of one or many model calls. A call answered from the disk cache counts what it took when it was real."""

    calls: int = 0
    cached: int = 0
    """Calls answered from disk: nothing was computed for them in this run."""
    tokens_in: int = 0
    reused: int = 0
    """Of `tokens_in`, those whose work the server still had from an earlier prompt."""
    tokens_out: int = 0
    seconds: float = 0.0

    @property
    def evaluated(self) -> int:
        """Prompt tokens that had to be worked through."""
        return self.tokens_in - self.reused

    def __add__(self, other: Usage) -> Usage:
        return Usage(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))


@dataclass(frozen=True)
class Step:
    """One node at work."""

    node: str
    seconds: float
    usage: Usage
    wrote: dict[str, Any]
    rule: Rule | None = None
    """The policy row that decided the next step; None where the graph has only one way on."""

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
        sources = "".join(f"\n  [{i}] {p.place}" for i, p in enumerate(self.passages, start=1))
        notes = "".join(f"\nnote: {note}" for note in self.notes)
        return (
            f"question: {self.question}\nanswer:   {self.answer}\nsources:{sources}\n"
            f"route:    {' > '.join(self.route)}\n"
            f"cost:     {self.seconds:.1f} s, {use.calls} model calls ({use.cached} from disk), "
            f"{use.tokens_in} tokens in ({use.reused} reused), {use.tokens_out} out{notes}"
        )


def run(graph: Graph, question: str, kit: Kit) -> Trace:
    """Run a graph on a question and return what happened."""
    *_, trace = stream(graph, question, kit)
    assert isinstance(trace, Trace)
    return trace


def stream(graph: Graph, question: str, kit: Kit) -> Iterator[Step | Trace]:
    """Run a graph on a question: each step as its node finishes, and the whole trace at the end.

    Models are loaded before the clock starts, all but the embedded one, which waits for a reply that is not on disk.
    """
    if not question.strip():
        raise ValueError("asked an empty question; write what you want to know")
    compiled = graph.compile() if isinstance(graph, StateGraph) else graph
    kit.load()
    meter = Meter()
    steps: list[Step] = []
    state: dict[str, Any] = {}
    begun: dict[str, float] = {}
    start = time.perf_counter()
    for kind, event in _events(compiled, question, kit, meter):
        if kind == "values":
            state = event
        elif "input" in event:
            begun[event["id"]] = time.perf_counter()
        elif not event["error"]:
            steps.append(_step(event, time.perf_counter() - begun[event["id"]], meter))
            yield steps[-1]
    yield _trace(question, steps, state, time.perf_counter() - start)


def _events(graph: Any, question: str, kit: Kit, meter: Meter) -> Iterator[tuple[str, dict[str, Any]]]:
    """LangGraph's stream: the state after each step, and each task when it starts and when it ends."""
    config = {"callbacks": [meter]}
    return graph.stream({"question": question}, context=kit, stream_mode=["tasks", "values"], config=config)


def _step(event: dict[str, Any], seconds: float, meter: Meter) -> Step:
    wrote = event["result"] or {}
    moves = wrote.get("moves")
    return Step(event["name"], seconds, meter.usage.get(event["id"], Usage()), wrote, moves[-1] if moves else None)


def _trace(question: str, steps: list[Step], state: dict[str, Any], seconds: float) -> Trace:
    return Trace(
        question, tuple(steps), state.get("answer", ""), tuple(state.get("passages", ())), seconds,
        tuple(state.get("claims", ())), tuple(dict.fromkeys(state.get("notes", ()))),
    )  # fmt: skip


@dataclass(eq=False)  # LangGraph keeps callbacks in sets
class Meter(BaseCallbackHandler):
    """Counts model calls by the LangGraph task that made them."""

    usage: dict[str, Usage] = field(default_factory=dict)
    started: dict[UUID, tuple[str, float]] = field(default_factory=dict)

    def on_chat_model_start(self, *_: Any, run_id: UUID, metadata: dict[str, Any] | None = None, **__: Any) -> None:
        """Note which task of the graph asks, be it in a graph below it, and when."""
        task = (metadata or {}).get("langgraph_checkpoint_ns", "").partition("|")[0].rpartition(":")[2]
        self.started[run_id] = (task, time.perf_counter())

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **_: Any) -> None:
        """Add the reply's tokens to the task's usage."""
        task, start = self.started.pop(run_id)
        generation = response.generations[0][0]
        assert isinstance(generation, ChatGeneration) and isinstance(generation.message, AIMessage)
        call = measured(generation.message, time.perf_counter() - start)
        self.usage[task] = self.usage.get(task, Usage()) + call


def measured(reply: AIMessage, seconds: float) -> Usage:
    """What one reply cost, from the endpoint's own count; all zero where it gives none."""
    tokens = reply.usage_metadata
    if tokens is None:
        return Usage(calls=1, cached=int(was_cached(reply)), seconds=seconds)
    reused = tokens.get("input_token_details", {}).get("cache_read", 0)
    return Usage(1, int(was_cached(reply)), tokens["input_tokens"], reused, tokens["output_tokens"], seconds)
