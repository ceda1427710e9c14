"""What model calls cost: tokens worked through, reused and written, counted from outside by LangChain's callbacks."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from threading import Event
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, LLMResult

from ragkit.replies import was_cached


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
class Call:
    """One model call: what was sent, what came back, and what it cost."""

    prompt: str
    reply: str
    usage: Usage
    top: dict[str, float] = field(default_factory=dict)
    """The likeliest first tokens and their probabilities, where a judge asked for them."""


class Stopped(Exception):
    """The run was told to stop, and made no further model call."""


@dataclass(eq=False)  # LangGraph keeps callbacks in sets
class Meter(BaseCallbackHandler):
    """Keeps model calls by the LangGraph task that made them, and lets none begin once `stop` is set."""

    stop: Event | None = None
    raise_error = True  # else LangChain would log that the run was stopped, and go on
    calls: dict[str, list[Call]] = field(default_factory=dict)
    started: dict[UUID, tuple[str, str, float]] = field(default_factory=dict)

    def usage(self, task: str) -> Usage:
        """What the calls of a task cost together."""
        return sum((call.usage for call in self.calls.get(task, ())), Usage())

    def on_chat_model_start(
        self, serialized: dict[str, Any], messages: list[list[BaseMessage]], *, run_id: UUID,
        metadata: dict[str, Any] | None = None, **__: Any,
    ) -> None:  # fmt: skip
        """Note which task of the graph asks, be it in a graph below it, what, and when. Raises `Stopped`."""
        self.go_on()
        task = (metadata or {}).get("langgraph_checkpoint_ns", "").partition("|")[0].rpartition(":")[2]
        self.started[run_id] = (task, "\n\n".join(message.text for message in messages[0]), time.perf_counter())

    def go_on(self) -> None:
        """Raises `Stopped` once the run was told to stop."""
        if self.stop is not None and self.stop.is_set():
            raise Stopped("stopped by the user")

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **_: Any) -> None:
        """Add the call to those of its task."""
        task, prompt, start = self.started.pop(run_id)
        generation = response.generations[0][0]
        assert isinstance(generation, ChatGeneration) and isinstance(generation.message, AIMessage)
        reply, seconds = generation.message, time.perf_counter() - start
        call = Call(prompt, reply.text, measured(reply, seconds), first_tokens(reply))
        self.calls.setdefault(task, []).append(call)


def first_tokens(reply: AIMessage, most: int = 4) -> dict[str, float]:
    """The likeliest first tokens of a reply with their probabilities; none where log-probabilities were not asked for.

    >>> first_tokens(AIMessage("yes", response_metadata={"logprobs": {"content": [
    ...     {"token": "yes", "top_logprobs": [{"token": "yes", "logprob": 0.0}]}]}}))
    {'yes': 1.0}
    """
    logprobs = reply.response_metadata.get("logprobs")
    tokens = logprobs.get("content") if isinstance(logprobs, dict) else logprobs
    top = dict(tokens[0]).get("top_logprobs") if tokens else None
    return {one["token"]: round(math.exp(one["logprob"]), 4) for one in map(dict, (top or ())[:most])}


def measured(reply: AIMessage, seconds: float) -> Usage:
    """What one reply cost, from the endpoint's own count; all zero where it gives none."""
    tokens: dict[str, Any] = dict(reply.usage_metadata or {})
    reused = tokens.get("input_token_details", {}).get("cache_read", 0)
    read, written = tokens.get("input_tokens", 0), tokens.get("output_tokens", 0)
    return Usage(1, int(was_cached(reply)), read, reused, written, seconds)
