"""Recordings: of a loopback endpoint that plays the embedded server, and the committed one of the notebooks.

Run as a script, this makes the committed recording of what the last run of the notebooks wrote down (`make record`).
With numbers, such as `24 25`, it adds only what these notebooks wrote down.
"""

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fakes import served
from langchain_core.language_models import BaseChatModel

import ragkit.model.chat
from ragkit.course.notebooks import numbered
from ragkit.disk.texts import TextCache
from ragkit.model.embedded import Server
from ragkit.model.recorded_reply import Reply
from ragkit.model.recorder import written_down
from ragkit.model.recording_file import read, write
from ragkit.settings import Settings
from ragkit.weights import FILES

COMMITTED = Path(__file__).parent / "notebooks.jsonl.gz"
"""What the model replied in the notebooks, as the tests run them. `make record` makes it anew."""
LEFT = Path(__file__).parents[1] / "build/tests"
"""What one run of the tests leaves to the next: vector stores, replies, executed notebooks and their pages."""
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


def committed() -> dict[str, Reply]:
    """The replies in the committed recording, by their keys; none before it was made."""
    return dict(read(COMMITTED).replies) if COMMITTED.exists() else {}


def seed(folder: Path) -> None:
    """Put the recorded replies into a cache, so that the model is asked only for what is not among them."""
    cache = TextCache(folder, "replies")
    for key, reply in committed().items():
        cache.set(key, reply.message(read(COMMITTED).source).model_dump_json())


def written_by(notebook: Path) -> Path:
    """Where the tests write down what the model replied in a notebook."""
    return LEFT / "replies" / notebook.stem


def renew(only: Collection[str] = ()) -> None:
    """Make the committed recording of what every notebook wrote down; with numbers, add only theirs to it."""
    known = read(COMMITTED) if only else None
    replies = dict(known.replies) if known else {}
    models = dict(known.headers[0].models) if known else {}
    for notebook in numbered():
        if only and notebook.stem[:2] not in only:
            continue
        found, named = written_down(written_by(notebook))
        if not found:
            print(f"{notebook.stem} asked the model nothing")
        replies |= found
        models |= named
    print(write(COMMITTED, replies, models, [notebook.stem for notebook in numbered()]))


if __name__ == "__main__":
    renew(sys.argv[1:])
