"""Replies from a recording, in the place of a model that is too large for this machine.

A request is looked up by the same key as in the cache of replies (`replies.py`). So the same
question about the same passages, under the same settings, gets the reply that the model gave. There
is no reply to anything else, and none is made up: the run ends, and says why.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.outputs import ChatGeneration, Generation

from ragkit.model.recording import NotRecorded, Recording, RecordingError
from ragkit.model.recording_file import read
from ragkit.model.replies import Replies
from ragkit.settings import Settings

QUESTION = re.compile(r"^Question: (.+)$", re.MULTILINE)
"""The line of a briefing that has the question."""
LONGEST = 120
"""Maximum length, in characters, of what is repeated of a request."""
MISSING = "which was not recorded"
"""The words by which a failed run is known that asked for a reply that is not there."""
USE_A_MODEL = "RAGKIT_PROVIDER=embedded, on a machine that can run it, answers all else"


class RecordedReplies(Replies):
    """The recorded replies of one model. To ask for one that is not there raises `NotRecorded`."""

    def __init__(self, recording: Recording, name: str, sha256: str = "") -> None:
        """`sha256` is that of the model's file, where the user gave it."""
        self.recording = recording
        self.name = name
        recorded = recording.models.get(name, "")
        self.fits = bool(recorded) and sha256 in ("", recorded)
        self.model = sha256 or recorded

    def lookup(self, prompt: str, llm_string: str) -> Sequence[Generation]:
        """The recorded reply to this request. Raises `NotRecorded`."""
        found = self.find(prompt, llm_string)
        if found is None:
            raise NotRecorded(self._missing(prompt))
        return found

    def find(self, prompt: str, llm_string: str) -> Sequence[Generation] | None:
        """The recorded reply to this request, if there is one."""
        reply = self.recording.replies.get(self.key(prompt, llm_string))
        if reply is None:
            return None
        message = reply.message(self.recording.source)
        return [ChatGeneration(message=message)]

    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """Do nothing: a recording does not grow."""

    def clear(self, **_: Any) -> None:
        """Do nothing: a recording does not shrink."""

    def _missing(self, prompt: str) -> str:
        """What was asked, what there is instead, and what to do."""
        recording = self.recording
        asked = f"asked {self.name} {about(prompt)!r}, {MISSING}"
        got = f"{recording.place} has {recording}"
        if not self.fits:
            names = " or ".join(sorted(recording.models))
            return f"{asked}: {got}; set RAGKIT_MODEL={names}. {USE_A_MODEL}"
        if recording.misfit:
            return f"{asked}: {got}; {recording.misfit}: make the recording anew. {USE_A_MODEL}"
        if not any(header.notebooks for header in recording.headers):
            return f"{asked}: {got}; its prompts, passages or settings were other ones"
        same = "ask what its notebooks ask, with their documents and settings"
        return f"{asked}: {got}; {same}. {USE_A_MODEL}"


def recording_of(settings: Settings) -> Recording | None:
    """The recording that replies under these settings; None where a model does.

    Raises `RecordingError`.
    """
    if settings.provider != "recorded":
        return None
    if settings.recording is None:
        raise RecordingError(
            "asked for recorded replies (RAGKIT_PROVIDER=recorded), got no recording; name a file "
            "or a folder in RAGKIT_RECORDING. `python -m ragkit record FILE` makes one, on a "
            "machine that can run the model"
        )
    return read(settings.recording)


def is_recorded(llm: BaseChatModel) -> bool:
    """Whether a chat model answers from a recording."""
    return isinstance(llm.cache, RecordedReplies)


def about(prompt: str) -> str:
    """What a request is about: the question of its briefing, or the end of its last message.

    `prompt` is LangChain's JSON of the messages.

    >>> about('[{"kwargs": {"content": "Passages:\\\\nOwls hunt.\\\\n\\\\nQuestion: Do they?"}}]')
    'Do they?'
    """
    try:
        text = str(json.loads(prompt)[-1]["kwargs"]["content"])
    except (ValueError, LookupError, TypeError):
        text = prompt
    questions = QUESTION.findall(text)
    if questions:
        return str(questions[-1][:LONGEST])
    return text[-LONGEST:]
