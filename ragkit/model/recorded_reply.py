"""One recorded reply: what the kit reads of a model's message, and the message made of it again."""

from __future__ import annotations

from typing import Annotated, Any

from langchain_core.messages import AIMessage
from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt

Logprob = Annotated[float, Field(le=1, allow_inf_nan=False)]
"""A log-probability. Rounding may leave it a little above 0."""
Odds = tuple[tuple[str, Logprob], ...]


class Reply(BaseModel):
    """One recorded reply."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    finish: str = ""
    """Why the reply ended, such as `stop` or `length`."""
    tokens: tuple[NonNegativeInt, NonNegativeInt, NonNegativeInt] | None = None
    """Tokens of the prompt, those of them that the server reused, and tokens of the reply."""
    logprobs: tuple[tuple[str, Odds], ...] = ()
    """Each token with the likeliest ones at its place, where a judge asked for them."""

    @classmethod
    def of(cls, message: AIMessage) -> Reply:
        """What the kit reads of a message. All else is left out, such as ids and times."""
        metadata = message.response_metadata
        return cls(
            text=message.text,
            finish=metadata.get("finish_reason") or "",
            tokens=_tokens(message),
            logprobs=_logprobs(metadata),
        )

    def message(self, source: str) -> AIMessage:
        """The reply as the model gave it, marked as recorded, with the source of the recording."""
        metadata: dict[str, Any] = {"cached": True, "recorded": source}
        if self.finish:
            metadata["finish_reason"] = self.finish
        if self.logprobs:
            content = [_token(*one) for one in self.logprobs]
            metadata["logprobs"] = {"content": content}
        if self.tokens is None:
            return AIMessage(self.text, response_metadata=metadata)
        prompt, reused, generated = self.tokens
        usage: Any = {
            "input_tokens": prompt,
            "output_tokens": generated,
            "total_tokens": prompt + generated,
            "input_token_details": {"cache_read": reused},
        }
        return AIMessage(self.text, response_metadata=metadata, usage_metadata=usage)


def source_of(message: AIMessage) -> str:
    """The source of a recorded message, such as `qwen2.5-coder-1.5b on 2025-12-31`; else empty."""
    return str(message.response_metadata.get("recorded", ""))


def _tokens(message: AIMessage) -> tuple[int, int, int] | None:
    usage: dict[str, Any] = dict(message.usage_metadata or {})
    if not usage:
        return None
    details = usage.get("input_token_details", {})
    reused = details.get("cache_read") or 0
    return usage["input_tokens"], reused, usage["output_tokens"]


def _logprobs(metadata: dict[str, Any]) -> tuple[tuple[str, Odds], ...]:
    found = metadata.get("logprobs") or {}
    tokens = []
    for token in found.get("content") or ():
        top = token.get("top_logprobs") or ()
        likeliest = tuple((one["token"], one["logprob"]) for one in top)
        tokens.append((token["token"], likeliest))
    return tuple(tokens)


def _token(token: str, likeliest: Odds) -> dict[str, Any]:
    top = []
    for one, logprob in likeliest:
        top.append({"token": one, "logprob": logprob})
    own = dict(likeliest).get(token)
    return {"token": token, "logprob": own, "top_logprobs": top}
