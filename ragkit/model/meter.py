"""What model calls cost: tokens evaluated, reused and generated.

They are counted from outside, by LangChain's callbacks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, LLMResult

from ragkit.model.ending import notes
from ragkit.model.errors import REMEDY, ChatFailed, TooSlow, explained
from ragkit.model.llm import SHORT, STREAMED, likeliest
from ragkit.model.reasoning import parted
from ragkit.model.recorded_reply import source_of
from ragkit.model.remarks import take_remarks
from ragkit.model.replies import was_cached
from ragkit.model.stopping import Stopped, heed
from ragkit.model.written import Piece, Written
from ragkit.settings import Price
from ragkit.text.counted import counted


@dataclass(frozen=True)
class Usage:
    """Tokens of one or many model calls.

    A call answered from the disk cache counts the tokens of the original call.
    """

    calls: int = 0
    cached: int = 0
    """Number of calls answered from disk: nothing was computed for them in this run."""
    evaluated: int = 0
    """Prompt tokens that the model had to work through."""
    reused: int = 0
    """Prompt tokens whose work the server still had from an earlier prompt."""
    generated: int = 0
    seconds: float = 0.0

    @property
    def prompt(self) -> int:
        return self.evaluated + self.reused

    @property
    def tokens(self) -> str:
        """The tokens in the words that every table and picture uses.

        >>> Usage(1, 0, 100, 500, 30).tokens
        '100 tokens evaluated, 500 reused, 30 generated'
        """
        return (
            f"{self.evaluated} tokens evaluated, {self.reused} reused, {self.generated} generated"
        )

    def spent(self, seconds: float) -> str:
        """A time, and what the calls in it took, in words.

        >>> Usage(2, 1, 100, 500, 30).spent(1.25)
        '1.2 s, 2 model calls, 100 tokens evaluated, 500 reused, 30 generated, 1 from disk'
        """
        parts = [f"{seconds:.1f} s"]
        if self.calls:
            parts += [counted(self.calls, "model call"), self.tokens]
        if self.cached:
            parts.append(f"{self.cached} from disk")
        return ", ".join(parts)

    def __add__(self, other: Usage) -> Usage:
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        totals = [one + more for one, more in pairs]
        return Usage(*totals)


def cost(use: Usage, price: Price) -> float:
    """What calls cost, in the currency of the price.

    A reply from disk counts as when it was new. Raises `ValueError` unless each price is 0 or more.

    >>> dollars = Price(evaluated=1, reused=0.5, generated=4)
    >>> cost(Usage(1, 0, 2_000_000, 1_000_000, 500_000), dollars)
    4.5
    """
    if not all(0 <= one < math.inf for one in price):
        names = ", ".join(Price._fields)
        raise ValueError(
            f"asked for prices, each 0 or more, of a million tokens {names}; got {price}"
        )
    tokens = (use.evaluated, use.reused, use.generated)
    costs = [count * one for count, one in zip(tokens, price, strict=True)]
    return sum(costs) / 1e6


@dataclass(frozen=True)
class Call:
    """One model call: what was sent, what came back, and what it cost."""

    prompt: str
    reply: str
    """The text, without reasoning."""
    usage: Usage
    top: dict[str, float] = field(default_factory=dict)
    """The likeliest first tokens and their probabilities, where a judge asked for them."""
    first_token: float | None = None
    """Seconds from the start of the run to the first token of the reply, where it was streamed."""
    reasoning: str = ""
    """What the model wrote before its answer, and what goes nowhere else."""


MOST_SILENT = 2
"""How often an endpoint may give no reply in time before a run asks it no more."""
SILENT = (
    f"the chat model was not asked again: it gave no reply in time {MOST_SILENT} times. "
    f"{REMEDY['timeout']}"
)


@dataclass(eq=False)  # LangGraph keeps callbacks in sets
class Meter(BaseCallbackHandler):
    """Records model calls by the LangGraph task that made them.

    Once `stop` is set, the calls under way end, and no further one begins.
    """

    stop: Event | None = None
    # Otherwise LangChain would log that the run was stopped, and go on.
    raise_error = True
    calls: dict[str, list[Call]] = field(default_factory=dict)
    started: dict[UUID, tuple[str, str, float]] = field(default_factory=dict)
    clock: float = field(default_factory=time.perf_counter)
    """When the run began."""
    first: dict[UUID, float] = field(default_factory=dict)
    """Seconds from then to the first token, of each call that is streamed."""
    written: dict[UUID, Written] = field(default_factory=dict)
    """What has come of each such reply."""
    tell: Callable[[Piece], None] | None = None
    """Is told of what the writer writes, piece by piece."""
    recorded: set[str] = field(default_factory=set)
    """The sources of the replies that were recorded."""
    remarks: list[str] = field(default_factory=list)
    """What was done to get replies, such as waiting."""
    silent: int = 0
    """How often the endpoint gave no reply in time."""

    @property
    def notes(self) -> list[str]:
        """The notes of this run: with which model its replies were recorded, and the remarks."""
        recorded = [f"replies recorded with {source}" for source in sorted(self.recorded)]
        return [*recorded, *self.remarks]

    def usage(self, task: str) -> Usage:
        calls = self.calls.get(task, ())
        usages = [call.usage for call in calls]
        return sum(usages, Usage())

    def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        metadata: dict[str, Any] | None = None,
        **__: Any,
    ) -> None:
        """Record the task that makes the call, the prompt, and the time.

        A call inside a subgraph belongs to the task of the outer graph. Raises `Stopped`, and
        `ChatFailed` where the endpoint was silent too often.
        """
        self.go_on()
        if self.silent >= MOST_SILENT:
            raise ChatFailed(SILENT)
        take_remarks()
        # The namespace is `node:task` of the outer graph, then `|node:task` for each subgraph.
        namespace = (metadata or {}).get("langgraph_checkpoint_ns", "")
        outermost = namespace.partition("|")[0]
        prompt = "\n\n".join(message.text for message in messages[0])
        self.started[run_id] = (outermost, prompt, time.perf_counter())
        heed(self.stop)

    def go_on(self) -> None:
        """Raise `Stopped` once the user has stopped the run."""
        if self.stop is not None and self.stop.is_set():
            raise Stopped

    def on_llm_new_token(
        self,
        token: str | list[Any],
        *,
        run_id: UUID,
        tags: list[str] | None = None,
        **_: Any,
    ) -> None:
        """Record when the first token of a streamed reply came; reasoning does not count.

        Of the writer's text, every piece is told.
        """
        tell = self.tell if STREAMED in (tags or ()) else None
        if run_id in self.first and tell is None:
            return
        reply = self.written.setdefault(run_id, Written())
        new = reply.add(token)
        if reply.text:
            self.first.setdefault(run_id, time.perf_counter() - self.clock)
        if new and tell is not None:
            tell(Piece(new, begins=new == reply.text))

    def on_llm_end(
        self, response: LLMResult, *, run_id: UUID, tags: list[str] | None = None, **_: Any
    ) -> None:
        """Add the call to those of its task, and say what its reply is, if not plainly finished."""
        heed(None)
        place, prompt, start = self.started.pop(run_id)
        task = place.rpartition(":")[2]
        generation = response.generations[0][0]
        assert isinstance(generation, ChatGeneration)
        reply = generation.message
        assert isinstance(reply, AIMessage)
        self.remarks += take_remarks()
        if SHORT not in (tags or ()):
            self.remarks += notes(reply)
        seconds = time.perf_counter() - start
        source = source_of(reply)
        if source:
            self.recorded.add(source)
        usage = measured(reply, seconds)
        first_token = self.first.pop(run_id, None)
        self.written.pop(run_id, None)
        thoughts, text = parted(reply.text)
        call = Call(prompt, text, usage, first_tokens(reply), first_token, thoughts)
        self.calls.setdefault(task, []).append(call)

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """Count the call if the endpoint gave no reply in time."""
        heed(None)
        self.started.pop(run_id, None)
        self.remarks += take_remarks()
        if isinstance(error, Exception) and isinstance(explained(error), TooSlow):
            self.silent += 1


def first_tokens(reply: AIMessage, most: int = 4) -> dict[str, float]:
    """The likeliest first tokens of a reply with their probabilities.

    The result is empty where log-probabilities were not asked for.

    >>> first_tokens(AIMessage("yes", response_metadata={"logprobs": {"content": [
    ...     {"token": "yes", "top_logprobs": [{"token": "yes", "logprob": 0.0}]}]}}))
    {'yes': 1.0}
    """
    probabilities = {}
    for candidate in (likeliest(reply) or [])[:most]:
        probability = math.exp(candidate["logprob"])
        probabilities[candidate["token"]] = round(probability, 4)
    return probabilities


def measured(reply: AIMessage, seconds: float) -> Usage:
    """What one reply cost, as the endpoint counted it; all zero where it gives no count."""
    tokens: dict[str, Any] = dict(reply.usage_metadata or {})
    details = tokens.get("input_token_details", {})
    prompt = tokens.get("input_tokens", 0)
    reused = min(prompt, details.get("cache_read", 0))
    return Usage(
        calls=1,
        cached=int(was_cached(reply)),
        evaluated=prompt - reused,
        reused=reused,
        generated=tokens.get("output_tokens", 0),
        seconds=seconds,
    )
