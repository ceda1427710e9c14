"""Recordings without a model: a loopback endpoint plays the embedded server, and what it says is recorded."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fakes import served
from langchain_core.language_models import BaseChatModel

import ragkit.model.chat
from ragkit.model.embedded import Server
from ragkit.model.recorded_reply import Reply
from ragkit.model.recorder import written_down
from ragkit.model.recording_file import write
from ragkit.settings import Settings
from ragkit.weights import FILES

SMALL = "qwen2.5-coder-0.5b"
SHA256 = FILES[SMALL].files[0].sha256
DATE = "2026-01-31"
KEYS = [f"{number:064x}" for number in range(3)]
OWLS = {KEYS[0]: Reply(text="Hoo."), KEYS[1]: Reply(text="Hoo, hoo."), KEYS[2]: Reply(text="Silence.")}
"""Replies that answer nothing anybody asks; for facts about files."""


@contextmanager
def embedded(endpoint: Callable[..., Any], answer: Any) -> Iterator[Any]:
    """The embedded server is played by an endpoint with this scripted model, or this function, behind it."""
    server = endpoint(answer if callable(answer) and not isinstance(answer, BaseChatModel) else served(answer))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ragkit.model.chat, "serve", lambda *_: Server(f"{server.url}/v1", "a-key", None))
        yield server


def recorded_by(endpoint: Any, answer: Any, asks: Callable[[Settings], Any], folder: Path, **settings: Any) -> Any:
    """What `asks` returned of a model that is recorded, and the settings of its recording in a folder."""
    own = {"tier": "budget", "judge": "odds"} | settings
    with embedded(endpoint, answer):
        said = asks(Settings(record_to=folder / "written", **own))
    replies, models = written_down(folder / "written")
    write(folder / "owls.jsonl.gz", replies, models, ["00_owls"], DATE)
    return said, Settings(provider="recorded", recording=folder / "owls.jsonl.gz", **own)


def small_recording(folder: Path, models: dict[str, str] | None = None, date: str = DATE) -> Path:
    """A recording of three replies."""
    file = folder / "owls.jsonl.gz"
    write(file, OWLS, models or {SMALL: SHA256}, ["00_owls"], date)
    return file
