"""A chat model that replies from a table.

It is for unit tests of routes, never for notebooks or benchmarks.
"""

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
    """A chat model with replies from a table: a graph runs offline, for free, and reproducibly.

    A key matches a prompt that contains it, and the first key that matches gives the reply. A
    prompt that no key matches is an error, so that a test cannot pass on the wrong path. A reply is
    text, or the odds of labels for `label_odds`.

    >>> llm = ScriptedLLM(replies={"capital of France": "Paris."})
    >>> llm.invoke("What is the capital of France?").content
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
                generation = ChatGeneration(message=_message(reply))
                return ChatResult(generations=[generation])
        keys = list(self.replies)
        raise LookupError(
            f"no scripted reply for a prompt that ends {prompt[-80:]!r}; keys: {keys}"
        )


def _message(reply: Reply) -> AIMessage:
    if isinstance(reply, str):
        return AIMessage(reply)
    top = []
    for label, odds in reply.items():
        if odds > 0:
            top.append({"token": label, "logprob": math.log(odds)})
    best = max(reply, key=lambda label: reply[label])
    first_token = {"token": best, "top_logprobs": top}
    return AIMessage(best, response_metadata={"logprobs": {"content": [first_token]}})
