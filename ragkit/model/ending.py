"""How a reply ended, in one place: what it is, the sentence that says so, and what to do about it.

Only a finished reply may be called an answer, or an abstention, without a note. Endpoints say how a
reply ended in a word of theirs, such as `stop` or `length`; `ENDINGS` reads it.
"""

from __future__ import annotations

from enum import StrEnum

from langchain_core.messages import AIMessage

from ragkit.model.errors import ChatFailed
from ragkit.model.reasoning import parted

REFUSAL = "refusal"
"""The word for a reply that has a field of its own, `refusal`, in the place of a text."""
SHOWN = 200
"""Number of characters of a refusal that are shown."""


class Ending(StrEnum):
    """What a reply is, as the end of a sentence about it."""

    FINISHED = "was finished"
    CUT = "was cut off at the limit of tokens"
    TOO_SOON = "was cut off at the limit of tokens, before its answer began"
    REFUSED = "was a refusal by the provider"
    FILTERED = "was stopped by the provider's filter"
    EMPTY = "was empty"
    BROKEN = "was broken off by the endpoint"
    UNKNOWN = "ended for a reason that the kit does not know"


ENDINGS = {
    "": Ending.FINISHED,  # some endpoints say nothing of a whole reply
    "stop": Ending.FINISHED,
    "eos": Ending.FINISHED,
    "eos_token": Ending.FINISHED,
    "end_turn": Ending.FINISHED,
    "stop_sequence": Ending.FINISHED,
    "length": Ending.CUT,
    "max_tokens": Ending.CUT,
    "model_length": Ending.CUT,
    "model_context_window_exceeded": Ending.CUT,
    REFUSAL: Ending.REFUSED,
    "content_filter": Ending.FILTERED,
    "safety": Ending.FILTERED,
    "recitation": Ending.FILTERED,
    "blocklist": Ending.FILTERED,
    "prohibited_content": Ending.FILTERED,
    "abort": Ending.BROKEN,
    "cancelled": Ending.BROKEN,
    "error": Ending.BROKEN,
    "insufficient_system_resource": Ending.BROKEN,
}
"""What endpoints call the end of a reply."""

REMEDY = {
    Ending.CUT: "Raise RAGKIT_MAX_TOKENS.",
    Ending.TOO_SOON: "Raise RAGKIT_MAX_TOKENS, or let the endpoint reason less.",
    Ending.REFUSED: "Ask in other words, or take another model (RAGKIT_MODEL).",
    Ending.FILTERED: "Ask in other words, or take a model or provider with another filter.",
    Ending.EMPTY: "Ask again, or take another model (RAGKIT_MODEL).",
    Ending.BROKEN: "Ask again; the endpoint's own log may say why.",
    Ending.UNKNOWN: "See the endpoint's documentation.",
}
"""What to do about each ending but the first."""
WITH_TEXT = (Ending.FINISHED, Ending.CUT, Ending.UNKNOWN)
"""The endings of a reply whose text may be used, the last two with a note."""


def ending(reply: AIMessage) -> Ending:
    """What a model's reply is.

    >>> ending(AIMessage("Owls hunt.", response_metadata={"finish_reason": "length"})).value
    'was cut off at the limit of tokens'
    """
    _, text = parted(reply.text)
    kind = ENDINGS.get(_reason(reply).casefold(), Ending.UNKNOWN)
    if text.strip() or kind not in WITH_TEXT:
        return kind
    return Ending.TOO_SOON if kind == Ending.CUT else Ending.EMPTY


def finished(reply: AIMessage) -> AIMessage:
    """The reply without its reasoning. Raises `ChatFailed` for one without a text to be used."""
    kind = ending(reply)
    _, text = parted(reply.text)
    if kind not in WITH_TEXT:
        raise ChatFailed(f"the chat model gave no answer: its reply {_told(kind, reply)}")
    return reply if text == reply.text else reply.model_copy(update={"content": text})


def notes(reply: AIMessage) -> list[str]:
    """What must be said of a reply whose text is used: that it was cut, or had reasoning."""
    found = []
    kind = ending(reply)
    if kind in WITH_TEXT and kind != Ending.FINISHED:
        found.append(f"a reply {_told(kind, reply)}")
    reasoning, _ = parted(reply.text)
    if reasoning:
        found.append("a reply had reasoning, which was removed; the trace keeps it with the call")
    return found


def _told(kind: Ending, reply: AIMessage) -> str:
    """The sentence of an ending, with the endpoint's word or the model's words, and the remedy."""
    detail = ""
    reason = _reason(reply)
    if kind == Ending.REFUSED:
        detail = f": {reply.text[:SHOWN]!r}"
    elif kind in (Ending.EMPTY, Ending.BROKEN, Ending.UNKNOWN) and reason:
        detail = f" (the endpoint says: {reason})"
    return f"{kind}{detail}. {REMEDY[kind]}"


def _reason(reply: AIMessage) -> str:
    """The endpoint's word for the end: OpenAI's protocol and Ollama's have a field each."""
    metadata = reply.response_metadata
    return str(metadata.get("finish_reason") or metadata.get("done_reason") or "")
