"""A disk cache of model replies, so that a second run of a notebook is instant.

The key is the model and the exact request. A reply from the cache is marked (`was_cached`), and the
trace shows it. Replies are stored as text: nothing in the folder is unpickled or run, because it
may have been copied from somebody else. Benchmarks switch the cache off, because the time of a
cached reply says nothing about the model.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any, Self

from langchain_core.caches import BaseCache
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, Generation
from pydantic import ValidationError

from ragkit.disk.texts import TextCache
from ragkit.settings import Settings

_ADDRESS = {
    "openai_api_base",
    "openai_api_key",
    "base_url",
    "request_timeout",
    "cache",
    "streaming",
}
"""Parameters that say where, how long and by which way to ask, and not what is asked.

They must not be part of the key: the embedded server's port, for one, differs at every start.
"""


class Replies(BaseCache):
    """Replies of one model, by the exact request."""

    model: str
    """What identifies its weights: the SHA-256 of a file, or a name at an address."""

    def of(self, model: str) -> Self:
        """The replies of another model, from the same place."""
        other = copy(self)
        other.model = model
        return other

    def key(self, prompt: str, llm_string: str) -> str:
        """SHA-256 over the model, the messages and all parameters but the address."""
        parts = (self.model, prompt, without_address(llm_string))
        request = "\0".join(parts)
        return hashlib.sha256(request.encode()).hexdigest()


class ReplyCache(Replies):
    """Replies of one model, in a folder that several processes may share."""

    def __init__(self, folder: Path, model: str) -> None:
        self.store = TextCache(folder, "replies")
        self.model = model

    def lookup(self, prompt: str, llm_string: str) -> Sequence[Generation] | None:
        """The reply stored for this request, marked as cached.

        None when there is none, or when it cannot be read.
        """
        key = self.key(prompt, llm_string)
        text = self.store.get(key) or ""
        try:
            message = AIMessage.model_validate_json(text)
        # The second and third are what LangChain raises for JSON that is no object.
        except (ValidationError, AttributeError, TypeError):
            return None
        message.response_metadata["cached"] = True
        return [ChatGeneration(message=message)]

    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """Store the reply to this request, if that is possible. The caller gets it anyway."""
        message = message_of(return_val)
        if message is None:
            return
        key = self.key(prompt, llm_string)
        self.store.set(key, message.model_dump_json())

    def clear(self, **_: Any) -> None:
        """Delete every reply in the folder, of every model."""
        self.store.clear()


def message_of(generations: Sequence[Generation]) -> AIMessage | None:
    """The message that a chat model replied; None where LangChain has something else."""
    generation = generations[0]
    if not isinstance(generation, ChatGeneration):
        return None
    message = generation.message
    if not isinstance(message, AIMessage):
        return None
    return message


def replies(settings: Settings, model: str) -> ReplyCache | bool:
    """The cache of a model's replies, or False for LangChain to use none.

    A folder that cannot be used is no reason to stop: the model still answers (`TextCache`).
    """
    if not settings.reuse_replies:
        return False
    return ReplyCache(settings.cache / "replies", model)


def without_address(llm_string: str) -> str:
    """LangChain's description of a model and its parameters, without the fields of its address.

    >>> a = without_address('{"kwargs": {"seed": 0, "base_url": "http://127.0.0.1:4711/v1"}}---[]')
    >>> b = without_address('{"kwargs": {"seed": 0, "base_url": "http://127.0.0.1:80/v1"}}---[]')
    >>> a == b
    True
    """
    # ChatOllama gives a list of pairs, which is not JSON and is left as it is.
    try:
        description, end = json.JSONDecoder().raw_decode(llm_string)
        parameters = description["kwargs"].items()
    except (ValueError, TypeError, KeyError):
        return llm_string
    kept = {name: value for name, value in parameters if name not in _ADDRESS}
    description["kwargs"] = kept
    return json.dumps(description, sort_keys=True) + llm_string[end:]


def was_cached(message: BaseMessage) -> bool:
    """Whether a reply came from disk instead of from the model."""
    return bool(message.response_metadata.get("cached"))
