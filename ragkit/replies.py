"""A disk cache of model replies, so that a second run of a notebook is instant.

The key is the model and the exact request; a reply that comes from here says so (`was_cached`), and the trace
shows it. Benchmarks switch it off: a reply from disk has no honest seconds.
"""

from __future__ import annotations

import hashlib
import json
import logging
import pickle
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import diskcache
from langchain_core.caches import BaseCache
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, Generation
from pydantic import ValidationError

from ragkit.settings import Settings

log = logging.getLogger(__name__)

_ADDRESS = {"openai_api_base", "openai_api_key", "base_url", "request_timeout", "cache"}
"""What says where and for how long to ask, not what is asked: the embedded server's port is new every time."""

BROKEN = (sqlite3.Error, OSError, diskcache.Timeout, pickle.UnpicklingError)
"""What a damaged, locked, read-only or full folder raises."""


class ReplyCache(BaseCache):
    """Replies of one model, in a folder that several processes may share."""

    def __init__(self, folder: Path, model: str) -> None:
        """`model` is what the weights are: the SHA-256 of a file, or a name at an address."""
        self.store = diskcache.Cache(str(folder), size_limit=2**30)
        self.model = model

    def lookup(self, prompt: str, llm_string: str) -> Sequence[Generation] | None:
        """The replies stored for this request, marked as cached, or None; one that cannot be read is none."""
        try:
            message = AIMessage.model_validate_json(self.store.get(self.key(prompt, llm_string)) or "")
        except (ValidationError, *BROKEN):
            return None
        message.response_metadata["cached"] = True
        return [ChatGeneration(message=message)]

    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """Store the reply to this request; a full disk does not take the reply from the caller."""
        first = return_val[0]
        if isinstance(first, ChatGeneration) and isinstance(first.message, AIMessage):
            with suppress(*BROKEN):
                self.store.set(self.key(prompt, llm_string), first.message.model_dump_json())

    def clear(self, **_: Any) -> None:
        """Forget every reply in the folder, of every model."""
        self.store.clear()

    def key(self, prompt: str, llm_string: str) -> str:
        """SHA-256 over the model, the messages and all parameters but the address."""
        return hashlib.sha256("\0".join((self.model, prompt, without_address(llm_string))).encode()).hexdigest()


def replies(settings: Settings, model: str) -> ReplyCache | bool:
    """The replies kept for a model; False, and a warning, where they cannot be kept: the model still answers."""
    folder = settings.cache / "replies"
    try:
        return ReplyCache(folder, model) if settings.reuse_replies else False
    except BROKEN as error:
        log.warning("no reply is reused or kept: %s: %s; make that folder usable, or delete it", folder, error)
        return False


def without_address(llm_string: str) -> str:
    """LangChain's description of a model and its parameters, less the fields that say where it lives.

    >>> a = without_address('{"kwargs": {"seed": 0, "openai_api_base": "http://127.0.0.1:4711/v1"}}---[]')
    >>> a == without_address('{"kwargs": {"seed": 0, "openai_api_base": "http://127.0.0.1:80/v1"}}---[]')
    True
    """
    try:
        described, end = json.JSONDecoder().raw_decode(llm_string)
        described["kwargs"] = {k: v for k, v in described["kwargs"].items() if k not in _ADDRESS}
    except (ValueError, TypeError, KeyError):  # not a description in JSON: ChatOllama gives a list of pairs
        return llm_string
    return json.dumps(described, sort_keys=True) + llm_string[end:]


def was_cached(message: BaseMessage) -> bool:
    """Whether a reply came from disk instead of from the model."""
    return bool(message.response_metadata.get("cached"))
