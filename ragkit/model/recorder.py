"""Writes every reply of a model down, to be made a recording of.

The model is the embedded one, or one at an endpoint that speaks the OpenAI protocol.

It writes the replies that come from the disk cache as well as the new ones. So to record a notebook
again costs only the requests that changed. Each process has a file of its own in the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from threading import Lock
from typing import Any, Self

from langchain_core.outputs import Generation

from ragkit.model.recorded_reply import Reply
from ragkit.model.recording import RecordingError
from ragkit.model.replies import Replies, ReplyCache, message_of, replies
from ragkit.settings import Settings
from ragkit.text.one_line import first_line

SHA256 = re.compile(r"[0-9a-f]{64}")


def kept(settings: Settings, name: str, weights: str) -> Replies | bool:
    """The cache of an embedded model's replies, which also writes them down if it is asked to.

    `name` is the model's, and `weights` the SHA-256 of its file. Raises `RecordingError`.
    """
    cache = replies(settings, weights)
    if settings.record_to is None:
        return cache
    if not SHA256.fullmatch(weights):
        raise RecordingError(
            f"asked to record the replies of {name}, got a file of your own, which has that name "
            "on this machine only; record a pinned model or hf:OWNER/REPO/FILE.gguf"
        )
    return _recorder(settings.record_to, name, weights, cache)


def kept_of_endpoint(settings: Settings, name: str, place: str) -> Replies | bool:
    """The same for a model at an endpoint; `place` names it with its address.

    Such a model has no file, so the recording has the SHA-256 of its name. The address is not in
    it: the replies are looked up where there is none.
    """
    cache = replies(settings, place)
    if settings.record_to is None:
        return cache
    named = hashlib.sha256(name.encode()).hexdigest()
    return _recorder(settings.record_to, name, named, cache)


def _recorder(folder: Path, name: str, weights: str, cache: ReplyCache | bool) -> Recorder:
    inner = cache if isinstance(cache, ReplyCache) else None
    return Recorder(folder, name, weights, inner)


class Recorder(Replies):
    """A cache of replies, or none, whose every reply is written down."""

    def __init__(self, folder: Path, name: str, weights: str, inner: ReplyCache | None) -> None:
        self.folder = folder
        self.name = name
        self.weights = weights
        self.model = weights
        self.inner = inner
        self.seen: set[str] = set()
        self.writing = Lock()

    def of(self, model: str) -> Self:
        """The replies of the same model file with an adapter."""
        other = copy(self)
        other.model = model
        other.inner = self.inner and self.inner.of(model)
        return other

    def lookup(self, prompt: str, llm_string: str) -> Sequence[Generation] | None:
        """The reply stored for this request, which is written down."""
        if self.inner is None:
            return None
        found = self.inner.lookup(prompt, llm_string)
        if found:
            self._write(prompt, llm_string, found)
        return found

    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """Store the reply to this request, and write it down. Raises `RecordingError`."""
        if self.inner is not None:
            self.inner.update(prompt, llm_string, return_val)
        self._write(prompt, llm_string, return_val)

    def clear(self, **_: Any) -> None:
        """Delete every reply on disk; what was written down stays."""
        if self.inner is not None:
            self.inner.clear()

    def _write(self, prompt: str, llm_string: str, generations: Sequence[Generation]) -> None:
        message = message_of(generations)
        if message is None:
            return
        key = self.key(prompt, llm_string)
        fields = Reply.of(message).model_dump(exclude_defaults=True)
        line = {"model": self.name, "sha256": self.weights, "key": key, "reply": fields}
        with self.writing:
            if key not in self.seen:
                self._append(json.dumps(line) + "\n")
                self.seen.add(key)

    def _append(self, line: str) -> None:
        # A process that was forked has a number of its own, so it is asked for at each line.
        file = self.folder / f"{os.getpid()}.jsonl"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as lines:
                lines.write(line)
        except OSError as error:
            raise RecordingError(
                f"asked to record a reply in {file}, got {first_line(error)}; "
                "make room there, or set TMPDIR to a folder with room"
            ) from error


def written_down(folder: Path) -> tuple[dict[str, Reply], dict[str, str]]:
    """The replies in a folder by their keys, and the SHA-256 of each model that gave them."""
    found: dict[str, Reply] = {}
    models: dict[str, str] = {}
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").split("\n"):
            if not line:
                continue
            fields = json.loads(line)
            models[fields["model"]] = fields["sha256"]
            found.setdefault(fields["key"], Reply.model_validate(fields["reply"]))
    return found, models
