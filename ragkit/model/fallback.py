"""A recorded reply in the place of one that a full endpoint does not give.

In a class, many learners share one server. It is full where it refuses a request with status 429 or
503, or gives no reply in time. If exactly this request was recorded, its call is repeated, and the
recording answers. The notes of the run then say so. Any other request waits as usual (`door.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import local
from typing import Any

import httpx
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage
from langchain_core.outputs import Generation
from langchain_core.runnables import Runnable

from ragkit.model.door import OpenAIDoor
from ragkit.model.errors import BadReply, in_chain, is_full
from ragkit.model.recorded import RecordedReplies
from ragkit.model.recording_file import read
from ragkit.model.remarks import remark
from ragkit.model.replies import Replies, ReplyCache
from ragkit.settings import Settings


class Full(BadReply):
    """The endpoint is full, and the reply to this request was recorded."""


class _Here(local):
    """What is known of the request that this thread makes."""

    is_recorded = False
    full = ""
    """Why the endpoint is full, where it is."""


class Fallback(Replies):
    """The replies on disk, and a recording for the requests that a full endpoint does not answer.

    A recorded reply is not stored on disk, so the endpoint is asked again in the next run.
    """

    def __init__(self, disk: ReplyCache, recorded: RecordedReplies) -> None:
        self.disk = disk
        self.recorded = recorded
        self.model = disk.model
        self.here = _Here()

    def lookup(self, prompt: str, llm_string: str) -> Sequence[Generation] | None:
        """The reply on disk or, after this thread found the endpoint full, the recorded one."""
        on_disk = self.disk.lookup(prompt, llm_string)
        if on_disk:
            return on_disk
        recorded = self.recorded.find(prompt, llm_string)
        why, self.here.full = self.here.full, ""
        self.here.is_recorded = recorded is not None
        if not why:
            return None
        remark(f"the endpoint was full ({why}), so recorded replies took the place of its own")
        return recorded

    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """Store a reply of the endpoint on disk."""
        self.disk.update(prompt, llm_string, return_val)

    def clear(self, **_: Any) -> None:
        """Delete the replies on disk; the recording stays."""
        self.disk.clear()

    def take_over(self, error: httpx.TransportError | BadReply) -> None:
        """Raise `Full` if the recording has the reply that a full endpoint did not give."""
        if not self.here.is_recorded or not is_full(error):
            return
        status = getattr(error, "status_code", None)
        self.here.full = f"status {status}" if status else "no reply in time"
        raise Full(self.here.full) from error


class FallbackDoor(OpenAIDoor):
    """The door of an endpoint for which a recording steps in."""

    def __init__(self, fallback: Fallback, *limits: Any) -> None:
        """`limits` are the arguments of any door."""
        super().__init__(*limits)
        self.fallback = fallback

    def asked(self, request: httpx.Request) -> httpx.Response:
        """The reply to one request. Raises `Full`, upon which the endpoint is not asked again."""
        try:
            return super().asked(request)
        except (httpx.TransportError, BadReply) as error:
            self.fallback.take_over(error)
            raise


def reply_of(llm: Runnable[Any, AIMessage], messages: LanguageModelInput) -> AIMessage:
    """The model's reply, or the recorded one if its endpoint is full. Raises as the model does."""
    try:
        return llm.invoke(messages)
    except Exception as error:
        if in_chain(error, Full) is None:
            raise
    # `Fallback` now finds the recorded reply to the same request.
    return llm.invoke(messages)


def with_fallback(settings: Settings, model: str, cache: Replies | bool) -> Replies | bool:
    """The replies of an endpoint, with the recording of the settings behind them, if there is one.

    Where replies are measured (`reuse_replies`) or recorded themselves, nothing steps in. Raises
    `RecordingError`.
    """
    if settings.recording is None or not isinstance(cache, ReplyCache):
        return cache
    return Fallback(cache, RecordedReplies(read(settings.recording), model))
