"""A chat model that replies from a table: for unit tests of routes, never for notebooks or benchmarks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

Reply = str | Mapping[str, float]


class ScriptedLLM(BaseChatModel):
    """Replies from a table, so that a graph runs offline, for free, and the same way twice.

    Keys are text found in the prompt; the first key that matches answers, and a prompt that matches none is an
    error, so that a test cannot pass on the wrong path. A reply is text, or the odds of labels for `label_odds`.

    >>> ScriptedLLM(replies={"capital of France": "Paris."}).invoke("What is the capital of France?").content
    'Paris.'
    """

    replies: dict[str, Reply]
    prompts: list[str] = Field(default_factory=list)
    """Every prompt received, oldest first."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        prompt = "\n".join(str(message.content) for message in messages)
        self.prompts.append(prompt)
        for key, reply in self.replies.items():
            if key in prompt:
                return ChatResult(generations=[ChatGeneration(message=_message(reply))])
        raise LookupError(f"no scripted reply for a prompt that ends {prompt[-80:]!r}; keys: {list(self.replies)}")


def _message(reply: Reply) -> AIMessage:
    if isinstance(reply, str):
        return AIMessage(reply)
    top = [{"token": label, "logprob": math.log(odds)} for label, odds in reply.items() if odds > 0]
    best = max(reply, key=lambda label: reply[label])
    return AIMessage(best, response_metadata={"logprobs": {"content": [{"token": best, "top_logprobs": top}]}})
